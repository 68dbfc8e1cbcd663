import type { ReactNode } from 'react';
import { deskConfig } from '../api/client.ts';
import { MARK } from '#src/components/ui/mark.ts';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { useMe } from './Gate.tsx';
import { KeysHelp } from './KeysHelp.tsx';
import { NavLink } from './NavLink.tsx';
import { Toasts } from './Toasts.tsx';

/** The frame of every page: navigation at the bottom of a phone, at the top of a wide screen. */
export function Shell({ children }: { children: ReactNode }) {
  const me = useMe();
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
        <span className="font-display font-bold">{deskConfig().brand}</span>
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
      <main id="main" tabIndex={-1} className="main">
        {children}
      </main>
      <Toasts />
    </div>
  );
}

const firstName = (name: string) => name.split(' ', 1)[0] ?? name;

/** A link to `#main` would change the route. */
function skipToMain(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
