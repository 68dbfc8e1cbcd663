import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PaperKind } from '#server/database/codes.ts';
import { addPaper } from '../api/papers.ts';
import type { Lead } from '../api/types.ts';
import { useMe } from '../api/use-me.ts';
import { mergeLead } from '../live/merge-changes.ts';
import { CheckField, ChoiceField, TextField } from '../ui/Field.tsx';
import { Form } from '../ui/Form.tsx';
import { SaveButton } from '../ui/SaveButton.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { toasts } from '../ui/toasts.ts';
import { PAPER_WORDS } from '../ui/words.ts';

/** Adds a picture or a PDF to a lead. A file cannot wait in the browser for a connection, so it is sent at once. */
export function PaperForm({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const me = useMe();
  const queries = useQueryClient();
  const [offer] = lead.offers;
  const [file, setFile] = useState<File>();
  const [values, setValues] = useState({ kind: '', title: '', is_shown: 'yes', with_offer: '' });
  const [error, setError] = useState<{ file?: string; kind?: string }>({});
  const [share, setShare] = useState<number>();
  // The same until the file is known to be stored or refused, so that it is not added twice.
  const id = useRef(crypto.randomUUID());
  const field = (name: keyof typeof values) => ({
    value: values[name],
    onText: (text: string) => setValues((all) => ({ ...all, [name]: text })),
  });

  async function save() {
    const { kind, title, is_shown, with_offer } = values;
    const missing = {
      ...(!file && { file: 'Choose a file.' }),
      ...(kind === '' && { kind: 'Choose what it is.' }),
    };
    setError(missing);
    if (!file || kind === '' || share !== undefined) return;
    setShare(0);
    const args = {
      ...{ lead_id: lead.id, kind: kind as PaperKind, title, is_shown: is_shown === 'yes' },
      offer_id: with_offer === 'yes' ? (offer?.id ?? null) : null,
    };
    const added = await addPaper(file, args, { id: id.current, person: me.id }, setShare);
    setShare(undefined);
    if ('problem' in added) {
      if (added.isRefused) id.current = crypto.randomUUID();
      setError({ file: `${file.name}: ${added.problem}` });
      return;
    }
    mergeLead(queries, added, true);
    toasts.add({ title: 'Added' });
    onClose();
  }

  return (
    <Sheet title="Add a picture or a PDF" onClose={onClose}>
      <Form onSave={() => void save()}>
        <TextField
          label="File"
          type="file"
          accept="image/*,.heic,.heif,application/pdf"
          hint="Up to 15 MB. A picture is made smaller, and loses the place where it was taken."
          error={error.file}
          onText={() => undefined}
          onInput={({ currentTarget }) => {
            setFile(currentTarget.files?.[0]);
            id.current = crypto.randomUUID();
          }}
        />
        <ChoiceField
          label="What it is"
          words={PAPER_WORDS}
          none="Choose"
          error={error.kind}
          {...field('kind')}
        />
        <TextField
          label="Title"
          hint="Leave it empty to use what it is."
          maxLength={100}
          {...field('title')}
        />
        <CheckField
          label="The seller sees it on their page, and so does anybody with their read-only link"
          {...field('is_shown')}
        />
        {offer && <CheckField label={`It goes with offer ${offer.number}`} {...field('with_offer')} />}
        {share !== undefined && (
          <progress aria-label="Sending the file" value={share} max={1} className="w-full" />
        )}
        <SaveButton isSending={share !== undefined}>Add it</SaveButton>
      </Form>
    </Sheet>
  );
}
