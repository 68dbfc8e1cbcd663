import { createClient } from '@supabase/supabase-js';
import { createDeskClient, startDeskServer } from '../../support/desk-server.ts';
import { PUBLISHABLE_KEY } from '../../support/publishable-key.ts';
import { startLiveBackend } from './live-backend.ts';

type Client = ReturnType<typeof createDeskClient>;

/** A backend of the desk (the staff's app): this repository's server, `@supabase/lite`, or a full Supabase. */
export type Backend = {
  /** A client with its own session storage. */
  openClient: () => Client;
  /** Creates a member of staff without a passkey or an authenticator app. @returns the e-mail address */
  createPerson: () => Promise<string>;
  /** Requests a sign-in code by e-mail. @returns the code */
  askForCode: (email: string) => Promise<string>;
  /** The type of an e-mailed code in verifyOtp. `@supabase/lite` knows only the older name, magiclink. */
  codeType: 'email' | 'magiclink';
  /** The origin of the desk's pages, for passkeys. */
  origin: string;
  close: () => Promise<void>;
};

const newEmail = () => `${crypto.randomUUID()}@firm.example`;

/** The desk's server in this repository, which docs/backend.md calls the listener. */
export async function startListener(): Promise<Backend> {
  const desk = await startDeskServer();
  return {
    openClient: () => desk.openClient(),
    async createPerson() {
      const email = newEmail();
      await desk.addPerson('Ann', email);
      return email;
    },
    async askForCode(email) {
      await desk.openClient().auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
      return desk.readCode(email);
    },
    codeType: 'email',
    origin: desk.url,
    close: () => desk.close(),
  };
}

/** `@supabase/lite`. It has neither passkeys nor authenticator apps, and on SQLite no database functions. */
export async function startLite(): Promise<Backend> {
  const live = await startLiveBackend();
  const openClient = () =>
    createClient('http://127.0.0.1', PUBLISHABLE_KEY, {
      db: { schema: 'desk' },
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: async (input, init) => live.fetch(new Request(input, init)) },
    });
  return {
    openClient,
    createPerson: async () => (await live.createUser()).email,
    async askForCode(email) {
      await openClient().auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
      return live.readCode(email);
    },
    codeType: 'magiclink',
    origin: 'http://127.0.0.1',
    close: () => live.close(),
  };
}

export type ProjectSettings = { url: string; key: string; secretKey: string; origin: string };

/** A full Supabase project with our migrations. The accounts that a test run creates are not removed from it. */
export function openProject({ url, key, secretKey, origin }: ProjectSettings): Backend {
  const operator = createClient(url, secretKey, {
    db: { schema: 'desk' },
    auth: { persistSession: false, autoRefreshToken: false },
  });
  return {
    openClient: () => createDeskClient(url, key),
    async createPerson() {
      const email = newEmail();
      const { data, error } = await operator.auth.admin.createUser({ email, email_confirm: true });
      if (error) throw error;
      const added = await operator.rpc('add_staff', { user_id: data.user.id, name: 'Ann', role: 'staff' });
      if (added.error) throw new Error(added.error.message);
      return email;
    },
    async askForCode(email) {
      const { data, error } = await operator.auth.admin.generateLink({ type: 'magiclink', email });
      if (error) throw error;
      return data.properties.email_otp;
    },
    codeType: 'email',
    origin,
    close: () => Promise.resolve(),
  };
}
