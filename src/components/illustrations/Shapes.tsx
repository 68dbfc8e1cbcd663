/** The class, the width if it is a line, and the path. */
const SHAPE = /^(fill|stroke)-(\S+) (?:([\d.]+) )?(.+)$/s;

/**
 * SVG paths written one below the other: `fill-draw-roof M0 0h9v9` is an area, which closes itself, and
 * `stroke-draw-iron 2 M0 0h9` a line of width 2. A long path continues on the next line, with a command.
 */
export function Shapes({ children }: { children: string }) {
  return children
    .trim()
    .split(/\n\s*(?=fill-|stroke-)/)
    .map((shape, index) => {
      const [, kind = '', colour = '', strokeWidth, path = ''] = SHAPE.exec(shape) ?? [];
      const className = kind === 'fill' ? `fill-${colour}` : `fill-none stroke-${colour}`;
      return (
        <path key={index} className={className} strokeWidth={strokeWidth} d={path.replace(/\n\s*/g, '')} />
      );
    });
}
