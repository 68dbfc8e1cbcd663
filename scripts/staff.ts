/** `npm run staff`: adds, lists and removes the people who may work at the desk, the staff's app. */
import type { Client } from 'pg';
import { migrate } from '../server/database/migrate.ts';
import { workAsOwner } from '../server/database/work-as-owner.ts';
import { createLinkToken, linkOf } from '../server/desk/sign-in/links.ts';
import { addStaff, endStaff, findUser, listStaff } from '../server/desk/staff.ts';
import { deskPortOf, loadEnvironment, type Environment } from '../server/env.ts';
import { runCommand } from './run-command.ts';
import { print } from './print.ts';

const USAGE = `Usage: npm run -s staff -- add "Ann Bell" ann@firm.example owner|staff
       npm run -s staff -- list
       npm run -s staff -- end ann@firm.example
       npm run -s staff -- link ann@firm.example

add   lets somebody work at the desk, and prints a link that opens it once, within 24 hours
list  prints everybody, with their role
end   ends somebody's account: their sessions and passkeys are gone at once
link  prints a new link: for somebody who has lost their passkey, or whose link has expired
`;

const notFound = (email: string) =>
  new Error(`Nobody has the email address ${email}: "list" prints everybody.`);

/** The desk's URL, from the settings. */
function deskUrlOf(env: Environment): string {
  return (env.DESK_URL ?? `http://localhost:${deskPortOf(env) ?? env.PORT + 1}`).replace(/\/$/, '');
}

type Staff = ReturnType<typeof staffOf>;

/** The staff of this installation. A failure is an Error whose message is one sentence. */
function staffOf(client: Client, deskUrl: string) {
  return {
    /** @returns the one-time link that opens the desk */
    add: async (person: Parameters<typeof addStaff>[1]) =>
      linkOf(deskUrl, await createLinkToken(client, await addStaff(client, person))),
    list: () => listStaff(client),
    async end(email: string) {
      if (!(await endStaff(client, email))) throw notFound(email);
    },
    async link(email: string) {
      const id = await findUser(client, email);
      if (!id) throw notFound(email);
      return linkOf(deskUrl, await createLinkToken(client, id));
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
  await workAsOwner(
    env,
    log,
    async (client) => {
      // People may be added before the first start.
      await migrate(client);
      print(await work(staffOf(client, deskUrlOf(env))));
    },
    { createIfMissing: true },
  );
});
