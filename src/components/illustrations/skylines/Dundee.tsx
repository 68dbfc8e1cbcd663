import { At } from '../At.tsx';
import { Tenement, Terrace } from '../buildings.tsx';
import { grid, rectangles } from '../paths.ts';

/** The Law with its memorial, the Discovery's masts, the V&A over the river, and the rail bridge going out to Fife. */
export function Dundee() {
  return (
    <>
      <path className="fill-draw-hill-far" d="M300 0v-54l160-26 200 14 180-24 220 30V0z" />
      <path
        className="fill-draw-hill"
        d="M-40 0v-80c60-10 90-70 150-92q30-10 60 2c60 30 90 90 180 116l90 26V0z"
      />
      <path className="fill-draw-granite" d="M124-170h36v-5h-7v-5h-6l-2-24h-6l-2 24h-6v5h-7z" />
      <At x={0} y={-8} scale={0.5}>
        <Tenement />
      </At>
      <At x={70} y={-8} scale={0.5}>
        <Terrace />
      </At>
      <path className="fill-draw-water" d="M172-14h900V0H172z" />
      <path className="fill-draw-granite-shade" d="M-40-8h320V0H-40z" />
      <At x={-64}>
        <Discovery />
        <Museum />
        <Bridge />
      </At>
    </>
  );
}

/** Three masts and a funnel. The museum hides part of the hull. */
function Discovery() {
  return (
    <>
      <path
        className="fill-none stroke-draw-iron"
        strokeWidth="3"
        d="M254-14v-128M288-14v-142M322-14v-112M240-112h28M236-88h36M272-126h32M270-98h36M310-98h24"
      />
      <path className="fill-none stroke-draw-iron" strokeWidth="1" d="M226-36l28-106 34-14 34 30 24 70" />
      <path className="fill-draw-roof-shade" d="M222-44l12 8h104v30H240z" />
      <path className="fill-draw-blonde" d="M300-62h12v26h-12z" />
      <path className="fill-draw-trim" d="M230-38h110v4H233z" />
    </>
  );
}

/** The V&A: two hulls of stone slats that lean together over a passage. */
function Museum() {
  const slats = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((row) => row * 10 + 6);
  return (
    <At x={338}>
      <path
        className="fill-draw-granite"
        d="M16 0-8-100l92 8 12 22L110-88l74-10L160 0h-40l-14-42q-8-12-18 0L76 0z"
      />
      <path
        className="fill-draw-granite-shade"
        d="M48 0l14-94 22 2 12 22-8 28L76 0zM110-88l20-3 6 91h-16l-14-42-8-28z"
      />
      <path
        className="fill-none stroke-draw-trim"
        strokeWidth="2"
        d={slats
          .map(
            (y) =>
              `M${(18 - y * 0.24).toFixed(0)}-${y}h${y > 42 ? (142 + y * 0.46).toFixed(0) : 62}${y > 42 ? '' : `m42 0h${(40 + y * 0.1).toFixed(0)}`}`,
          )
          .join('')}
      />
    </At>
  );
}

/** The Tay Bridge with a train. */
function Bridge() {
  const piers = grid([560, 610, 660, 710, 760, 810, 860, 910, 960, 1010], [-44], 8, 44);
  return (
    <>
      <path className="fill-draw-iron" d={`${rectangles(piers)}M512-48h600v6H512z`} />
      <path
        className="fill-none stroke-draw-iron"
        strokeWidth="3"
        d="M556-48q30-40 58 0 28-40 58 0 28-40 58 0 28-40 58 0"
      />
      <path className="fill-draw-teal" d="M590-60h44v11h-44zM637-60h44v11h-44zM684-60h36q10 2 12 11h-48z" />
      <path
        className="fill-draw-glass"
        d={rectangles(grid([594, 604, 614, 624, 641, 651, 661, 671, 688, 698, 708], [-57], 6, 4))}
      />
    </>
  );
}
