/**
 * The end of a link that opens the seller's page at the step in which the seller can erase everything. It is a module of
 * its own, because the page's first script needs it: the build puts what the forms use too into files with React.
 */
export const ERASE_STEP = '&erase';
