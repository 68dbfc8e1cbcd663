import { useEffect, useEffectEvent } from 'react';

const SWITCH = 'desk.keys';

/** Single keys can be turned off, for people who speak to their computer (WCAG 2.1.4). */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(SWITCH) !== 'off';
  } catch {
    return true;
  }
}

export function turnKeys(on: boolean): void {
  try {
    localStorage.setItem(SWITCH, on ? 'on' : 'off');
  } catch {
    // Storage is blocked: the choice lasts until the page is closed at most.
  }
}

/** A message that comes up by itself is a dialog too, for those who hear it. It takes no keys. */
const OPEN_DIALOG = ':is([role=dialog], [role=alertdialog]):not([data-message])';

function isTaken(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !areKeysOn()) return true;
  const { target } = event;
  const isTyping =
    target instanceof HTMLElement && target.closest('input, textarea, select, [role=menu]') !== null;
  return isTyping || document.querySelector(OPEN_DIALOG) !== null;
}

/** Calls an action for a single key, unless somebody is typing or a dialog is open. */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = actions[event.key];
    if (action === undefined || isTaken(event)) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      onKey(event);
    };
    addEventListener('keydown', listen);
    return () => {
      removeEventListener('keydown', listen);
    };
  }, []);
}
