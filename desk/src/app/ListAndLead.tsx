import { Suspense, useDeferredValue, useState } from 'react';
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
import { BulkChange, LeadPage } from './lazy-pages.ts';
import { useListScroll } from './use-list-scroll.ts';

const VIEWS: readonly View[] = ['open', 'mine', 'unplanned', 'all', 'suspect', ...STAGE_ORDER];

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

  useListScroll(listPath, leadId);
  useShortcuts({ '/': () => navigate('/search') });

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
          <ViewList
            key={listPath}
            view={VIEWS.find((view) => listPath === `/all/${view}`) ?? 'open'}
            currentId={pathId}
            Bulk={BulkChange}
          />
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
