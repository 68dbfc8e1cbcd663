import type { ChangeName, ChangeRequest } from '../api/calls.ts';
import { conflictOf, Refusal, signInHint } from '../api/refusal.ts';
import type { Conflict, Lead } from '../api/types.ts';
import { baseAfter, baseOf, type Base } from './base.ts';
import type { SafeStorage } from '../lib/storage.ts';

/** An edit of a lead, from its submission until the server has stored it or the user discards it. */
export type Change<Name extends ChangeName = ChangeName> = ChangeRequest<Name> & {
  /** The key of the form that made the change, and of the form's draft: `<lead id>.<form>`. */
  key: string;
  /** The tab in which it was made. Only there, it was made in the knowledge of the earlier changes. */
  tab: string;
  base: Base;
  state: 'sending' | 'waiting' | 'refused' | 'conflict';
  /** Why the change was refused, in words for the user. */
  message?: string;
  /** The colleague who changed the lead first, and the lead as they left it. */
  conflict?: Omit<Conflict, 'lead'> & { lead: Base };
};

export type NewChange<Name extends ChangeName = ChangeName> = Pick<
  Change<Name>,
  'name' | 'key' | 'args' | 'base'
>;

type ChangeStorage = Pick<SafeStorage, 'getJson' | 'setItem'>;
type OnStored = (change: Change, lead: Lead) => void;
type State = {
  /** The signed-in user's changes, the oldest first. */
  changes: readonly Change[];
  /** The keys of open forms. An open form shows the state of its change itself. */
  openForms: ReadonlySet<string>;
};

/** Where the storage has the changes. */
export const CHANGES_KEY = 'desk.changes';
const LONGEST_WAIT_MS = 10_000;
const TOO_MANY = 429;

export const isUnanswered = ({ state }: Change): boolean => state === 'sending' || state === 'waiting';

/**
 * Creates a queue that sends changes one after the other and retries each until it gets a response. Changes survive the
 * tab, the browser and an expired sign-in, and they are sent even after their form was closed. All tabs of a browser share
 * the changes. If two send the same one, the server carries it out once.
 *
 * @param send sends a change; rejects with a `Refusal` or `Unavailable` of `api/refusal.ts`
 * @param storage keeps the changes
 */
export function createOutbox(send: (change: Change) => Promise<Lead>, storage: ChangeStorage) {
  /** Read each time, because another tab may have changed it. */
  const readAll = () => (storage.getJson(CHANGES_KEY) ?? []) as readonly Change[];
  const tab = crypto.randomUUID();
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

  function set(changes: readonly Change[]): void {
    storage.setItem(CHANGES_KEY, JSON.stringify(changes));
    publish();
  }

  const update = (id: string, part: Partial<Change>) =>
    set(readAll().map((change) => (change.id === id ? { ...change, ...part } : change)));

  const remove = (id: string) => set(readAll().filter((change) => change.id !== id));

  function afterStored(other: Change, stored: Change, lead: Lead): Change {
    const base = baseAfter(other.base, stored, lead);
    if (base === other.base || other.tab !== stored.tab) return other;
    const args = 'version' in other.args ? { ...other.args, version: base.version } : other.args;
    return { ...other, base, args };
  }

  /** @returns whether the change was stored, was refused or is in conflict. If not, it must be sent again */
  async function sendOne(change: Change): Promise<boolean> {
    try {
      const lead = await send(change);
      set(
        readAll()
          .filter(({ id }) => id !== change.id)
          .map((other) => afterStored(other, change, lead)),
      );
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
          maySend && change.person === person && isUnanswered(change) && !stuck.has(change.args.lead_id),
      );
    for (let change = next(); change !== undefined; change = next()) {
      const leadId = change.args.lead_id;
      if (await sendOne(change)) continue;
      stuck.add(leadId);
      set(
        readAll().map((other) =>
          other.args.lead_id === leadId && other.state === 'sending' ? { ...other, state: 'waiting' } : other,
        ),
      );
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
    /** The listener is called with each stored change, and the lead as stored. */
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
      const added: Change = { ...change, id: crypto.randomUUID(), tab, person, state: 'sending' };
      set([...readAll().filter(({ id }) => id !== same?.id), added]);
      void sendAll();
    },
    /** Sends a refused or conflicting change again. After a conflict, it is based on the colleague's version. */
    sendAgain(change: Change): void {
      const base = change.conflict?.lead ?? change.base;
      const args = 'version' in change.args ? { ...change.args, version: base.version } : change.args;
      const again: Change = { ...change, args, base, state: 'sending' };
      delete again.message;
      delete again.conflict;
      set(readAll().map((other) => (other.id === change.id ? again : other)));
      void sendAll();
    },
    drop: (change: Change) => remove(change.id),
    /** Reads the changes again. Call it when another tab has changed them. */
    readAgain: () => publish(),
    /** Sends waiting changes at once. Call it when the connection is back. */
    retryNow: () => void sendAll(),
    /** Deletes the user's changes, at sign-out. */
    clear(): void {
      set(readAll().filter((change) => change.person !== person));
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
