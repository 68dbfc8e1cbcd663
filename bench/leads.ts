/**
 * `npm run bench -- leads [part …] [options]` measures how fast leads are stored. Without a part, all of these run, and
 * each prints a table and whether its targets are met; the command exits with 1 if one is missed.
 *
 * - `inserts`: leads a second from 20 HTTP clients, in turns with a baseline: a bare `node:http` server that inserts into
 *   the same database. Of its figures, only the ratios to the baseline can be compared with other machines.
 * - `keys`: the same for leads with a key to the seller's page, in turns with leads without one. The baseline has no turn
 *   in these rounds, because work that it leaves behind slows the turn after it.
 * - `servers`: leads a second, and mails for each lead, with 1, 2 and 4 servers on one PostgreSQL (`--servers 1,2,4`),
 *   which store `--leads 1000` each time, and send the mails by SMTP. Everything runs on this machine's cores, so the
 *   figures show what more servers cost, and not what more machines gain.
 *
 * `--rounds 12` and `--seconds 5` are the turns of the first two: V8 compiles the server's code during the first rounds,
 * so the median of few rounds is that of a server that has just started.
 */
import buildSite from '#support/site/build-site.ts';
import { measureInserts, measureKeys } from './leads/inserts.ts';
import { measureServers } from './leads/servers.ts';
import { readCommand } from './support/command.ts';

const { options, parts } = readCommand(
  { inserts: measureInserts, keys: measureKeys, servers: measureServers },
  { rounds: 12, seconds: 5, servers: '1,2,4', leads: 1000 },
);
buildSite();
for (const measure of parts) await measure(options);
