import { CoverByRule } from './cover-by-rule.tsx';
import { COVERS } from './covers.tsx';
import { Shapes } from './Shapes.tsx';

type Props = { article: string; className?: string };

/**
 * An article's drawing, cropped to the shape of its element. An article without a drawing of its own gets one by
 * rules. Screen readers skip the drawing, because the title is beside it.
 */
export function ArticleCover({ article, className = '' }: Props) {
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
      {COVERS[article] ?? <CoverByRule article={article} />}
    </svg>
  );
}
