/** `npm run staff`: who may work at the desk. */
import { createClient, type User } from '@supabase/supabase-js';
import type { Client } from 'pg';
import { migrateWithDesk } from '../server/database/migrate.ts';
import { workAsOwner } from '../server/database/work-as-owner.ts';
import { createLink, linkOf } from '../server/desk/one-time-links.ts';
import { addPerson, endPerson, findUser, listPeople, type Person } from '../server/desk/people.ts';
import { deskPortOf, loadEnvironment, type Environment } from '../server/env.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage: npm run -s staff -- add "Ann Bell" ann@firm.example owner|staff
       npm run -s staff -- list
       npm run -s staff -- end ann@firm.example
       npm run -s staff -- link ann@firm.example

add   lets somebody work at the desk, and prints a link that opens it once, within 24 hours
list  prints everybody, with their role
end   ends somebody's account: their sessions and keys are gone at once
link  prints a new link: for somebody who has lost their key, or was late

With SUPABASE_URL and SUPABASE_SECRET_KEY, it works on that Supabase instead of this installation's database.`;

/** Users that Supabase Auth lists at once. */
const PAGE_SIZE = 100;

type Newcomer = { name: string; email: string; role: 'owner' | 'staff' };

/** The staff of one installation. Each of these throws an Error in one sentence. */
type Staff = {
  /** @returns the link */
  add: (person: Newcomer) => Promise<string>;
  list: () => Promise<Person[]>;
  end: (email: string) => Promise<void>;
  link: (email: string) => Promise<string>;
};

const notFound = (email: string) => new Error(`Nobody has the address ${email}: "list" prints everybody.`);

/** Where the desk of this installation is, as far as the settings tell. */
function deskUrlOf(env: Environment): string {
  return (env.DESK_URL ?? `http://localhost:${deskPortOf(env) ?? env.PORT + 1}`).replace(/\/$/, '');
}

function staffOf(client: Client, deskUrl: string): Staff {
  return {
    add: async (person) => linkOf(deskUrl, await createLink(client, await addPerson(client, person))),
    list: () => listPeople(client),
    async end(email) {
      if (!(await endPerson(client, email))) throw notFound(email);
    },
    async link(email) {
      const id = await findUser(client, email);
      if (!id) throw notFound(email);
      return linkOf(deskUrl, await createLink(client, id));
    },
  };
}

/** The staff of a Supabase project: its own accounts, and the functions for the operator's key. */
function staffOfSupabase(url: string, key: string, deskUrl: string): Staff {
  const supabase = createClient(url, key, {
    db: { schema: 'desk' },
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { admin } = supabase.auth;

  function expectSuccess<T extends { error: { message: string } | null }>(answer: T): T {
    if (answer.error) throw new Error(`Supabase refused it: ${answer.error.message}`);
    return answer;
  }

  async function listUsers(): Promise<User[]> {
    const users: User[] = [];
    for (let page = 1; ; page += 1) {
      const found = expectSuccess(await admin.listUsers({ page, perPage: PAGE_SIZE })).data.users;
      users.push(...found);
      if (found.length < PAGE_SIZE) return users;
    }
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
      const people = expectSuccess(await supabase.rpc('list_staff')).data as Omit<Person, 'email'>[];
      const emails = new Map((await listUsers()).map(({ id, email }) => [id, email]));
      return people.map((person) => ({ ...person, email: emails.get(person.id) ?? null }));
    },
    async end(email) {
      const user = await find(email);
      if (!user) throw notFound(email);
      expectSuccess(await supabase.rpc('end_staff', { user_id: user.id }));
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
          ({ name, email: address, role: theirs, active }) =>
            `${active ? theirs : 'ended'}\t${name}\t${address ?? ''}`,
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
    if (!env.DESK_URL) throw new Error('Set DESK_URL to the address of the desk, for the link.');
    console.log(await work(staffOfSupabase(url, key, deskUrlOf(env))));
    return;
  }
  if (url || key) throw new Error('SUPABASE_URL and SUPABASE_SECRET_KEY are needed together.');
  await workAsOwner(
    env,
    log,
    async (client) => {
      // People may be added before the first start.
      await migrateWithDesk(client);
      console.log(await work(staffOf(client, deskUrlOf(env))));
    },
    { isMade: true },
  );
});
