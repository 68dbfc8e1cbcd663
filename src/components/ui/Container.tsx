import type { ComponentProps } from 'react';

/** Limits the content's width and keeps a margin to the screen's edges. */
export function Container({ className = '', ...props }: ComponentProps<'div'>) {
  return <div className={`mx-auto w-full max-w-6xl px-4 sm:px-6 lg:px-8 ${className}`} {...props} />;
}
