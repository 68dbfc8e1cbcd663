import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'svg'>, 'children' | 'path'> & { path: string; sizePx: number };

/**
 * An icon of lines on a grid of 24 by 24 units, in the colour of the text. It is hidden from screen readers, so a text
 * beside it must say the same.
 */
export function LineIcon({ path, sizePx, className = '', ...props }: Props) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={sizePx}
      height={sizePx}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
      {...props}
    >
      <path d={path} />
    </svg>
  );
}
