/** `npm run staff`: a link to the desk, the staff's app, for its first owner, and for an owner who is locked out. */
import type { Client } from 'pg';
import { migrate } from '../server/database/migrate.ts';
import { workAsOwner } from '../server/database/work-as-owner.ts';
import { createLinkToken, linkOf } from '../server/desk/sign-in/links.ts';
import { addStaff, findUser } from '../server/desk/staff.ts';
import { deskPortOf, loadEnvironment, type Environment } from '../server/env.ts';
import { runCommand } from './run-command.ts';
import { print } from './print.ts';

const USAGE = `Usage: npm run -s staff -- add "Ann Bell" ann@firm.example
       npm run -s staff -- link ann@firm.example

add   makes somebody an owner of the desk, and prints a link that opens it once, within 24 hours
link  prints a new link: for somebody who has lost their passkey, or whose link has expired

Everybody else is invited by an owner at the desk, under "People".
`;

function deskUrlOf(env: Environment): string {
  return (env.DESK_URL ?? `http://localhost:${deskPortOf(env) ?? env.PORT + 1}`).replace(/\/$/, '');
}

/** @returns the work of the command, which returns the id of the user to print a link for */
function readArguments(): (client: Client) => Promise<string> {
  const [action, first = '', email = '', ...rest] = process.argv.slice(2);
  const isEmail = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text);
  const name = first.trim();
  if (rest.length === 0 && action === 'add' && name && isEmail(email)) {
    return (client) => addStaff(client, { name, email, role: 'owner' });
  }
  if (action === 'link' && isEmail(first) && !email) {
    return async (client) => {
      const id = await findUser(client, first);
      if (!id) throw new Error(`Nobody at the desk has the email address ${first}.`);
      return id;
    };
  }
  throw new Error(USAGE);
}

await runCommand(async (log) => {
  const findPerson = readArguments();
  const env = loadEnvironment();
  await workAsOwner(
    env,
    log,
    async (client) => {
      // Somebody may be added before the first start.
      await migrate(client);
      const token = await createLinkToken(client, await findPerson(client));
      print(`This link opens the desk once, within 24 hours:\n${linkOf(deskUrlOf(env), token)}`);
    },
    { createIfMissing: true },
  );
});
