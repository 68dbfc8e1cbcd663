import { startTransition, useEffect, useState } from 'react';
import { Button } from '../components/ui/Button.tsx';
import type { Props } from './Rest.tsx';

declare global {
  interface Window {
    /** `src/layouts/load-rest.ts`. */
    loadRest?: () => Promise<typeof import('./Rest.tsx')>;
  }
}

type Loaded = typeof import('./Rest.tsx');

/** @returns null if it could not be loaded */
async function loadRest(): Promise<Loaded | null> {
  // The script with the function may arrive after ours. By the load event it has arrived or failed.
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  }
  return (await window.loadRest?.().catch(() => null)) ?? null;
}

/**
 * What stands below the offer. Its script is loaded when the offer has been painted and, after a failure, each time our
 * server has answered.
 */
export function LoadedRest(props: Props) {
  /** Null after a failure. */
  const [rest, setRest] = useState<Loaded | null>();
  const { enquiry } = props;

  useEffect(() => {
    if (rest) return;
    void loadRest().then((loaded) => startTransition(() => setRest(loaded)));
  }, [rest, enquiry]);

  async function retry() {
    const loaded = await loadRest();
    setRest(loaded);
    // Some browsers keep a failed import until the page is loaded again. Offline, that would lose the page.
    if (!loaded && navigator.onLine) window.location.reload();
  }

  if (rest) return <rest.Rest {...props} />;
  return (
    // As high as the screen, so that the footer does not move when the rest appears.
    <div role="status" className="min-h-svh print:hidden">
      {rest === null ? (
        <div key="failed" className="stack-4 border-l-8 border-danger bg-danger-wash p-4">
          <p>
            <strong>The rest of this page has not loaded.</strong> What you see above is complete. We keep
            trying.
          </p>
          <Button variant="secondary" onClick={() => void retry()}>
            Try again
          </Button>
        </div>
      ) : (
        <p key="loading" className="text-ink-soft">
          Loading the rest of this page…
        </p>
      )}
    </div>
  );
}
