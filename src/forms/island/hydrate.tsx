import {
  createElement,
  startTransition,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { hydrateRoot } from 'react-dom/client';
import { rememberControls } from './find-again.ts';
import { IslandBoundary } from './IslandBoundary.tsx';

/**
 * The message in the console when React has replaced an island's HTML. Every browser test fails if it finds this
 * message, except the tests that change the HTML themselves.
 */
const REPLACED = 'Hydration: the HTML was changed, so React has replaced it';

/**
 * At each of these events, React hydrates the whole island at once, before it returns to the browser. If React replaced
 * the HTML then, the browser would go on with elements that are no longer in the page: a press or the focus would be
 * lost. The list is that of react-dom 19 (`discreteReplayableEvents`).
 */
const HYDRATING_EVENTS =
  'mousedown mouseup touchcancel touchend touchstart auxclick dblclick pointercancel pointerdown pointerup dragend dragstart drop compositionend compositionstart keydown keypress keyup input textInput copy cut paste click change contextmenu reset';

/** Hides these events from React until the returned function is called. The browser still responds to them. */
function holdEvents(host: HTMLElement): () => void {
  const held = new AbortController();
  for (const type of HYDRATING_EVENTS.split(' ')) {
    host.addEventListener(
      type,
      (event) => {
        event.stopImmediatePropagation();
      },
      { capture: true, passive: true, signal: held.signal },
    );
  }
  return () => {
    held.abort();
  };
}

/**
 * Hydrates an island's HTML as a transition, so that the browser can respond to the visitor in the meantime. If a
 * browser extension or a translation has changed the HTML, React replaces it, and `keep-state.ts` restores the
 * visitor's state.
 *
 * @returns a promise that resolves when the component has restored its state and can be used, or when it has failed and
 *   the server-rendered HTML has replaced it. Its value is a function that finds a control after hydration.
 */
export function hydrate<Props extends object>(
  host: HTMLElement,
  component: ComponentType<Props>,
  props: Props,
): Promise<(element: Element) => Element> {
  const findAgain = rememberControls(host);
  const serverHtml = serverHtmlOf(host);
  const releaseEvents = holdEvents(host);
  // React empties a textarea that the server has filled in, unless its value was set.
  for (const field of host.querySelectorAll('textarea')) {
    const { value } = field;
    field.value = value;
  }
  return new Promise((resolvePromise) => {
    const resolve = () => {
      resolvePromise(findAgain);
    };
    startTransition(() => {
      hydrateRoot(
        host,
        <IslandBoundary host={host} serverHtml={serverHtml} onMounted={releaseEvents} onFailed={resolve}>
          <Settled onSettled={resolve}>{createElement(component, props)}</Settled>
        </IslandBoundary>,
        {
          onRecoverableError(cause) {
            console.info(REPLACED, cause);
          },
        },
      );
    });
  });
}

/**
 * An island's server-rendered HTML without the `style` attributes that scripts have set, because the
 * Content-Security-Policy forbids them in HTML.
 */
function serverHtmlOf(host: HTMLElement): string {
  const copy = host.cloneNode(true) as HTMLElement;
  for (const element of copy.querySelectorAll('[style]')) element.removeAttribute('style');
  return copy.innerHTML;
}

/** Calls `onSettled` once the state that the component sets in its first effects has been rendered. */
function Settled({ onSettled, children }: { onSettled: () => void; children: ReactNode }) {
  const [mounted, setMounted] = useState(false);
  useEffect(() => {
    if (mounted) onSettled();
    // eslint-disable-next-line react-hooks/set-state-in-effect -- rendered in one batch with the component's own state
    else setMounted(true);
  }, [mounted, onSettled]);
  return children;
}
