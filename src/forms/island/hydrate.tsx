import {
  createElement,
  startTransition,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { hydrateRoot } from 'react-dom/client';
import { IslandBoundary } from './IslandBoundary.tsx';

/**
 * Hydrates an island's HTML as a transition, so that the browser can respond to the visitor in the meantime.
 *
 * @returns a promise that resolves when the component has restored its state and can be used, or has failed and is
 *   replaced by the HTML from the server
 */
export function hydrate<Props extends object>(
  host: HTMLElement,
  component: ComponentType<Props>,
  props: Props,
): Promise<void> {
  const serverHtml = serverHtmlOf(host);
  return new Promise((resolve) => {
    startTransition(() => {
      hydrateRoot(
        host,
        <IslandBoundary host={host} serverHtml={serverHtml} onFailed={resolve}>
          <Settled onSettled={resolve}>{createElement(component, props)}</Settled>
        </IslandBoundary>,
      );
    });
  });
}

/** The server's HTML of an island, without the styles that scripts have set: the page's policy forbids them in HTML. */
function serverHtmlOf(host: HTMLElement): string {
  const copy = host.cloneNode(true) as HTMLElement;
  for (const element of copy.querySelectorAll('[style]')) element.removeAttribute('style');
  return copy.innerHTML;
}

/** Reports when the state that the component sets in its first effects is rendered too. */
function Settled({ onSettled, children }: { onSettled: () => void; children: ReactNode }) {
  const [mounted, setMounted] = useState(false);
  useEffect(() => {
    if (mounted) onSettled();
    // eslint-disable-next-line react-hooks/set-state-in-effect -- rendered in one batch with the component's own state
    else setMounted(true);
  }, [mounted, onSettled]);
  return children;
}
