import { Suspense, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useRoute } from 'wouter';
import { STAGE_ORDER } from '#server/database/codes.ts';
import type { View } from '../api/types.ts';
import { NextPerson } from '../inbox/NextPerson.tsx';
import { CallNowList } from '../inbox/CallNowList.tsx';
import { Loading } from '../inbox/ListState.tsx';
import { SearchList } from '../inbox/SearchList.tsx';
import { ViewList } from '../inbox/ViewList.tsx';
import { useShortcuts } from '../lib/use-shortcuts.ts';
import { useWide } from '../lib/use-wide.ts';
import { LeadPage } from './lazy-pages.ts';

const VIEWS: readonly View[] = ['open', 'mine', 'all', 'suspect', ...STAGE_ORDER];

/** Opens the lead after (1) or before (-1) the one that is focused or open in the list. If none is, opens the first. */
function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-card]')];
  const current = rows.findIndex((row) => row === document.activeElement || row.ariaCurrent === 'true');
  const next = rows[current === -1 ? 0 : current + by];
  next?.click();
  next?.focus();
}

/** On screens at least 1024 px wide, a list and the open lead side by side; on narrower screens, one of the two. */
export function ListAndLead() {
  const [path, navigate] = useLocation();
  const [, lead] = useRoute('/lead/:id');
  const pathId = lead?.id;
  // A lead takes a slow phone some tenths of a second to render. Until then, its row in the list is highlighted.
  const leadId = useDeferredValue(pathId);
  const isWide = useWide();
  const [listPath, setListPath] = useState(pathId === undefined ? path : '/');
  if (pathId === undefined && path !== listPath) setListPath(path);

  // A lead opens at its top. On a phone, which then hides the list, going back shows the list at its former scroll
  // position.
  const listScroll = useRef(0);
  useEffect(() => {
    if (leadId !== undefined) return;
    const remember = () => {
      listScroll.current = scrollY;
    };
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, [leadId]);
  const shownId = useRef(leadId);
  useLayoutEffect(() => {
    // Does not scroll on the first render: scrolling forces a layout, which would delay the first screen.
    if (shownId.current === leadId) return;
    shownId.current = leadId;
    scrollTo({ top: leadId === undefined ? listScroll.current : 0, behavior: 'instant' });
  }, [leadId]);

  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    '/': () => navigate('/search'),
  });

  return (
    <div className="workbench">
      <div className={`list-pane ${leadId === undefined ? '' : 'max-lg:hidden'}`}>
        {listPath === '/' && (
          <>
            {leadId === undefined && !isWide && <NextPerson />}
            <CallNowList currentId={pathId} />
          </>
        )}
        {listPath === '/search' && <SearchList currentId={pathId} />}
        {listPath.startsWith('/all') && (
          <ViewList view={VIEWS.find((view) => listPath === `/all/${view}`) ?? 'open'} currentId={pathId} />
        )}
      </div>
      <div className={`lead-pane ${leadId === undefined ? 'max-lg:hidden' : ''}`}>
        {leadId === undefined ? (
          isWide && <NextPerson />
        ) : (
          <Suspense fallback={<Loading />}>
            <LeadPage key={leadId} id={leadId} back={listPath} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
