/** `npm run demo`: fills an empty trial with invented leads, or removes them. */
import { parseArgs } from 'node:util';
import { workAsOwner } from '../server/database/work-as-owner.ts';
import { isPublicUrl, loadEnvironment } from '../server/env.ts';
import { fillWithDemo, removeDemo } from '../server/operations/demonstration/demonstration.ts';
import { runCommand } from './run-command.ts';
import { print } from './print.ts';
import { withUsage } from './with-usage.ts';

const USAGE = `Usage: npm run demo
       npm run demo -- --remove

Fills an empty trial with forty invented leads of the last three weeks, with calls, messages and offers. Removes them.`;

const readArguments = () => parseArgs({ options: { remove: { type: 'boolean', default: false } } }).values;

await runCommand(async (log) => {
  const { remove } = withUsage(USAGE, readArguments);
  const env = loadEnvironment();
  await workAsOwner(env, log, async (client) => {
    if (remove) {
      print(`Removed ${await removeDemo(client)} invented leads, with everything about them.`);
      return;
    }
    if (isPublicUrl(env.SITE_URL)) {
      throw new Error('SITE_URL is public: the demonstration is only for a trial.');
    }
    print(
      `Added ${await fillWithDemo(client)} invented leads: look at the desk. To remove them: npm run demo -- --remove`,
    );
  });
});
