import { KIND_WORDS, type LeadStatus, type StatusKind } from './lead-status.ts';

/** Each kind of status has its own shape, so that colour is not the only difference. */
const SHAPES: Record<StatusKind, string> = {
  complaint: 'M6 1h4v9H6zM6 12h4v3H6z',
  overdue: 'M8 1 15.5 15h-15z',
  new: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2',
  due: 'M2.5 2.5h11v11h-11z',
  asked: 'M1.5 2h13v9.5H9L5 15v-3.5H1.5z',
  planned: 'M2.5 2.5h11v11h-11zM4.5 4.5v7h7v-7z',
  unplanned: 'M1 7h14v2.5H1z',
  closed: 'M2 8.5 4 6.5 6.5 9 12 3l2 2-7.5 8z',
  suspect: 'M8 .5 15.5 8 8 15.5.5 8z',
};

export function StatusBadge({ status: { kind, words } }: { status: LeadStatus }) {
  return (
    <span className={`why why-${kind}`}>
      <svg viewBox="0 0 16 16" width="11" height="11" aria-hidden="true" className="shrink-0">
        <path fillRule="evenodd" d={SHAPES[kind]} />
      </svg>
      <span>
        <b>{KIND_WORDS[kind]}</b>
        <span>{words === '' ? '' : ` · ${words}`}</span>
      </span>
    </span>
  );
}
