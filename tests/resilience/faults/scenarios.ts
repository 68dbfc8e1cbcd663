import { clockJump } from './clock-jump.ts';
import { DATABASES } from './databases.ts';
import { diskFull } from './disk-full.ts';
import { KILLS } from './kills.ts';
import { MAILS } from './mails.ts';
import type { Scenario } from './scenario.ts';
import { SERVERS } from './servers.ts';

export const SCENARIOS: readonly Scenario[] = [
  ...KILLS,
  ...DATABASES,
  ...MAILS,
  diskFull,
  clockJump,
  ...SERVERS,
];
