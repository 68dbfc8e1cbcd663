import { memo, useState } from 'react';
import { Thumbnail } from '#src/enquiry/papers/Thumbnail.tsx';
import { usePaper, type ReadPaper } from '#src/enquiry/papers/use-paper.tsx';
import { readPaper } from '../api/papers.ts';
import type { Lead, Paper } from '../api/types.ts';
import { useMe } from '../api/use-me.ts';
import { baseOf } from '../changes/base.ts';
import { ChangeState } from '../changes/ChangeState.tsx';
import { useChange } from '../changes/use-change.ts';
import { dayMonthYear } from '../lib/london.ts';
import { Button } from '../ui/Button.tsx';
import { toasts } from '../ui/toasts.ts';
import { PAPER_WORDS } from '../ui/words.ts';
import { PaperForm } from './PaperForm.tsx';

/** What a paper is, who has added it and when, and who sees it. */
function describe({ kind, by, at, is_shown, offer_number }: Paper): string {
  const parts = [
    by === null ? 'From the seller' : `${PAPER_WORDS[kind]}, ${by.name}`,
    dayMonthYear(at),
    offer_number !== null && `with offer ${offer_number}`,
    !is_shown && 'for us only',
  ];
  return parts.filter((part) => part !== false).join(', ');
}

/** The pictures and documents of a lead, from the seller and from us. */
export const Papers = memo(function Papers({ lead }: { lead: Lead }) {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <section aria-labelledby="papers" className="panel">
      <h2 id="papers" className="panel-title">
        Documents and pictures
      </h2>
      {lead.papers.length === 0 && <p className="text-ink-soft">None yet.</p>}
      <ul className="grid gap-4">
        {lead.papers.map((paper) => (
          <Row key={paper.id} lead={lead} paper={paper} />
        ))}
      </ul>
      <Button size="small" className="mt-4" onClick={() => setIsAdding(true)}>
        Add a picture or a PDF
      </Button>
      {isAdding && <PaperForm lead={lead} onClose={() => setIsAdding(false)} />}
    </section>
  );
});

function Row({ lead, paper }: { lead: Lead; paper: Paper }) {
  const me = useMe();
  const removing = useChange(
    'remove_paper',
    `${lead.id}.remove-paper.${paper.id}`,
    'the removed document or picture',
    () => toasts.add({ title: 'Removed' }),
  );
  const read: ReadPaper = (size) => readPaper(paper.id, size);
  const { isPicture, open, dialog } = usePaper(paper, read);
  const isOfThisLead = paper.lead_id === lead.id;
  const mayRemove = isOfThisLead && (me.role === 'owner' || paper.by?.id === me.id);

  async function show() {
    if (!(await open())) toasts.add({ title: 'It could not be loaded' });
  }

  return (
    <li className="flex items-start gap-3">
      {isPicture && (
        <Thumbnail id={paper.id} title={paper.title} read={read} className="size-20 rounded-card" />
      )}
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-break-word">{paper.title}</p>
        <p className="hint">
          {`${describe(paper)}${isOfThisLead ? '' : ', from the enquiry that was merged into this one'}`}
        </p>
        <p className="mt-1 flex flex-wrap gap-2">
          <Button size="small" onClick={() => void show()}>
            <span>{isPicture ? 'View' : 'Download'}</span>
            <span className="sr-only">{` ${paper.title}`}</span>
          </Button>
          {mayRemove && (
            <Button
              variant="plain"
              size="small"
              aria-disabled={removing.isSending}
              onClick={() => removing.submit({ lead_id: lead.id, paper_id: paper.id }, baseOf(lead))}
            >
              Remove
              <span className="sr-only">{` ${paper.title}`}</span>
            </Button>
          )}
        </p>
        <ChangeState change={removing.change} />
      </div>
      {dialog}
    </li>
  );
}
