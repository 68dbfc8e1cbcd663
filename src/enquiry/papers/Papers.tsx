import { useState } from 'react';
import { Button } from '../../components/ui/Button.tsx';
import { readFile } from '../../lib/files/read-file.ts';
import { urlOf } from '../calls.ts';
import { useShared } from '../context.ts';
import { longDate } from '../times.ts';
import type { Enquiry } from '../types.ts';
import { useWrite } from '../use-write.ts';
import { WriteNote } from '../WriteNote.tsx';
import { paperInWords } from './paper-words.ts';
import { Thumbnail } from './Thumbnail.tsx';
import { usePaper, type ReadPaper } from './use-paper.tsx';
import { useSending, type Sending } from './use-sending.ts';

type Paper = Enquiry['papers'][number];
type Props = {
  enquiry: Enquiry;
  /** The files that were chosen, each time the seller has done so. */
  batches: readonly (readonly File[])[];
};

/** The list of papers, and below it the files that are being sent or were refused. */
export function Papers({ enquiry, batches }: Props) {
  return (
    <>
      <ul className="mt-4 border-t border-line">
        {enquiry.papers.map((paper) => (
          <PaperRow key={paper.id} paper={paper} isOwn={enquiry.access === 'full' && paper.by === null} />
        ))}
      </ul>
      {batches.map((chosen, index) => (
        <Batch key={index} chosen={chosen} />
      ))}
    </>
  );
}

function Batch({ chosen }: { chosen: readonly File[] }) {
  const { files, news } = useSending(chosen);
  return (
    <>
      {files.length > 0 && (
        <ul className="stack-3 mt-4" data-sending>
          {files.map((file) => (
            <FileRow key={file.id} file={file} />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {news}
      </p>
    </>
  );
}

function FileRow({ file: { name, share, refusal } }: { file: Sending }) {
  if (refusal !== undefined) {
    return (
      <li className="border-l-8 border-danger bg-danger-wash p-4 wrap-break-word">
        <strong>{name}</strong>
        <span>{`: ${refusal}`}</span>
      </li>
    );
  }
  return (
    <li>
      <p className="wrap-break-word">{name}</p>
      <progress aria-label={`Sending ${name}`} value={share} max={1} className="w-full" />
    </li>
  );
}

function PaperRow({ paper, isOwn }: { paper: Paper; isOwn: boolean }) {
  const remove = useWrite('remove_paper', `remove_paper.${paper.id}`);
  const { enquiryKey } = useShared();
  const [problem, setProblem] = useState('');
  const read: ReadPaper = (size) =>
    readFile(urlOf('read_paper'), { key: enquiryKey, paper_id: paper.id, size });
  const { isPicture, open, dialog } = usePaper(paper, read);
  const show = async () => setProblem((await open()) ? '' : 'It could not be loaded. Please try again.');

  return (
    <li className="flex items-start gap-4 border-b border-line py-3">
      {isPicture && (
        <Thumbnail id={paper.id} title={paper.title} read={read} className="size-22 rounded-control" />
      )}
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-break-word">{paper.title}</p>
        <p className="text-small text-ink-soft">{`${paperInWords(paper)}, ${longDate(paper.at)}`}</p>
        <p className="mt-2 flex flex-wrap gap-3">
          <Button variant="secondary" size="compact" onClick={() => void show()}>
            <span>{isPicture ? 'View' : 'Download'}</span>
            <span className="sr-only">{` ${paper.title}`}</span>
          </Button>
          {isOwn && (
            <Button
              variant="secondary"
              size="compact"
              aria-disabled={remove.isSending || undefined}
              onClick={() => void remove.send({ paper_id: paper.id })}
            >
              Remove
              <span className="sr-only">{` ${paper.title}`}</span>
            </Button>
          )}
        </p>
        <WriteNote write={remove} done="" />
        <p role="status" className="text-danger empty:hidden">
          {problem}
        </p>
      </div>
      {dialog}
    </li>
  );
}
