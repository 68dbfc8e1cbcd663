// The npm commands that use scripts/ run this first. It is plain JavaScript, because a Node that is too old for the
// project's TypeScript must be able to run it.
import process, { versions } from 'node:process';

if (Number.parseInt(versions.node, 10) < 24) {
  process.stderr.write(
    `This needs Node 24 or newer, but runs on ${versions.node}: install Node 24 from https://nodejs.org and try again (on Linux, "npm ci" installs it for the npm commands).\n`,
  );
  process.exitCode = 1;
}
