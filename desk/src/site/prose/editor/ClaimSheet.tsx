import { useState, type ReactNode } from 'react';
import { TextField } from '#desk/ui/Field.tsx';
import { Sheet } from '#desk/ui/Sheet.tsx';
import type { ClaimChoice } from '../props.ts';

type Props = {
  claims: readonly ClaimChoice[];
  /** The id of the figure that is there now. */
  current?: string | undefined;
  onChoose: (id: string) => void;
  onClose: () => void;
  children?: ReactNode;
};

/** A list of the figures with a source, to choose one. */
export function ClaimSheet({ claims, current, onChoose, onClose, children }: Props) {
  const [wanted, setWanted] = useState('');
  const words = wanted.toLowerCase().split(/\s+/);
  const found = claims.filter(({ id, text, source }) => {
    const all = `${id} ${text} ${source}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  return (
    <Sheet title={current === undefined ? 'Add a figure' : 'Another figure'} onClose={onClose}>
      {children}
      <TextField
        label="Find"
        type="search"
        autoComplete="off"
        value={wanted}
        onText={setWanted}
        hint={`${found.length} of ${claims.length} figures`}
      />
      <ul className="site-choices">
        {found.map(({ id, text, source }) => (
          <li key={id}>
            <button
              type="button"
              className="big-choice"
              aria-current={id === current || undefined}
              onClick={() => onChoose(id)}
            >
              <span>
                <span>{text}</span>
                <span className="site-choice-hint">{source}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p>There is no such figure. An owner adds one under “Figures”.</p>}
    </Sheet>
  );
}
