import { useState } from 'react';
import { Sheet } from '../lead/Sheet.tsx';
import { areKeysOn, turnKeys, useKeys } from '../lib/use-keys.ts';

const KEYS = [
  ['J', 'Next lead in the list'],
  ['K', 'Lead before it'],
  ['C', 'Record how a call went'],
  ['N', 'Write a note'],
  ['/', 'Search'],
  ['?', 'These keys'],
] as const;

/** The keys of the desk, on a wide screen. */
export function KeysHelp() {
  const [isOpen, setIsOpen] = useState(false);
  const [isOn, setIsOn] = useState(areKeysOn);
  const open = () => {
    setIsOpen(true);
  };
  useKeys({ '?': open });
  return (
    <>
      <button type="button" className="keys-button" aria-label="Keys" onClick={open}>
        ?
      </button>
      {isOpen && (
        <Sheet
          title="Keys"
          onClose={() => {
            setIsOpen(false);
          }}
        >
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
      )}
    </>
  );
}
