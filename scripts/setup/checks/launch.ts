import {
  findOpenTasks,
  findPageBlockers,
  findStartBlockers,
  type LaunchProblem,
} from '../../launch-problems.ts';
import type { CheckContext, Finding } from './check-context.ts';

const MEND =
  'npm run launch-check lists them; what is about reviews and figures is settled at the desk: Site';

function describe(what: string, problems: readonly LaunchProblem[], none: string): Finding {
  const [first, ...more] = problems;
  if (!first) return { what: none };
  return {
    what: `launch-check: ${first.where}${more.length > 0 ? ` and ${more.length} more` : ''} ${what}.`,
    mend: MEND,
  };
}

export function checkLaunchList({ installation }: CheckContext): Finding[] {
  return [
    describe(
      'must not be on a public site',
      [...findPageBlockers(installation), ...findStartBlockers(installation)],
      'launch-check: nothing blocks the site.',
    ),
    describe(
      'must still be settled',
      findOpenTasks(installation),
      'launch-check: nothing is left to settle.',
    ),
  ];
}
