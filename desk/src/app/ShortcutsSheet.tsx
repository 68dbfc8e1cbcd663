import { useState } from 'react';
import { Sheet } from '../ui/Sheet.tsx';
import { areShortcutsOn, turnShortcuts } from '../lib/use-shortcuts.ts';

const SHORTCUTS = [
  ['J', 'Next lead in the list'],
  ['K', 'Lead before it'],
  ['C', 'Record how a call went'],
  ['N', 'Write a message or a note'],
  ['/', 'Search'],
  ['?', 'These keys'],
] as const;

/** The list of keyboard shortcuts, and a switch that turns them off. */
export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const [isOn, setIsOn] = useState(areShortcutsOn);
  return (
    <Sheet title="Keys" onClose={onClose}>
      <dl className="grid grid-cols-[3rem_1fr] gap-y-2">
        {SHORTCUTS.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-block min-w-8 rounded-control border border-edge bg-card px-2 text-center font-sans font-semibold">
                {key}
              </kbd>
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
            turnShortcuts(target.checked);
            setIsOn(target.checked);
          }}
        />
        Use these keys
      </label>
    </Sheet>
  );
}
