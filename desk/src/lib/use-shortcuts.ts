import { useEffect, useEffectEvent } from 'react';
import { deviceStorage } from './storage.ts';

const SWITCH = 'desk.keys';

/** Whether shortcuts are on. Users can turn them off, because speech input can trigger single keys (WCAG 2.1.4). */
export const areShortcutsOn = (): boolean => deviceStorage.getItem(SWITCH) !== 'off';

export function turnShortcuts(on: boolean): void {
  deviceStorage.setItem(SWITCH, on ? 'on' : 'off');
}

/** An open dialog. Toasts (`data-message`) have the role dialog too, but do not block shortcuts. */
const OPEN_DIALOG = ':is([role=dialog], [role=alertdialog]):not([data-message])';

function shouldIgnore(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !areShortcutsOn())
    return true;
  const { target } = event;
  const isTyping =
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [role=menu], [contenteditable=true]') !== null;
  return isTyping || document.querySelector(OPEN_DIALOG) !== null;
}

/** Calls the action of a single-key shortcut, unless somebody is typing or a dialog is open. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = actions[event.key];
    if (action === undefined || shouldIgnore(event)) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
