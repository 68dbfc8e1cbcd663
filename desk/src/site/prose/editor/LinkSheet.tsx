import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { Button } from '#desk/ui/Button.tsx';
import { TextField } from '#desk/ui/Field.tsx';
import { readLink } from './link.ts';
import { SheetForm } from './SheetForm.tsx';

const REFUSED =
  'A link can go to a website, an email address, a phone number or one of our own pages. Examples: www.gov.uk, ann@example.com, 0131 496 0000, /glasgow';

type Props = { editor: Editor; onClose: () => void };

/** Asks where the chosen words lead to. */
export function LinkSheet({ editor, onClose }: Props) {
  const before = String(editor.getAttributes('link').href ?? '');
  const [href, setHref] = useState(before);
  const [words, setWords] = useState('');
  const [error, setError] = useState<{ href?: string; words?: string }>({});
  const needsWords = before === '' && editor.state.selection.empty;

  function save() {
    const link = readLink(href);
    const found = {
      ...(link === undefined && { href: REFUSED }),
      ...(needsWords && words.trim() === '' && { words: 'Write the words to press on.' }),
    };
    setError(found);
    if (link === undefined || Object.keys(found).length > 0) return;
    onClose();
    const mark = { type: 'link', attrs: { href: link } };
    const chain = editor.chain().focus();
    if (needsWords) chain.insertContent({ type: 'text', text: words.trim(), marks: [mark] }).run();
    else chain.extendMarkRange('link').setMark('link', mark.attrs).run();
  }

  return (
    <SheetForm title="Link" save="Done" onSave={save} onClose={onClose}>
      {needsWords && <TextField label="Words" value={words} error={error.words} onText={setWords} />}
      <TextField
        label="Leads to"
        hint="For example www.gov.uk, or /glasgow for our own page about Glasgow."
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={href}
        error={error.href}
        onText={setHref}
      />
      {before !== '' && (
        <Button
          variant="danger"
          onClick={() => {
            onClose();
            editor.chain().focus().extendMarkRange('link').unsetMark('link').run();
          }}
        >
          Remove the link
        </Button>
      )}
    </SheetForm>
  );
}
