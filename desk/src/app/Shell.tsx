import { useIsFetching } from '@tanstack/react-query';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { deskConfig } from '../api/client.ts';
import { LOGO_PATHS } from '#src/components/ui/logo-paths.ts';
import { UnsentNotice } from '../changes/UnsentNotice.tsx';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { FaultsNotice } from './FaultsNotice.tsx';
import { useMe } from '../api/use-me.ts';
import { useLive } from '../live/LiveProvider.tsx';
import { ShortcutsHelp } from './ShortcutsHelp.tsx';
import { NavLink } from './NavLink.tsx';
import { loadTheRest, Toasts } from './lazy-pages.ts';

/** The frame of every page: navigation at the bottom of a phone, at the top of a wide screen. */
export function Shell({ children }: { children: ReactNode }) {
  const me = useMe();
  const { waiting } = useLive();
  const hasLoadedFirst = useLoadRestWhenIdle();
  return (
    <div className="shell">
      <a href="#main" className="skip-link" onClick={skipToMain}>
        Skip to the content
      </a>
      <header className="masthead">
        <svg viewBox="0 0 32 32" aria-hidden="true" className="size-6 shrink-0">
          <path className="fill-on-slate" d={LOGO_PATHS.gable} />
          <path className="fill-slate" d={LOGO_PATHS.door} />
        </svg>
        <span className="font-display font-bold md:whitespace-nowrap">{deskConfig().brand}</span>
        <nav aria-label="Desk" className="nav">
          <NavLink href="/" alsoFor={/^\/lead\b/} icon="now" count={waiting}>
            Now
          </NavLink>
          <NavLink href="/all" icon="list">
            Leads
          </NavLink>
          <NavLink href="/search" icon="search">
            Search
          </NavLink>
          <NavLink href="/funnel" icon="funnel">
            Funnel
          </NavLink>
          {me.role === 'owner' && (
            <>
              <NavLink href="/settings" alsoFor={/^\/pe(ople|rson)\b/} icon="settings">
                Settings
              </NavLink>
              <NavLink href="/site" icon="site">
                Site
              </NavLink>
            </>
          )}
          <NavLink href="/account" icon="account">
            {firstName(me.name)}
          </NavLink>
        </nav>
        <ShortcutsHelp />
      </header>
      <ConnectionNotice />
      <FaultsNotice />
      <UnsentNotice />
      <main id="main" tabIndex={-1} className="flex grow flex-col">
        {children}
      </main>
      <Suspense fallback={null}>{hasLoadedFirst && <Toasts />}</Suspense>
    </div>
  );
}

/**
 * Loads the app's other scripts once the first queries have finished, so that the scripts do not delay the queries.
 *
 * @returns whether the first queries have finished
 */
function useLoadRestWhenIdle(): boolean {
  const isReading = useIsFetching() > 0;
  const [hasLoadedFirst, setHasLoadedFirst] = useState(false);
  useEffect(() => {
    if (hasLoadedFirst || isReading) return;
    const timer = setTimeout(() => {
      setHasLoadedFirst(true);
      loadTheRest();
      void import('../live/device.ts').then(({ startDevice }) => startDevice()).catch(() => undefined);
    });
    return () => clearTimeout(timer);
  }, [isReading, hasLoadedFirst]);
  return hasLoadedFirst;
}

const firstName = (name: string) => name.split(' ', 1)[0] ?? name;

/**
 * Moves the focus to the lead or the person to call, past the list. It does so by script: the route is in the URL's hash,
 * so following a link to `#main` would change the route.
 */
function skipToMain(event: { preventDefault: () => void }): void {
  event.preventDefault();
  const heading = document.querySelector<HTMLElement>('.lead-pane h1, .next-person h1');
  (heading ?? document.getElementById('main'))?.focus();
}
