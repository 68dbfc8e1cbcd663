import { lazy, Suspense } from 'react';
import type { DialLinkProps } from './DialLink.tsx';

/**
 * The link is loaded after the first screen, because the library that reads telephone numbers is a tenth of the app's
 * code. If the link cannot be loaded, the number is shown as text.
 */
const DialLink = lazy(() =>
  import('./DialLink.tsx').then(
    (module) => ({ default: module.DialLink }),
    () => ({ default: NumberAsText }),
  ),
);

/** A person's telephone number, as `DialLink` shows it. */
export function CallLink(props: DialLinkProps) {
  return (
    <Suspense fallback={<NumberAsText {...props} />}>
      <DialLink {...props} />
    </Suspense>
  );
}

function NumberAsText({ card, className, children }: DialLinkProps) {
  return (
    <span className={className}>
      {children}
      <span>{card.phone}</span>
    </span>
  );
}
