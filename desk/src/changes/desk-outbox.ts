import { storeChange } from '../api/calls.ts';
import { createOutbox } from './outbox.ts';

/** The outbox of this tab. It sends with `storeChange` and keeps changes in session storage. */
export const outbox = createOutbox(storeChange, () => sessionStorage);
