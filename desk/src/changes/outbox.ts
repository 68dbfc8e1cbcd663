import type { ChangeArgs, ChangeName } from '../api/calls.ts';
import { conflictOf, Refusal, signInHint } from '../api/refusal.ts';
import type { Conflict, Lead } from '../api/types.ts';
import { baseAfter, baseOf, type Base } from './base.ts';

/** An edit of a lead, from the moment when somebody submits it until the server has stored it or they give it up. */
export type Change<Name extends ChangeName = ChangeName> = {
  /** The request's id. It stays the same however often it is sent, so that it is stored once. */
  id: string;
  name: Name;
  /** Names the form that it came from: the lead's id and the form's name. */
  key: string;
  /** Who made it. It is sent with nobody else's session. */
  person: string;
  args: ChangeArgs[Name];
  base: Base;
  state: 'sending' | 'waiting' | 'refused' | 'overtaken';
  /** Why it was refused. */
  message?: string;
  /** Who was faster, and the lead as they left it. */
  conflict?: Omit<Conflict, 'lead'> & { lead: Base };
};

export type NewChange<Name extends ChangeName = ChangeName> = Pick<
  Change<Name>,
  'name' | 'key' | 'args' | 'base'
>;

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;
type OnStored = (change: Change, lead: Lead) => void;
type State = {
  /** Of the person who is signed in, the oldest first. */
  changes: readonly Change[];
  /** The keys of the forms that are open. Such a form itself shows what became of its change. */
  shown: ReadonlySet<string>;
};

const KEY = 'desk.changes';
const LONGEST_WAIT_MS = 10_000;
const TOO_MANY = 429;

export const isUnanswered = ({ state }: Change): boolean => state === 'sending' || state === 'waiting';

/**
 * Sends changes one after the other, again and again until each has an answer. They survive a reload and the end of a
 * session, and no form has to stay open for them.
 *
 * @param send rejects with what `api/refusal.ts` describes
 * @param openStorage may throw, where storage is blocked: changes then last as long as the page
 */
export function createOutbox(send: (change: Change) => Promise<Lead>, openStorage: () => Storage) {
  let all = restore();
  let person: string | undefined;
  let maySend = false;
  let isSending = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let state: State = { changes: [], shown: new Set() };
  const watchers = new Set<() => void>();
  const storedWatchers = new Set<OnStored>();
  const signInWatchers = new Set<() => void>();

  function restore(): readonly Change[] {
    try {
      return JSON.parse(openStorage().getItem(KEY) ?? '[]') as Change[];
    } catch {
      return [];
    }
  }

  function publish(shown = state.shown): void {
    state = { changes: all.filter((change) => change.person === person), shown };
    for (const watch of watchers) watch();
  }

  function set(changes: readonly Change[]): void {
    all = changes;
    try {
      openStorage().setItem(KEY, JSON.stringify(all));
    } catch {
      // Storage is blocked or full.
    }
    publish();
  }

  const update = (id: string, part: Partial<Change>) => {
    set(all.map((change) => (change.id === id ? { ...change, ...part } : change)));
  };

  const remove = (id: string) => {
    set(all.filter((change) => change.id !== id));
  };

  function afterStored(other: Change, stored: Change, lead: Lead): Change {
    const base = baseAfter(other.base, stored, lead);
    if (base === other.base) return other;
    const args = 'version' in other.args ? { ...other.args, version: base.version } : other.args;
    return { ...other, base, args };
  }

  /** @returns whether there was an answer */
  async function sendOne(change: Change): Promise<boolean> {
    try {
      const lead = await send(change);
      set(all.filter(({ id }) => id !== change.id).map((other) => afterStored(other, change, lead)));
      for (const tell of storedWatchers) tell(change, lead);
      return true;
    } catch (error) {
      const conflict = conflictOf(error);
      if (conflict) {
        update(change.id, { state: 'overtaken', conflict: { ...conflict, lead: baseOf(conflict.lead) } });
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
        for (const tell of signInWatchers) tell();
      }
      return false;
    }
  }

  async function sendAll(): Promise<void> {
    if (isSending) return;
    clearTimeout(timer);
    isSending = true;
    // A lead's changes are stored in their order: while one has no answer, the later ones of its lead wait.
    const stuck = new Set<string>();
    const next = () =>
      all.find(
        (change) =>
          maySend && change.person === person && isUnanswered(change) && !stuck.has(change.args.lead_id),
      );
    for (let change = next(); change !== undefined; change = next()) {
      if (!(await sendOne(change))) stuck.add(change.args.lead_id);
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
    watch: (onChange: () => void): (() => void) => {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
    /** Called with each change that was stored, and the lead as it is then. */
    onStored(tell: OnStored): () => void {
      storedWatchers.add(tell);
      return () => storedWatchers.delete(tell);
    },
    /** Called when a change was refused because the session is over. */
    onSignInNeeded(tell: () => void): () => void {
      signInWatchers.add(tell);
      return () => signInWatchers.delete(tell);
    },
    /** Somebody is signed in: their changes are sent, and those of others wait. */
    open(whose: string): void {
      person = whose;
      maySend = true;
      publish();
      void sendAll();
    },
    /** Ignored while the same form's last change has no answer. */
    add<Name extends ChangeName>(change: NewChange<Name>): void {
      if (person === undefined) throw new Error('A change needs the person who makes it.');
      const same = state.changes.find(({ key }) => key === change.key);
      if (same && isUnanswered(same)) return;
      const added: Change = { ...change, id: crypto.randomUUID(), person, state: 'sending' };
      set([...all.filter((other) => other !== same), added]);
      void sendAll();
    },
    /** Sends a refused change again: on top of what somebody else did, if they were faster. */
    sendAgain(change: Change): void {
      const base = change.conflict?.lead ?? change.base;
      const args = 'version' in change.args ? { ...change.args, version: base.version } : change.args;
      const again: Change = { ...change, args, base, state: 'sending' };
      delete again.message;
      delete again.conflict;
      set(all.map((other) => (other.id === change.id ? again : other)));
      void sendAll();
    },
    drop: (change: Change) => {
      remove(change.id);
    },
    /** Tries at once, because the line is back. */
    hurry: () => void sendAll(),
    /** Drops everything of the person, who signs out. */
    forget(): void {
      set(all.filter((change) => change.person !== person));
      person = undefined;
      maySend = false;
      publish();
    },
    /**
     * Call it when the form of this key opens.
     *
     * @returns a function to call when the form is closed
     */
    show(key: string): () => void {
      publish(new Set([...state.shown, key]));
      return () => {
        publish(new Set([...state.shown].filter((other) => other !== key)));
      };
    },
  };
}
