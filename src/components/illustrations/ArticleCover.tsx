import type { JSX } from 'react';
import { Villa } from './buildings.tsx';
import { BrokenChain } from './covers/BrokenChain.tsx';
import { FastSale } from './covers/FastSale.tsx';
import { Inheritance } from './covers/Inheritance.tsx';
import { Law } from './covers/Law.tsx';
import { PoorCondition } from './covers/PoorCondition.tsx';
import { TwoSales } from './covers/TwoSales.tsx';
import { Shapes } from './Shapes.tsx';

/** The articles' drawings by the article's slug. */
const COVERS: Partial<Record<string, () => JSX.Element>> = {
  'broken-property-chain-guide': BrokenChain,
  'cash-buyers-vs-estate-agents': TwoSales,
  'how-to-sell-house-fast-scotland': FastSale,
  'scottish-property-law-guide': Law,
  'selling-inherited-property-scotland': Inheritance,
  'selling-property-poor-condition': PoorCondition,
};

/** For an article without a drawing. */
const PlainCover = () => <Villa x={54} y={138} scale={0.8} />;

type Props = { article: string; className?: string };

/** An article's drawing, cropped to the shape of its element. It is decorative: the title is beside it. */
export function ArticleCover({ article, className = '' }: Props) {
  const Cover = COVERS[article] ?? PlainCover;
  return (
    <svg
      viewBox="0 0 240 150"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className={`bg-wash ${className}`}
    >
      <Shapes>{`
        fill-draw-hill-far M-300 150V86l140 10 100-40 140 44 120-50 110 40 120-36 110 40v56
        fill-draw-ground M-300 138h840v12h-840
      `}</Shapes>
      <Cover />
    </svg>
  );
}
