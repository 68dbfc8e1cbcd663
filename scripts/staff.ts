/** `npm run staff`: adds, lists and removes the people who may work at the desk, the staff's app. */
import { createClient, type User } from '@supabase/supabase-js';
import type { Client } from 'pg';
import { migrate } from '../server/database/migrate.ts';
import { workAsOwner } from '../server/database/work-as-owner.ts';
import { createLinkToken, linkOf } from '../server/desk/one-time-links.ts';
import { addStaff, endStaff, findUser, listStaff, type StaffMember } from '../server/desk/staff.ts';
import { deskPortOf, loadEnvironment, type Environment } from '../server/env.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage: npm run -s staff -- add "Ann Bell" ann@firm.example owner|staff
       npm run -s staff -- list
       npm run -s staff -- end ann@firm.example
       npm run -s staff -- link ann@firm.example

add   lets somebody work at the desk, and prints a link that opens it once, within 24 hours
list  prints everybody, with their role
end   ends somebody's account: their sessions and passkeys are gone at once
link  prints a new link: for somebody who has lost their passkey, or whose link has expired

With SUPABASE_URL and SUPABASE_SECRET_KEY, the command works on that Supabase instead of this installation's database.`;

/** How many users Supabase Auth lists on each page. */
const PAGE_SIZE = 100;

type Newcomer = { name: string; email: string; role: 'owner' | 'staff' };

/** The staff of one installation. If a function fails, it throws an Error whose message is one sentence. */
type Staff = {
  /** @returns the one-time link that opens the desk */
  add: (person: Newcomer) => Promise<string>;
  list: () => Promise<StaffMember[]>;
  end: (email: string) => Promise<void>;
  link: (email: string) => Promise<string>;
};

const notFound = (email: string) =>
  new Error(`Nobody has the e-mail address ${email}: "list" prints everybody.`);

/** The desk's URL, from the settings. */
function deskUrlOf(env: Environment): string {
  return (env.DESK_URL ?? `http://localhost:${deskPortOf(env) ?? env.PORT + 1}`).replace(/\/$/, '');
}

function staffOf(client: Client, deskUrl: string): Staff {
  return {
    add: async (person) => linkOf(deskUrl, await createLinkToken(client, await addStaff(client, person))),
    list: () => listStaff(client),
    async end(email) {
      if (!(await endStaff(client, email))) throw notFound(email);
    },
    async link(email) {
      const id = await findUser(client, email);
      if (!id) throw notFound(email);
      return linkOf(deskUrl, await createLinkToken(client, id));
    },
  };
}

/**
 * The staff of a Supabase project, managed with the secret key: accounts through Supabase Auth's admin API, roles
 * through functions of the schema `desk`.
 */
function staffOfSupabase(url: string, secretKey: string, deskUrl: string): Staff {
  const supabase = createClient(url, secretKey, {
    db: { schema: 'desk' },
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { admin } = supabase.auth;

  function expectSuccess<T extends { error: { message: string } | null }>(response: T): T {
    if (response.error) throw new Error(`Supabase refused it: ${response.error.message}`);
    return response;
  }

  async function listUsers(): Promise<User[]> {
    const users: User[] = [];
    for (let page = 1; ; page += 1) {
      const found = expectSuccess(await admin.listUsers({ page, perPage: PAGE_SIZE })).data.users;
      users.push(...found);
      if (found.length < PAGE_SIZE) return users;
    }
  }

  /** Lists everybody who is or was on the staff, without their e-mail addresses. */
  async function listMembers() {
    return expectSuccess(await supabase.rpc('list_staff')).data as Omit<StaffMember, 'email'>[];
  }

  async function find(email: string) {
    return (await listUsers()).find((user) => user.email === email.toLowerCase());
  }

  async function link(email: string): Promise<string> {
    const { data } = expectSuccess(await admin.generateLink({ type: 'magiclink', email }));
    return linkOf(deskUrl, data.properties?.hashed_token ?? '');
  }

  return {
    async add({ name, email, role }) {
      const user =
        (await find(email)) ??
        expectSuccess(await admin.createUser({ email, email_confirm: true, user_metadata: { name } })).data
          .user;
      expectSuccess(await supabase.rpc('add_staff', { user_id: user?.id, name, role }));
      return link(email);
    },
    async list() {
      const people = await listMembers();
      const emails = new Map((await listUsers()).map(({ id, email }) => [id, email]));
      return people.map((person) => ({ ...person, email: emails.get(person.id) ?? null }));
    },
    async end(email) {
      const user = await find(email);
      if (!user) throw notFound(email);
      // `end_staff` and `deleteUser` are not one transaction. If only `end_staff` succeeded last time, `deleteUser` is
      // left to do. For somebody who was never on the staff, `end_staff` fails, and the account stays.
      const hasLeft = (await listMembers()).some(({ id, active }) => id === user.id && !active);
      if (!hasLeft) expectSuccess(await supabase.rpc('end_staff', { user_id: user.id }));
      expectSuccess(await admin.deleteUser(user.id));
    },
    async link(email) {
      if (!(await find(email))) throw notFound(email);
      return link(email);
    },
  };
}

function readArguments(): (staff: Staff) => Promise<string> {
  const [action, first = '', email = '', role = '', ...rest] = process.argv.slice(2);
  const isEmail = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text);
  if (rest.length === 0) {
    if (action === 'add' && first.trim() && isEmail(email) && (role === 'owner' || role === 'staff')) {
      return async (staff) =>
        `${first} may work at the desk. This link opens it once, within 24 hours:\n${await staff.add({ name: first.trim(), email, role })}`;
    }
    if (action === 'list' && !first) {
      return async (staff) => {
        const people = await staff.list();
        const lines = people.map(
          ({ name, email: theirEmail, role: theirRole, active }) =>
            `${active ? theirRole : 'ended'}\t${name}\t${theirEmail ?? ''}`,
        );
        return lines.join('\n') || 'Nobody is on the staff yet.';
      };
    }
    if (action === 'end' && isEmail(first) && !email) {
      return async (staff) => {
        await staff.end(first);
        return `The account of ${first} has ended.`;
      };
    }
    if (action === 'link' && isEmail(first) && !email) {
      return async (staff) => `This link opens the desk once, within 24 hours:\n${await staff.link(first)}`;
    }
  }
  throw new Error(USAGE);
}

await runCommand(async (log) => {
  const work = readArguments();
  const env = loadEnvironment();
  const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: key } = env;
  if (url && key) {
    if (!env.DESK_URL) throw new Error('Set DESK_URL to the desk’s URL: the link needs it.');
    console.log(await work(staffOfSupabase(url, key, deskUrlOf(env))));
    return;
  }
  if (url || key) throw new Error('SUPABASE_URL and SUPABASE_SECRET_KEY are needed together.');
  await workAsOwner(
    env,
    log,
    async (client) => {
      // People may be added before the first start.
      await migrate(client);
      console.log(await work(staffOf(client, deskUrlOf(env))));
    },
    { createIfMissing: true },
  );
});
