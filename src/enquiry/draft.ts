import { randomUuid } from '../forms/core/uuid.ts';

/** A request that was sent and not answered yet, with its arguments as JSON. */
type Pending = { id: string; args: string };

/**
 * What somebody has typed into a form of the page, kept in session storage until it has been sent, so that neither a
 * reload nor a lost connection loses it.
 */
export type Draft = {
  values: Record<string, string>;
  pending?: Pending | undefined;
};

/** The request for a change. A retry of the same change has the same id, so that the change is carried out only once. */
export function requestFor(args: object, pending: Pending | undefined): Pending {
  const text = JSON.stringify(args);
  return pending?.args === text ? pending : { id: randomUuid(), args: text };
}

/**
 * Calls `work` with the session storage. Where storage is blocked, even reading the property throws. This function is
 * not shared with `forms/core/form-storage.ts`, because the build would put shared code into one more file, which the
 * first script of every page would have to load.
 */
function withStorage<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}

function parseDraft(text: string): Draft | undefined {
  try {
    const draft = JSON.parse(text) as Partial<Draft> | null;
    return draft?.values ? (draft as Draft) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The drafts of one enquiry, by form. They are named after the hash of its key, so that storage does not hold the key.
 *
 * @param keyHash undefined outside a secure context, where nothing is kept
 */
export function draftsOf(keyHash: string | undefined) {
  const prefix = `enquiry.${keyHash?.slice(0, 16) ?? ''}.`;
  const inStorage = keyHash === undefined ? () => undefined : withStorage;
  return {
    read: (form: string): Draft =>
      parseDraft(inStorage((storage) => storage.getItem(prefix + form)) ?? '') ?? { values: {} },
    write(form: string, draft: Draft): void {
      inStorage((storage) => storage.setItem(prefix + form, JSON.stringify(draft)));
    },
    remove(form: string): void {
      inStorage((storage) => storage.removeItem(prefix + form));
    },
    removeAll(): void {
      inStorage((storage) => {
        for (const name of Object.keys(storage)) if (name.startsWith(prefix)) storage.removeItem(name);
      });
    },
  };
}

export type Drafts = ReturnType<typeof draftsOf>;
