import { storeChange } from '../api/calls.ts';
import { deviceStorage, tabStorage } from '../lib/storage.ts';
import { createOutbox } from './outbox.ts';

const TAB_KEY = 'desk.tab';

/** This tab's id, the same after a reload. */
function idOfTab(): string {
  const id = tabStorage.getItem(TAB_KEY) ?? crypto.randomUUID();
  tabStorage.setItem(TAB_KEY, id);
  return id;
}

/** The queue of this browser's unsent changes to leads. It survives the browser's end, unless the browser blocks storage. */
export const outbox = createOutbox(storeChange, deviceStorage, idOfTab());
