import { useRef, useState } from 'react';
import { dataUrlOf } from '../../lib/files/data-url.ts';
import { saveFile } from '../../lib/files/save-file.ts';

/** Reads the contents of a paper. Resolves with undefined if they cannot be read. */
export type ReadPaper = (size: 'whole' | 'small') => Promise<Blob | undefined>;

/**
 * Opens a paper, on the seller's page and at the desk: shows a picture in a dialog, and offers a PDF as a file to keep.
 *
 * @returns `open` resolves with whether the contents could be read; `dialog` is to be rendered beside the button
 */
export function usePaper(
  { title, file_type }: { title: string; file_type: 'jpeg' | 'pdf' },
  read: ReadPaper,
) {
  const [url, setUrl] = useState<string>();
  const dialog = useRef<HTMLDialogElement>(null);
  const isPicture = file_type === 'jpeg';

  async function open(): Promise<boolean> {
    const contents = await read('whole');
    if (!contents) return false;
    if (isPicture) {
      setUrl(await dataUrlOf(contents));
      dialog.current?.showModal();
    } else {
      saveFile(contents, `${title}.pdf`);
    }
    return true;
  }

  return {
    isPicture,
    open,
    dialog: isPicture && (
      <dialog ref={dialog} aria-label={title} className="m-auto max-h-[95vh] max-w-[95vw] p-0">
        <form method="dialog">
          <button type="submit" aria-label="Close the picture" className="block cursor-zoom-out">
            <span className="block px-3 py-2 font-semibold">Close</span>
            {url && <img src={url} alt={title} className="max-h-[85vh] w-auto" />}
          </button>
        </form>
      </dialog>
    ),
  };
}
