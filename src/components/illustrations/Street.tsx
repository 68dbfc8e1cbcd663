import type { ComponentProps } from 'react';
import { At } from './At.tsx';
import { Bungalow, Semi, Tenement, Terrace, Villa } from './buildings.tsx';

/**
 * A Scottish street in one strip. The five buildings are the form's five choices. The hills and the ground
 * run on past the drawing, as far as the widest screen.
 */
export function Street({ className = '', ...props }: ComponentProps<'svg'>) {
  return (
    <svg
      viewBox="0 0 1080 300"
      role="img"
      aria-label="A Scottish street: a bungalow, a granite terrace, a sandstone tenement, a semi-detached house and a villa, with hills behind."
      className={`relative left-1/2 aspect-[1080/300] max-w-none -translate-x-1/2 overflow-visible ${className}`}
      {...props}
    >
      <path
        className="fill-draw-hill-far"
        d="M-1300 300V150l220-40 180 60 220-70 160 60 120 10 160-40 120 30L60 80l140 60 130-84 170 92 120-50 150 60 140-76 170 84 120-30 280 60 220-50 200 60 240-70 260 90v74z"
      />
      <path
        className="fill-draw-hill"
        d="M-1300 300v-90l280 40 300-60 320 40 260-50 200 36 240-60 260 56 240-50 300 52 380-30 320 40 300-50v126z"
      />
      <At x={30} y={288}>
        <Bungalow />
      </At>
      <At x={232} y={288}>
        <Terrace />
      </At>
      <At x={436} y={288}>
        <Tenement />
      </At>
      <At x={624} y={288}>
        <Semi />
      </At>
      <At x={850} y={288}>
        <Villa />
      </At>
      <path
        className="fill-draw-leaf"
        d="M205 288v-34a22 30 0 1 1 6 0v34zM584 288v-22a16 22 0 1 1 5 0v22zM806 288v-44a27 38 0 1 1 6 0v44zM1026 288v-28a20 27 0 1 1 6 0v28z"
      />
      <path className="fill-draw-roof-shade" d="M420 288v-74h-6v-12l4-6h10l4 6v12h-6v74z" />
      <path className="fill-draw-ground" d="M-1300 286h3700v14h-3700z" />
    </svg>
  );
}
