import { memo, useEffect, useRef, useState } from 'react';
import { dataUrlOf } from '#src/lib/files/data-url.ts';
import { saveFile } from '#src/lib/files/save-file.ts';
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
        Pictures and papers
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
  const removing = useChange('remove_paper', `${lead.id}.remove-paper.${paper.id}`, () =>
    toasts.add({ title: 'Removed' }),
  );
  const [picture, setPicture] = useState<string>();
  const dialog = useRef<HTMLDialogElement>(null);
  const isPicture = paper.file_type === 'jpeg';
  const isOfThisLead = paper.lead_id === lead.id;
  const mayRemove = isOfThisLead && (me.role === 'owner' || paper.by?.id === me.id);

  async function open() {
    const contents = await readPaper(paper.id, 'whole');
    if (!contents) {
      toasts.add({ title: 'It could not be loaded' });
    } else if (isPicture) {
      setPicture(await dataUrlOf(contents));
      dialog.current?.showModal();
    } else {
      saveFile(contents, `${paper.title}.pdf`);
    }
  }

  return (
    <li className="flex items-start gap-3">
      {isPicture && <Thumbnail paper={paper} />}
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-break-word">{paper.title}</p>
        <p className="hint">
          {`${describe(paper)}${isOfThisLead ? '' : ', from the enquiry that was merged into this one'}`}
        </p>
        <p className="mt-1 flex flex-wrap gap-2">
          <Button size="small" onClick={() => void open()}>
            <span>{isPicture ? 'Look' : 'Download'}</span>
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
      {isPicture && (
        <dialog ref={dialog} aria-label={paper.title} className="m-auto max-h-[95vh] max-w-[95vw]">
          <form method="dialog">
            <button type="submit" aria-label="Close the picture" className="block cursor-zoom-out">
              {picture && <img src={picture} alt={paper.title} className="max-h-[95vh] w-auto" />}
            </button>
          </form>
        </dialog>
      )}
    </li>
  );
}

/** A small picture. Its place is kept free until it is loaded. */
function Thumbnail({ paper: { id, title } }: { paper: Paper }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let isGone = false;
    void readPaper(id, 'small').then(async (contents) => {
      const read = contents && (await dataUrlOf(contents));
      if (!isGone) setUrl(read);
    });
    return () => {
      isGone = true;
    };
  }, [id]);
  return (
    <div className="size-20 shrink-0 overflow-hidden rounded-card bg-action-wash">
      {url && <img src={url} alt={title} width={80} height={80} className="size-20 object-cover" />}
    </div>
  );
}
