/** The firm's logo as SVG paths on a 32-unit grid: a gable with a chimney and a door. */
export const LOGO_PATHS = {
  gable: 'M2 29V14L9 7V2h5v2l2-2 14 14v13z',
  door: 'M12 29v-9a4 4 0 0 1 8 0v9z',
};
