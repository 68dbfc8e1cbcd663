import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/ui/Button.tsx';
import { dataUrlOf } from '../../lib/files/data-url.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { useShared } from '../context.ts';
import { longDate } from '../times.ts';
import type { Enquiry } from '../types.ts';
import { useWrite } from '../use-write.ts';
import { WriteNote } from '../WriteNote.tsx';
import { paperInWords } from './paper-words.ts';
import { readPaper } from './read-paper.ts';
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
  const [picture, setPicture] = useState<string>();
  const [problem, setProblem] = useState('');
  const dialog = useRef<HTMLDialogElement>(null);
  const isPicture = paper.file_type === 'jpeg';

  async function open() {
    const contents = await readPaper(enquiryKey, paper.id, 'whole');
    setProblem(contents ? '' : 'It could not be loaded. Please try again.');
    if (contents && isPicture) {
      setPicture(await dataUrlOf(contents));
      dialog.current?.showModal();
    } else if (contents) {
      saveFile(contents, `${paper.title}.pdf`);
    }
  }

  return (
    <li className="flex items-start gap-4 border-b border-line py-3">
      {isPicture && <Thumbnail paper={paper} />}
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-break-word">{paper.title}</p>
        <p className="text-small text-ink-soft">{`${paperInWords(paper)}, ${longDate(paper.at)}`}</p>
        <p className="mt-2 flex flex-wrap gap-3">
          <Button variant="secondary" size="compact" onClick={() => void open()}>
            <span>{isPicture ? 'Look' : 'Download'}</span>
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
      {isPicture && (
        <dialog ref={dialog} aria-label={paper.title} className="m-auto max-h-[95vh] max-w-[95vw] p-0">
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
  const { enquiryKey } = useShared();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let isGone = false;
    void readPaper(enquiryKey, id, 'small').then(async (contents) => {
      const read = contents && (await dataUrlOf(contents));
      if (!isGone) setUrl(read);
    });
    return () => {
      isGone = true;
    };
  }, [enquiryKey, id]);
  return (
    <div className="size-22 shrink-0 overflow-hidden rounded-control bg-action-wash">
      {url && <img src={url} alt={title} width={88} height={88} className="size-22 object-cover" />}
    </div>
  );
}
