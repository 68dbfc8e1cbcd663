import type { ComponentProps } from 'react';

/** The page's measure: content never runs wider, and never touches the edge of a phone. */
export function Container({ className = '', ...props }: ComponentProps<'div'>) {
  return <div className={`mx-auto w-full max-w-6xl px-4 sm:px-6 lg:px-8 ${className}`} {...props} />;
}
