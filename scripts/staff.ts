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

/** @returns a new one-time link that opens the desk */
const createLink = async (client: Client, deskUrl: string, id: string) =>
  linkOf(deskUrl, await createLinkToken(client, id));

async function listPeople(client: Client): Promise<string> {
  const people = await listStaff(client);
  const lines = people.map(
    ({ name, email, role, active }) => `${active ? role : 'ended'}\t${name}\t${email ?? ''}`,
  );
  return lines.join('\n') || 'Nobody is on the staff yet.';
}

/** @returns the work of the command, which returns what to print */
function readArguments(): (client: Client, deskUrl: string) => Promise<string> {
  const [action, first = '', email = '', role = '', ...rest] = process.argv.slice(2);
  const isEmail = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text);
  const name = first.trim();
  if (rest.length === 0) {
    if (action === 'add' && name && isEmail(email) && (role === 'owner' || role === 'staff')) {
      return async (client, deskUrl) => {
        const link = await createLink(client, deskUrl, await addStaff(client, { name, email, role }));
        return `${first} may work at the desk. This link opens it once, within 24 hours:\n${link}`;
      };
    }
    if (action === 'list' && !first) return listPeople;
    if (action === 'end' && isEmail(first) && !email) {
      return async (client) => {
        if (!(await endStaff(client, first))) throw notFound(first);
        return `The account of ${first} has ended.`;
      };
    }
    if (action === 'link' && isEmail(first) && !email) {
      return async (client, deskUrl) => {
        const id = await findUser(client, first);
        if (!id) throw notFound(first);
        return `This link opens the desk once, within 24 hours:\n${await createLink(client, deskUrl, id)}`;
      };
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
      print(await work(client, deskUrlOf(env)));
    },
    { createIfMissing: true },
  );
});
