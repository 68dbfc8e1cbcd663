import { useIsFetching } from '@tanstack/react-query';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { deskConfig } from '../api/client.ts';
import { MARK } from '#src/components/ui/mark.ts';
import { UnsentNotice } from '../changes/UnsentNotice.tsx';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { useMe } from './Gate.tsx';
import { KeysHelp } from './KeysHelp.tsx';
import { NavLink } from './NavLink.tsx';
import { loadTheRest, Toasts } from './pages.ts';

/** The frame of every page: navigation at the bottom of a phone, at the top of a wide screen. */
export function Shell({ children }: { children: ReactNode }) {
  const me = useMe();
  const isComplete = useFirstList();
  return (
    <div className="shell">
      <a href="#main" className="skip-link" onClick={skipToMain}>
        Skip to the content
      </a>
      <header className="masthead">
        <svg viewBox="0 0 32 32" aria-hidden="true" className="size-6 shrink-0">
          <path className="fill-on-slate" d={MARK.gable} />
          <path className="fill-slate" d={MARK.door} />
        </svg>
        <span className="font-display font-bold md:whitespace-nowrap">{deskConfig().brand}</span>
        <nav aria-label="Desk" className="nav">
          <NavLink href="/" alsoFor="/lead" icon="now">
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
            <NavLink href="/person" icon="person">
              People
            </NavLink>
          )}
          <NavLink href="/account" icon="account">
            {firstName(me.name)}
          </NavLink>
        </nav>
        <KeysHelp />
      </header>
      <ConnectionNotice />
      <UnsentNotice />
      <main id="main" tabIndex={-1} className="main">
        {children}
      </main>
      <Suspense fallback={null}>{isComplete && <Toasts />}</Suspense>
    </div>
  );
}

/** Whether the first page has been read. The rest of the app is loaded then, and not beside it. */
function useFirstList(): boolean {
  const isReading = useIsFetching() > 0;
  const [isComplete, setIsComplete] = useState(false);
  useEffect(() => {
    if (isComplete || isReading) return;
    const timer = setTimeout(() => {
      setIsComplete(true);
      loadTheRest();
    });
    return () => {
      clearTimeout(timer);
    };
  }, [isReading, isComplete]);
  return isComplete;
}

const firstName = (name: string) => name.split(' ', 1)[0] ?? name;

/** A link to `#main` would change the route. */
function skipToMain(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
