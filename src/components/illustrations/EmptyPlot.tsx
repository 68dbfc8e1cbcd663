import { Tenement, Terrace } from './buildings.tsx';
import { Shapes } from './Shapes.tsx';

/** The drawing of the not-found page: a gap between two houses, with the dashed outline of a third, number 404. */
export function EmptyPlot({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 400 270" preserveAspectRatio="xMidYMax slice" aria-hidden="true" className={className}>
      <Shapes>{`
        fill-draw-hill-far M-200 270V150l140-30 120 40 140-60 120 56 130-40 150 40v114
        fill-draw-hill M-200 270v-70l200-20 140 22 140-26 160 24 160-14v84
      `}</Shapes>
      <Tenement x={-46} y={254} />
      <Terrace x={318} y={254} />
      <Shapes>fill-draw-harling-shade M82 254V64l-4-2V254zM314 254v-92h4v92</Shapes>
      <path
        className="fill-none stroke-draw-iron"
        strokeDasharray="9 7"
        strokeWidth="2.5"
        d="M126 252v-84h150v84M112 170l32-48h114l32 48zM150 122v-18h18v18M142 190h36v28h-36zM234 190h32v28h-32z"
      />
      <Shapes>{`
        fill-draw-granite M180 248h52v6h-52
        fill-draw-trim M186 172h40v76h-40
        fill-draw-teal M191 190h30v58h-30
        fill-draw-glass M191 177h30v10h-30
        fill-draw-blonde M199 216h14v4h-14zM215 226h3v6h-3
      `}</Shapes>
      <text x="206" y="208" textAnchor="middle" className="fill-draw-trim font-display text-[13px] font-bold">
        404
      </text>
      <Shapes>{`
        fill-draw-leaf M132 254q4-16 8-2 4-20 8 0 4-12 7 2zM246 254q4-18 8-2 4-14 8 2zM290 254q3-12 6 0
        fill-draw-ground M-200 254h800v16h-800
      `}</Shapes>
    </svg>
  );
}
