import { Tenement } from '../buildings.tsx';
import { At } from '../At.tsx';

/** Tenements, the Finnieston crane, the Armadillo and the Clyde Arc, with the university's tower behind. */
export function Glasgow() {
  return (
    <>
      <path
        className="fill-draw-hill-far"
        d="M-40 0v-92l90-30 120 42 150-58 140 52 130-40 150 44 190-60 260 50V0z"
      />
      <path
        className="fill-draw-hill"
        d="M-40 0v-50l120-14h80v-22l6-8v-30l9-46 9 46v30l6 8v18h60v-14h40v14l120 12 200-20 180 24 360-20V0z"
      />
      <path className="fill-draw-granite-shade" d="M556 0c2-64 52-96 118-102 66 6 116 38 118 102z" />
      <path className="fill-draw-water" d="M232-12h900V0H232z" />
      <path
        className="fill-none stroke-draw-iron"
        strokeWidth="4"
        d="M226-8v-170M252-8v-170M148-178h208M186-203h134M320-203l36 25M226-226h26M226-203v-23M252-203v-23"
      />
      <path
        className="fill-none stroke-draw-iron"
        strokeWidth="2.5"
        d="m226-8 26-34-26-34 26-34-26-34 26-34M252-8l-26-34 26-34-26-34 26-34-26-34M206-178l20-25 13 25 13-25 17 25 17-25 17 25 17-25 17 25"
      />
      <path className="fill-draw-iron" d="M146-203h60v25h-60zM218-14h42v14h-42zM318-178h10v9h-10z" />
      <path className="fill-none stroke-draw-iron" strokeWidth="1.5" d="M323-170v66" />
      <path className="fill-draw-sandstone" d="M314-104h18v12h-18z" />
      <Armadillo />
      <path className="fill-draw-iron" d="M490-28h180v5H490z" />
      <path className="fill-none stroke-draw-trim" strokeWidth="5" d="M500-22q80-126 160 0" />
      <path
        className="fill-none stroke-draw-trim"
        strokeWidth="1.5"
        d="M524-52v24m19-40v40m18-46v46m19-48v48m18-46v46m19-40v40m19-24v24"
      />
      <At x={0} scale={0.62}>
        <Tenement />
      </At>
      <At x={79} scale={0.62}>
        <Tenement />
      </At>
      <At x={830} scale={0.62}>
        <Tenement />
      </At>
      <At x={909} scale={0.62}>
        <Tenement />
      </At>
    </>
  );
}

/** The overlapping shells of the SEC Armadillo, from the middle outwards. */
function Armadillo() {
  return (
    <>
      <path className="fill-draw-granite-shade" d="M346-12c2-44 22-76 66-90l22 90z" />
      <path className="fill-draw-harling" d="M388-12c0-52 12-88 44-104 22 18 34 58 34 104z" />
      <path
        className="fill-draw-granite"
        d="M420-12c0-44 8-74 36-90 22 20 30 50 30 90zM340-12c0-38 14-64 46-76 16 18 22 44 22 76z"
      />
      <path className="fill-draw-granite-shade" d="M448-12c0-34 8-58 30-72 18 18 24 42 24 72z" />
      <path
        className="fill-draw-harling"
        d="M472-12c0-26 8-42 24-54 14 14 18 32 18 54zM326-12c0-30 12-46 34-56 12 14 18 32 18 56z"
      />
      <path className="fill-draw-granite" d="M314-12c2-20 10-32 26-38 10 10 14 22 14 38z" />
    </>
  );
}
