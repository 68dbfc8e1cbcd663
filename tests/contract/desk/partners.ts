import { createClient } from '@supabase/supabase-js';
import { startLiveBackend } from '../auth/live-backend.ts';
import { createDeskClient, startDesk } from '../../support/desk.ts';
import { PUBLISHABLE_KEY } from '../../support/publishable-key.ts';

type Client = ReturnType<typeof createDeskClient>;

/** Who answers the desk's app: the listener, or a Supabase. */
export type Partner = {
  /** A client with a session storage of its own. */
  openClient: () => Client;
  /** Somebody on the staff who has no key. */
  createPerson: () => Promise<string>;
  /** Has a code mailed. @returns the code */
  askForCode: (email: string) => Promise<string>;
  /** What it calls a mailed code: `@supabase/lite` knows the former name only. */
  codeType: 'email' | 'magiclink';
  /** The origin of the desk's pages, for passkeys. */
  origin: string;
  close: () => Promise<void>;
};

const newAddress = () => `${crypto.randomUUID()}@firm.example`;

export async function startListener(): Promise<Partner> {
  const desk = await startDesk();
  return {
    openClient: () => desk.openClient(),
    async createPerson() {
      const email = newAddress();
      await desk.addPerson('Ann', email);
      return email;
    },
    async askForCode(email) {
      await desk.openClient().auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
      return desk.waitForCode(email);
    },
    codeType: 'email',
    origin: desk.url,
    close: () => desk.close(),
  };
}

/** `@supabase/lite`, which has neither passkeys nor authenticator apps, and on SQLite no functions. */
export async function startLite(): Promise<Partner> {
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
      return live.readMail(email).code;
    },
    codeType: 'magiclink',
    origin: 'http://127.0.0.1',
    close: () => live.close(),
  };
}

export type ProjectSettings = { url: string; key: string; secretKey: string; origin: string };

/** A full Supabase with the migrations. Its accounts of this run are left there. */
export function openProject({ url, key, secretKey, origin }: ProjectSettings): Partner {
  const operator = createClient(url, secretKey, {
    db: { schema: 'desk' },
    auth: { persistSession: false, autoRefreshToken: false },
  });
  return {
    openClient: () => createDeskClient(url, key),
    async createPerson() {
      const email = newAddress();
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
