/** One shape: `fill` or `stroke`, the colour, for a stroke its width, and the path. */
const SHAPE = /^(fill|stroke)-(\S+) (?:([\d.]+) )?(.+)$/s;

/**
 * SVG paths, one per line. `fill-draw-roof M0 0h9v9` is a filled shape; `stroke-draw-iron 2 M0 0h9` is a line of width
 * 2. A path may continue on the next line, which then starts with a path command.
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
