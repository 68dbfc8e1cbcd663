// Every npm command that is a file of scripts/ starts here: `node scripts/run.js build --if-needed` runs build.ts. This
// file alone says which Node the commands need. It is plain JavaScript, because a Node that is too old for the project's
// TypeScript must be able to run it.
import process from 'node:process';

if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `This needs Node 24 or newer, but runs on ${process.versions.node}: install Node 24 from https://nodejs.org and try again (on Linux, "npm ci" installs it for the npm commands).\n`,
  );
  process.exitCode = 1;
} else {
  // The script reads its arguments as if Node had started it directly.
  process.argv.splice(1, 1);
  await import(`./${process.argv[1]}.ts`);
}
