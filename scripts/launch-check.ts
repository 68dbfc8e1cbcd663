/**
 * `npm run launch-check`: lists what an operator must settle before going live, and what they must keep doing
 * afterwards. Exits with 1 until everything is settled. Reads the content, the environment and `.env`.
 *
 * - `--on 2027-03-01` checks for that day instead of today.
 * - `--blocking`, for `npm start`: checks only for what stops a public site from starting. Prints nothing if there is
 *   nothing.
 */
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { loadEnvironment } from '../server/env.ts';
import { assertNoBlockers, describeProblem, readInstallation } from './launch-blockers.ts';
import {
  findOpenTasks,
  findPageBlockers,
  findStartBlockers,
  listDuties,
  type LaunchProblem,
} from './launch-problems.ts';
import { runCommand } from './run-command.ts';
import { print } from './print.ts';

function printList(title: string, problems: readonly LaunchProblem[]): void {
  if (problems.length > 0) print(`# ${title}\n\n${problems.map(describeProblem).join('\n')}`);
}

await runCommand(() => {
  const { values } = parseArgs({ options: { on: { type: 'string' }, blocking: { type: 'boolean' } } });
  loadEnvironment();
  if (values.blocking) {
    assertNoBlockers(findStartBlockers);
    return;
  }
  const installation = readInstallation(z.coerce.date().parse(values.on ?? Date.now()));
  const blockers = [...findPageBlockers(installation), ...findStartBlockers(installation)];
  const tasks = findOpenTasks(installation);
  printList('These block a launch: a site with a public SITE_URL is shown to nobody', blockers);
  printList('Settle these before the launch', tasks);
  print('# Permanent duties, which stay after the launch\n');
  for (const { where, text, duty } of listDuties(installation)) {
    print(`${where}\n  "${text}" stays true only while you do this.\n  ${duty}\n`);
  }
  print(
    blockers.length + tasks.length === 0
      ? 'Ready to go live: nothing is left to settle.'
      : `${blockers.length} things block the launch, and ${tasks.length} more are to be settled before it.`,
  );
  process.exitCode = blockers.length + tasks.length === 0 ? 0 : 1;
});
