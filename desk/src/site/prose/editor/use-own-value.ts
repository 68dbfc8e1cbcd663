import { useState } from 'react';

/**
 * Tells whether a value from outside is what the editor has written itself. Otherwise, somebody else has changed it, and the
 * editor starts anew.
 *
 * @returns `key` changes for each new start, with the text `start`; `onChange` is to be called with what the editor writes
 */
export function useOwnValue(value: string, onChange: (value: string) => void) {
  const [own, setOwn] = useState({ given: value, written: value, start: value, key: 0 });
  if (value !== own.given) {
    setOwn(
      value === own.written
        ? { ...own, given: value }
        : { given: value, written: value, start: value, key: own.key + 1 },
    );
  }
  return {
    key: own.key,
    start: own.start,
    onChange: (written: string) => {
      setOwn((now) => ({ ...now, written }));
      onChange(written);
    },
  };
}
