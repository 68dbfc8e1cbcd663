import {
  createElement,
  startTransition,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { hydrateRoot } from 'react-dom/client';

/**
 * Brings an island's HTML to life, in slices between which the browser can answer the visitor.
 *
 * @returns when the component has put back what it keeps and can be used
 */
export function hydrate<Props extends object>(
  host: HTMLElement,
  component: ComponentType<Props>,
  props: Props,
): Promise<void> {
  return new Promise((resolve) => {
    startTransition(() => {
      hydrateRoot(host, <Settled onSettled={resolve}>{createElement(component, props)}</Settled>);
    });
  });
}

/** Tells when the states that the component set as it came to life are on the page too. */
function Settled({ onSettled, children }: { onSettled: () => void; children: ReactNode }) {
  const [mounted, setMounted] = useState(false);
  useEffect(() => {
    if (mounted) onSettled();
    // eslint-disable-next-line react-hooks/set-state-in-effect -- rendered together with the component's own
    else setMounted(true);
  }, [mounted, onSettled]);
  return children;
}
