import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { countsQuery } from '../api/queries.ts';
import { STAGE_ORDER } from '#server/database/codes.ts';
import type { View } from '../api/types.ts';
import { STAGE_WORDS, VIEW_WORDS } from '../ui/words.ts';

const VIEWS = ['open', 'mine', 'unplanned', 'all', 'suspect'] as const satisfies View[];

/** Links to the lists of leads, and a select with a list for each stage. */
export function ViewLinks({ view }: { view: View }) {
  const [, navigate] = useLocation();
  const { data: counts } = useQuery(countsQuery());
  const countOf = (name: View) =>
    counts && (name === 'mine' || name === 'suspect') && counts[name] > 0 ? ` ${counts[name]}` : '';
  const stage = STAGE_ORDER.find((name) => name === view) ?? '';
  return (
    <nav aria-label="Which leads" className="flex flex-wrap gap-1.5 px-4 pb-3 md:px-5">
      {VIEWS.map((name) => (
        <Link
          key={name}
          href={`/all/${name}`}
          className="view-link"
          aria-current={name === view ? 'page' : undefined}
        >
          {VIEW_WORDS[name] + countOf(name)}
        </Link>
      ))}
      <select
        aria-label="Stage"
        className="view-link"
        value={stage}
        aria-current={stage === '' ? undefined : 'page'}
        onChange={({ target }) => navigate(`/all/${target.value}`)}
      >
        <option value="" disabled>
          By stage
        </option>
        {STAGE_ORDER.map((name) => (
          <option key={name} value={name}>
            {STAGE_WORDS[name]}
          </option>
        ))}
      </select>
    </nav>
  );
}
