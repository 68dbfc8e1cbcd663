import { useState } from 'react';
import { Sheet } from '../lead/Sheet.tsx';
import { areKeysOn, turnKeys } from '../lib/use-keys.ts';

const KEYS = [
  ['J', 'Next lead in the list'],
  ['K', 'Lead before it'],
  ['C', 'Record how a call went'],
  ['N', 'Write a note'],
  ['/', 'Search'],
  ['?', 'These keys'],
] as const;

/** What the keys of the desk do, and the switch that turns them off. */
export function KeysSheet({ onClose }: { onClose: () => void }) {
  const [isOn, setIsOn] = useState(areKeysOn);
  return (
    <Sheet title="Keys" onClose={onClose}>
      <dl className="grid grid-cols-[3rem_1fr] gap-y-2">
        {KEYS.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="key">{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className="check">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            turnKeys(target.checked);
            setIsOn(target.checked);
          }}
        />
        Use these keys
      </label>
    </Sheet>
  );
}
