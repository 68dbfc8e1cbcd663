import { Tenement } from '../buildings.tsx';
import { Shapes } from '../Shapes.tsx';

/** Tenements, the Finnieston crane, the Armadillo and the Clyde Arc, with the university's tower behind. */
export function Glasgow() {
  return (
    <>
      <Shapes>{`
        fill-draw-hill-far M-40 0v-92l90-30 120 42 150-58 140 52 130-40 150 44 190-60 260 50V0
        fill-draw-hill M-40 0v-50l120-14h80v-22l6-8v-30l9-46 9 46v30l6 8v18h60v-14h40v14
        l120 12 200-20 180 24 360-20V0
        fill-draw-granite-shade M556 0c2-64 52-96 118-102 66 6 116 38 118 102
        fill-draw-water M232-12h900V0H232
        stroke-draw-iron 4 M226-8v-170M252-8v-170M148-178h208M186-203h134M320-203l36 25M226-226h26
        M226-203v-23M252-203v-23
        stroke-draw-iron 2.5 m226-8 26-34-26-34 26-34-26-34 26-34M252-8l-26-34 26-34-26-34 26-34-26-34
        M206-178l20-25 13 25 13-25 17 25 17-25 17 25 17-25 17 25
        fill-draw-iron M146-203h60v25h-60zM218-14h42v14h-42zM318-178h10v9h-10
        stroke-draw-iron 1.5 M323-170v66
        fill-draw-sandstone M314-104h18v12h-18
        ${ARMADILLO}
        fill-draw-iron M490-28h180v5H490
        stroke-draw-trim 5 M500-22q80-126 160 0
        stroke-draw-trim 1.5 M524-52v24m19-40v40m18-46v46m19-48v48m18-46v46m19-40v40m19-24v24
      `}</Shapes>
      <Tenement scale={0.62} />
      <Tenement x={79} scale={0.62} />
      <Tenement x={830} scale={0.62} />
      <Tenement x={909} scale={0.62} />
    </>
  );
}

/** The overlapping shells of the SEC Armadillo, from the middle outwards. */
const ARMADILLO = `
  fill-draw-granite-shade M346-12c2-44 22-76 66-90l22 90
  fill-draw-harling M388-12c0-52 12-88 44-104 22 18 34 58 34 104
  fill-draw-granite M420-12c0-44 8-74 36-90 22 20 30 50 30 90z
  M340-12c0-38 14-64 46-76 16 18 22 44 22 76
  fill-draw-granite-shade M448-12c0-34 8-58 30-72 18 18 24 42 24 72
  fill-draw-harling M472-12c0-26 8-42 24-54 14 14 18 32 18 54z
  M326-12c0-30 12-46 34-56 12 14 18 32 18 56
  fill-draw-granite M314-12c2-20 10-32 26-38 10 10 14 22 14 38
`;
