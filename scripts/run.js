// Every npm command that is a file of scripts/ starts here: `node scripts/run.js build --if-needed` runs build.ts. This
// file alone says which version of the product and which Node the commands need. It is plain JavaScript, because a Node
// that is too old for the project's TypeScript must be able to run it.
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const updated = join(root, 'versions/current/scripts/run.js');

if (existsSync(updated)) {
  // `npm run update` has installed a newer version. Its commands are used, in this folder, which has the settings. This
  // file stays as it is in an installation for ever, so it decides nothing else before.
  await import(pathToFileURL(updated).href);
} else if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `This needs Node 24 or newer, but runs on ${process.versions.node}: install Node 24 from https://nodejs.org and try again (on Linux, "npm ci" installs it for the npm commands).\n`,
  );
  process.exitCode = 1;
} else {
  // Settings and data are in the folder of the first version, two folders above a newer one.
  if (basename(dirname(root)) === 'versions') process.chdir(dirname(dirname(root)));
  // The script reads its arguments as if Node had started it directly.
  process.argv.splice(1, 1);
  await import(`./${process.argv[1]}.ts`);
}
