/** Which version of the product this is, and what is new in it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };

export const VERSION = packageJson.version;

/** Matches a version that may be published. */
export const VERSION_PATTERN = /^\d{1,5}\.\d{1,5}\.\d{1,5}$/;

/** @returns less than 0 if the first version is older than the second one, and 0 if they are the same */
export function compareVersions(first: string, second: string): number {
  const [left, right] = [first, second].map((version) => version.split('.').map(Number)) as [
    number[],
    number[],
  ];
  return left.map((number, index) => number - (right[index] ?? 0)).find((step) => step !== 0) ?? 0;
}

/** Changes of one kind, such as "Added". */
export type Changes = { kind: string; items: string[] };

/** What CHANGELOG.md says about a version, or about what is not released yet if it does not name the version. */
export function readChanges(version: string, text: string): Changes[] {
  const sections = text.split(/^## /m).slice(1);
  const section =
    sections.find((each) => each.startsWith(`[${version}]`)) ??
    sections.find((each) => each.startsWith('[Unreleased]'));
  return (section ?? '')
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const [kind = '', ...lines] = part.split('\n');
      const items = lines.join('\n').split(/^- /m).slice(1);
      return { kind: kind.trim(), items: items.map((item) => item.replace(/\s+/g, ' ').trim()) };
    });
}

/** What is new in this version. */
export const CHANGES = readChanges(
  VERSION,
  readFileSync(join(import.meta.dirname, '../CHANGELOG.md'), 'utf8'),
);
