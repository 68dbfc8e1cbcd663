import { useState, type RefObject } from 'react';
import { Button } from '../../components/ui/Button.tsx';
import { fragmentOf } from './calculator-link.ts';
import { readTexts } from './form-texts.ts';
import { showAlone } from './show-alone.ts';

type Props = {
  formRef: RefObject<HTMLFormElement | null>;
  /** How often the results were calculated. What was copied before the last time is no longer worth a message. */
  calculations: number;
};

async function copyLink(form: HTMLFormElement): Promise<string> {
  const { origin, pathname } = window.location;
  try {
    await navigator.clipboard.writeText(origin + pathname + fragmentOf(readTexts(form)));
    return 'Link copied';
  } catch {
    return 'Copy the page’s address instead';
  }
}

/** Prints the calculator without the rest of the page, with all its figures. */
function print(form: HTMLFormElement): void {
  const details = form.querySelector('details');
  if (!details) return;
  const wasOpen = details.open;
  const showAll = showAlone(form, 'calculator');
  details.open = true;
  window.addEventListener(
    'afterprint',
    () => {
      details.open = wasOpen;
      showAll();
    },
    { once: true },
  );
  window.print();
}

/** The buttons with which the visitor keeps the result: as a link, or on paper. */
export function TakeAway({ formRef, calculations }: Props) {
  const [copied, setCopied] = useState({ message: '', calculations });

  async function copy() {
    if (!formRef.current) return;
    setCopied({ message: await copyLink(formRef.current), calculations });
  }

  return (
    <div className="mt-6 flex flex-wrap gap-3 print:hidden noscript:hidden">
      <Button variant="secondary" onClick={() => void copy()}>
        Copy the link
      </Button>
      <Button
        variant="secondary"
        onClick={() => {
          if (formRef.current) print(formRef.current);
        }}
      >
        Print
      </Button>
      <output className="self-center font-semibold">
        {copied.calculations === calculations ? copied.message : ''}
      </output>
    </div>
  );
}
