import { useState } from 'react';
import { Button } from './Button.tsx';

type Props = { text: string; label: string };

type State = 'ready' | 'copied' | 'refused';

/** A button that copies a text. Where the browser refuses that, the text appears in a field, selected for copying. */
export function CopyButton({ text, label }: Props) {
  const [state, setState] = useState<State>('ready');

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('refused');
    }
  }

  return (
    <>
      <Button variant="secondary" size="compact" onClick={() => void copy()}>
        {state === 'copied' ? 'Copied' : label}
      </Button>
      <span role="status" className="sr-only">
        {state === 'copied' ? 'Copied' : ''}
      </span>
      {state === 'refused' && (
        <input
          readOnly
          autoFocus
          value={text}
          aria-label="Copy this text"
          className="text-box min-h-12"
          onFocus={({ target }) => {
            target.select();
          }}
        />
      )}
    </>
  );
}
