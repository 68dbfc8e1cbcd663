import type { ContentFiles } from './content-files.ts';
import { listTexts, openLines, type Path } from './content-text.ts';

/** A text of the site that shows a claim (a figure with a source). */
export type ClaimUse = {
  /** The file, below src. */
  file: string;
  line: number;
  /** The whole text: a value of a YAML file, or a line of an article. */
  text: string;
} & (
  | {
      kind: 'yaml';
      path: Path;
    }
  | { kind: 'article' }
  /** A text with a fixed wording, such as "28 Days". The field `claim` beside the text names the claim. */
  | { kind: 'fixed'; path: Path }
  /** A program that needs the claim. */
  | { kind: 'code' }
);

const YAML_FILES = ['content/home.yaml', 'content/blog.yaml', 'content/cities/*.yaml'];
const ARTICLES = ['content/articles/*.md', 'content/legal/*.md'];

/** How a YAML file and an article name a claim. */
const mentions = (id: string) => ({ yaml: `{claim:${id}}`, article: `<Claim id="${id}" />` });

function usesInYaml(file: string, text: string, id: string): ClaimUse[] {
  const texts = listTexts(text);
  const lineOf = openLines(text);
  const valueAt = (path: Path) => texts.find((one) => one.path.join('\n') === path.join('\n'))?.value;
  return texts.flatMap(({ path, value }): ClaimUse[] => {
    if (value.includes(mentions(id).yaml)) {
      return [{ kind: 'yaml', file, path, text: value, line: lineOf(path) ?? 1 }];
    }
    if (path.at(-1) !== 'claim' || value !== id) return [];
    const fixed = ['text', 'value'].map((key) => [...path.slice(0, -1), key]).find((one) => valueAt(one));
    if (!fixed) return [];
    return [{ kind: 'fixed', file, path: fixed, text: valueAt(fixed) ?? '', line: lineOf(fixed) ?? 1 }];
  });
}

function usesByLine(file: string, text: string, isUse: (line: string) => boolean, kind: 'article' | 'code') {
  return text
    .split('\n')
    .flatMap((line, index): ClaimUse[] =>
      isUse(line) ? [{ kind, file, line: index + 1, text: line.trim() }] : [],
    );
}

/** Finds where the site uses a claim, in the order of the files. */
export function findClaimUses(files: ContentFiles, id: string): ClaimUse[] {
  const inContent = (patterns: string[], find: (file: string, text: string) => ClaimUse[]) =>
    files.list(patterns).flatMap((file) => {
      const text = files.read(file);
      return text.includes(id) ? find(file, text) : [];
    });
  const { article } = mentions(id);
  const inCode = new RegExp(`^- ${id}$|['"]${id}['"]`);
  return [
    ...inContent(YAML_FILES, (file, text) => usesInYaml(file, text, id)),
    ...inContent(ARTICLES, (file, text) =>
      usesByLine(file, text, (line) => line.includes(article) || line.includes(`claimId="${id}"`), 'article'),
    ),
    ...files
      .code()
      // collections.ts names the rating of the city pages, but these also work without a rating.
      .filter(({ file, text }) => text.includes(id) && file !== 'content/collections.ts')
      .flatMap(({ file, text }) => usesByLine(file, text, (line) => inCode.test(line), 'code')),
  ];
}

/** The text without the sentences that mention the claim. */
export function withoutClaim(text: string, id: string): string {
  const named = Object.values(mentions(id));
  return text
    .split(/(?<=[.!?]["”)]?)\s+(?=["“(]?[A-Z{<*£\d])/)
    .filter((sentence) => !named.some((mention) => sentence.includes(mention)))
    .join(' ');
}

/** Whether a text still mentions the claim. */
export const mentionsClaim = (text: string, id: string) =>
  Object.values(mentions(id)).some((mention) => text.includes(mention));
