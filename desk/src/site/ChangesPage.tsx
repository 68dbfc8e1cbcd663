import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useNow } from '../lib/use-now.ts';
import { DeskIcon } from '../ui/DeskIcon.tsx';
import { Differences } from './Differences.tsx';
import { Failure } from '../ui/Failure.tsx';
import { Publishing } from './Publishing.tsx';
import type { SiteOverview } from './site-calls.ts';
import { documentQuery, siteQuery } from './site-queries.ts';
import { changeInWords, formAddress } from './words.ts';

/** Everything that was changed and not published yet, old and new beside each other. */
export function ChangesPage() {
  const { data: site, error, refetch } = useQuery(siteQuery());
  const changed = site?.documents.filter(({ change }) => change !== null) ?? [];
  return (
    <div className="page">
      <div>
        <Link href="/site" className="text-link gap-1.5 no-underline">
          <DeskIcon name="back" />
          Site
        </Link>
        <h1 className="text-h2">What has changed</h1>
      </div>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {site && changed.length === 0 && <p>Nothing waits to be published.</p>}
      {changed.map((listed) => (
        <Changed key={listed.path} listed={listed} />
      ))}
      {site && (
        <section aria-label="Publish">
          <Publishing site={site} />
        </section>
      )}
    </div>
  );
}

function Changed({ listed: { path, title, change } }: { listed: SiteOverview['documents'][number] }) {
  const nowMs = useNow();
  const { data: document, error, refetch } = useQuery(documentQuery(path));
  return (
    <section className="panel" aria-label={title}>
      <h2 className="text-h3">{title}</h2>
      <p className="hint">{change && changeInWords(change, nowMs)}</p>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {document && change?.kind === 'changed' && (
        <Differences
          schema={document.schema}
          claims={document.claims}
          before={document.live ?? undefined}
          after={document.value}
        />
      )}
      <p>
        <Link href={formAddress(path)} className="text-link">
          {change?.kind === 'removed' ? 'Open the page' : 'Change it further, or discard it'}
        </Link>
      </p>
    </section>
  );
}
