import { At } from './At.tsx';
import { Tenement, Terrace } from './buildings.tsx';

/** The drawing of the not-found page: a gap between two houses, with the dashed outline of a third, number 404. */
export function EmptyPlot({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 400 270" preserveAspectRatio="xMidYMax slice" aria-hidden="true" className={className}>
      <path className="fill-draw-hill-far" d="M-200 270V150l140-30 120 40 140-60 120 56 130-40 150 40v114z" />
      <path className="fill-draw-hill" d="M-200 270v-70l200-20 140 22 140-26 160 24 160-14v84z" />
      <At x={-46} y={254}>
        <Tenement />
      </At>
      <At x={318} y={254}>
        <Terrace />
      </At>
      <path className="fill-draw-harling-shade" d="M82 254V64l-4-2V254zM314 254v-92h4v92z" />
      <path
        className="fill-none stroke-draw-iron"
        strokeDasharray="9 7"
        strokeWidth="2.5"
        d="M126 252v-84h150v84M112 170l32-48h114l32 48zM150 122v-18h18v18M142 190h36v28h-36zM234 190h32v28h-32z"
      />
      <path className="fill-draw-granite" d="M180 248h52v6h-52z" />
      <path className="fill-draw-trim" d="M186 172h40v76h-40z" />
      <path className="fill-draw-teal" d="M191 190h30v58h-30z" />
      <path className="fill-draw-glass" d="M191 177h30v10h-30z" />
      <path className="fill-draw-blonde" d="M199 216h14v4h-14zM215 226h3v6h-3z" />
      <text x="206" y="208" textAnchor="middle" className="fill-draw-trim font-display text-[13px] font-bold">
        404
      </text>
      <path
        className="fill-draw-leaf"
        d="M132 254q4-16 8-2 4-20 8 0 4-12 7 2zM246 254q4-18 8-2 4-14 8 2zM290 254q3-12 6 0z"
      />
      <path className="fill-draw-ground" d="M-200 254h800v16h-800z" />
    </svg>
  );
}
