import { useRef, useState } from 'react';
import { Button } from '../../components/ui/Button.tsx';
import type { Enquiry } from '../types.ts';
import { isOver } from '../words.ts';
import { Papers } from './Papers.tsx';

/**
 * The pictures and documents of the enquiry. The seller adds files and removes their own; a read-only link shows those of
 * the firm.
 */
export function PaperSection({ enquiry }: { enquiry: Enquiry }) {
  const [batches, setBatches] = useState<readonly (readonly File[])[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const mayAdd = enquiry.access === 'full' && !isOver(enquiry);
  if (!mayAdd && enquiry.papers.length === 0) return null;
  return (
    <section id="papers" aria-labelledby="papers-title" className="print:hidden">
      <h2 id="papers-title" className="text-h3">
        Documents and pictures
      </h2>
      {mayAdd && (
        <p className="mt-3">
          {enquiry.offers.length + enquiry.papers.length === 0 && (
            <span>Three pictures help us to give you a firmer figure. </span>
          )}
          <span>
            You can add pictures, and documents as PDFs, such as the Home Report: up to 20 files of 15 MB
            each. A link for somebody you trust does not show them. You can remove them again.
          </span>
        </p>
      )}
      {(enquiry.papers.length > 0 || batches.length > 0) && <Papers enquiry={enquiry} batches={batches} />}
      {mayAdd && (
        <p className="mt-4">
          <input
            ref={input}
            type="file"
            multiple
            hidden
            accept="image/*,.heic,.heif,application/pdf"
            data-papers
            onChange={({ currentTarget }) => {
              const chosen = [...(currentTarget.files ?? [])];
              setBatches((all) => [...all, chosen]);
              // Otherwise the same file could not be chosen again.
              currentTarget.value = '';
            }}
          />
          <Button variant="secondary" onClick={() => input.current?.click()}>
            Add pictures or PDFs
          </Button>
        </p>
      )}
    </section>
  );
}
