import type { Editor } from '@tiptap/core';
import { useRef, useState } from 'react';
import { addSitePicture } from '#desk/api/site-pictures.ts';
import { TextField } from '#desk/ui/Field.tsx';
import { addElement } from './commands.ts';
import { ElementFields } from './ElementFields.tsx';
import { SheetForm } from './SheetForm.tsx';

type Props = { editor: Editor; onClose: () => void };

/** Sends a picture to the server, and adds it to the text. */
export function PictureSheet({ editor, onClose }: Props) {
  const [file, setFile] = useState<File>();
  const [values, setValues] = useState<Record<string, string>>({});
  const [error, setError] = useState<{ file?: string; alt?: string }>({});
  const [share, setShare] = useState<number>();
  // The same until the file is stored or refused, so that an interrupted one goes on.
  const id = useRef(crypto.randomUUID());
  const isClosed = useRef(false);
  const close = () => {
    isClosed.current = true;
    onClose();
  };

  async function save() {
    const missing = {
      ...(!file && { file: 'Choose a picture.' }),
      ...(!values.alt?.trim() && { alt: 'Describe the picture, in one sentence.' }),
    };
    setError(missing);
    if (!file || Object.keys(missing).length > 0 || share !== undefined) return;
    setShare(0);
    const added = await addSitePicture(file, id.current, setShare);
    setShare(undefined);
    id.current = crypto.randomUUID();
    if (isClosed.current) return;
    if ('problem' in added) {
      setError({ file: `${file.name}: ${added.problem}` });
      return;
    }
    close();
    addElement(editor, 'Picture', { ...values, id: added.id });
  }

  return (
    <SheetForm
      title="Add a picture"
      save={share === undefined ? 'Add' : 'Sending'}
      onSave={() => void save()}
      onClose={close}
    >
      <TextField
        label="Picture"
        type="file"
        accept="image/*,.heic,.heif"
        hint="A photograph or a drawing of up to 15 MB. It is made smaller, and loses the place where it was taken."
        error={error.file}
        onText={() => undefined}
        onInput={({ currentTarget }) => setFile(currentTarget.files?.[0])}
      />
      <ElementFields name="Picture" values={values} errors={error} onValues={setValues} />
      {share !== undefined && (
        <progress aria-label="Sending the picture" value={share} max={1} className="w-full" />
      )}
    </SheetForm>
  );
}
