import type { ChangeName, ChangeRequest } from '../api/calls.ts';
import { conflictOf, Refusal, signInHint } from '../api/refusal.ts';
import type { Conflict, Lead } from '../api/types.ts';
import { baseAfter, baseOf, type Base } from './base.ts';
import type { SafeStorage } from '../lib/storage.ts';

/** An edit of a lead, from its submission until the server has stored it or the user discards it. */
export type Change<Name extends ChangeName = ChangeName> = ChangeRequest<Name> & {
  /** The key of the form that made the change, and of the form's draft: `<lead id>.<form>`. */
  key: string;
  /** What it is called in a message such as "Saved: the next step". */
  words: string;
  /** The tab in which it was made, and which sends it. */
  tab: string;
  base: Base;
  state: 'sending' | 'waiting' | 'refused' | 'conflict';
  /** Why the change was refused, in words for the user. */
  message?: string | undefined;
  /** The colleague who changed the lead first, and the lead as they left it. */
  conflict?: (Omit<Conflict, 'lead'> & { lead: Base }) | undefined;
};

export type NewChange<Name extends ChangeName = ChangeName> = Pick<
  Change<Name>,
  'name' | 'key' | 'words' | 'args' | 'base'
>;

type ChangeStorage = Pick<SafeStorage, 'getJson' | 'setItem' | 'removeItem' | 'keys'>;
type OnStored = (change: Change, lead: Lead) => void;
type State = {
  /** The signed-in user's changes, the oldest first. */
  changes: readonly Change[];
  /** The keys of open forms. An open form shows the state of its change itself. */
  openForms: ReadonlySet<string>;
};

/** Each change has an entry of its own in the storage, so that no tab overwrites those of another. */
export const CHANGE_PREFIX = 'desk.changes.';
const LONGEST_WAIT_MS = 10_000;
const LONGEST_KEPT_MS = 14 * 86_400_000;
const TOO_MANY = 429;

export const isUnanswered = ({ state }: Change): boolean => state === 'sending' || state === 'waiting';

/**
 * Creates a queue that sends changes one after the other and retries each until it gets a response. Changes survive the
 * tab, the browser and an expired sign-in, and they are sent even after their form was closed. All tabs of a browser see
 * the changes, and each sends its own.
 *
 * @param send sends a change; rejects with a `Refusal` or `Unavailable` of `api/refusal.ts`
 * @param storage keeps the changes
 * @param tab the id of this tab
 */
export function createOutbox(send: (change: Change) => Promise<Lead>, storage: ChangeStorage, tab: string) {
  /** Read each time, because another tab may have changed them. */
  const readAll = (): Change[] =>
    storage
      .keys()
      .filter((key) => key.startsWith(CHANGE_PREFIX))
      .flatMap((key) => (storage.getJson(key) as Change | undefined) ?? [])
      .sort((one, other) => one.madeAt - other.madeAt);
  let person: string | undefined;
  let maySend = false;
  let isSending = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let state: State = { changes: [], openForms: new Set() };
  const listeners = new Set<() => void>();
  const storedListeners = new Set<OnStored>();
  const signInListeners = new Set<() => void>();

  function publish(openForms = state.openForms): void {
    state = { changes: readAll().filter((change) => change.person === person), openForms };
    for (const listener of listeners) listener();
  }

  const put = (change: Change) => storage.setItem(CHANGE_PREFIX + change.id, JSON.stringify(change));

  /** Changes an entry, unless it is gone: another tab may have signed out. */
  function update(id: string, part: Partial<Change>): void {
    const change = storage.getJson(CHANGE_PREFIX + id) as Change | undefined;
    if (change) put({ ...change, ...part });
    publish();
  }

  function remove(id: string): void {
    storage.removeItem(CHANGE_PREFIX + id);
    publish();
  }

  /** Bases this tab's other changes on a stored one. They were made in the knowledge of it. */
  function rebase(stored: Change, lead: Lead): void {
    for (const other of readAll()) {
      const base = baseAfter(other.base, stored, lead);
      if (base === other.base || other.tab !== tab) continue;
      const args = 'version' in other.args ? { ...other.args, version: base.version } : other.args;
      put({ ...other, base, args });
    }
  }

  /** @returns whether the change was stored, was refused or is in conflict. If not, it must be sent again */
  async function sendOne(change: Change): Promise<boolean> {
    try {
      const lead = await send(change);
      storage.removeItem(CHANGE_PREFIX + change.id);
      rebase(change, lead);
      publish();
      for (const listener of storedListeners) listener(change, lead);
      return true;
    } catch (error) {
      const conflict = conflictOf(error);
      if (conflict) {
        update(change.id, { state: 'conflict', conflict: { ...conflict, lead: baseOf(conflict.lead) } });
        return true;
      }
      const mustSignIn = signInHint(error) !== undefined;
      if (error instanceof Refusal && error.status !== TOO_MANY && !mustSignIn) {
        update(change.id, { state: 'refused', message: error.message });
        return true;
      }
      update(change.id, { state: 'waiting' });
      if (mustSignIn) {
        maySend = false;
        for (const listener of signInListeners) listener();
      }
      return false;
    }
  }

  async function sendAll(): Promise<void> {
    if (isSending) return;
    clearTimeout(timer);
    isSending = true;
    // A lead's changes must be stored in order: while one has no response, the later ones of the same lead wait.
    const stuck = new Set<string>();
    const next = () =>
      readAll().find(
        (change) =>
          maySend &&
          change.person === person &&
          change.tab === tab &&
          isUnanswered(change) &&
          !stuck.has(change.args.lead_id),
      );
    for (let change = next(); change !== undefined; change = next()) {
      const leadId = change.args.lead_id;
      if (await sendOne(change)) continue;
      stuck.add(leadId);
      for (const { id, args, state } of readAll()) {
        if (args.lead_id === leadId && state === 'sending') update(id, { state: 'waiting' });
      }
    }
    isSending = false;
    failures = stuck.size > 0 ? failures + 1 : 0;
    if (stuck.size > 0 && maySend) {
      const wait = Math.min(LONGEST_WAIT_MS, 500 * 2 ** failures);
      timer = setTimeout(() => void sendAll(), wait);
    }
  }

  return {
    read: (): State => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onStored(listener: OnStored): () => void {
      storedListeners.add(listener);
      return () => storedListeners.delete(listener);
    },
    /** The listener is called when a change was refused because the user must sign in first. */
    onSignInNeeded(listener: () => void): () => void {
      signInListeners.add(listener);
      return () => signInListeners.delete(listener);
    },
    /** Sets the signed-in user, and sends their changes. The changes of other users wait. */
    setUser(id: string): void {
      person = id;
      maySend = true;
      publish();
      void sendAll();
    },
    /**
     * Adds a change and sends it. While the same form's last change has no response, the call is ignored, so that a
     * double click sends one change.
     */
    add<Name extends ChangeName>(change: NewChange<Name>): void {
      if (person === undefined) throw new Error('Call setUser() before add().');
      const same = state.changes.find(({ key }) => key === change.key);
      if (same && isUnanswered(same)) return;
      if (same) storage.removeItem(CHANGE_PREFIX + same.id);
      const madeAt = Math.max(Date.now(), (readAll().at(-1)?.madeAt ?? 0) + 1);
      put({ ...change, id: crypto.randomUUID(), tab, madeAt, person, state: 'sending' });
      publish();
      void sendAll();
    },
    /** Sends a refused or conflicting change again. After a conflict, it is based on the colleague's version. */
    sendAgain(change: Change): void {
      const base = change.conflict?.lead ?? change.base;
      const args = 'version' in change.args ? { ...change.args, version: base.version } : change.args;
      update(change.id, { tab, args, base, state: 'sending', message: undefined, conflict: undefined });
      void sendAll();
    },
    drop: (change: Change) => remove(change.id),
    tab,
    /** Reads the changes again. Call it when another tab has changed them. */
    readAgain: () => publish(),
    /**
     * Takes over what tabs that were closed have not sent. What somebody else has left for two weeks is deleted.
     *
     * @param openTabs the ids of all open tabs
     */
    adopt(openTabs: ReadonlySet<string>): void {
      for (const change of readAll()) {
        if (change.person !== person && change.madeAt < Date.now() - LONGEST_KEPT_MS) remove(change.id);
        else if (!openTabs.has(change.tab)) put({ ...change, tab });
      }
      publish();
      void sendAll();
    },
    /** Sends waiting changes at once. Call it when the connection is back. */
    retryNow: () => void sendAll(),
    /** Deletes the user's changes, at sign-out. */
    clear(): void {
      for (const change of readAll()) if (change.person === person) remove(change.id);
      person = undefined;
      maySend = false;
    },
    /**
     * Call it when the form with this key opens.
     *
     * @returns a function to call when the form is closed
     */
    registerForm(key: string): () => void {
      publish(new Set([...state.openForms, key]));
      return () => publish(new Set([...state.openForms].filter((other) => other !== key)));
    },
  };
}
