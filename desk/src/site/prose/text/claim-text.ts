import type { JSONContent } from '@tiptap/core';

const MENTION = /\{claim:([a-z0-9-]+)\}/;

/** Reads a text with `{claim:id}` in it (`src/claims/claim-references.ts`) as a document of one paragraph. */
export function readClaimText(text: string): JSONContent {
  // `split` with a capturing group puts the captured id at every second place.
  const content = text.split(MENTION).map((piece, index): JSONContent | undefined => {
    if (index % 2 === 1) return { type: 'chip', attrs: { name: 'Claim', attributes: { id: piece } } };
    return piece === '' ? undefined : { type: 'text', text: piece };
  });
  return {
    type: 'doc',
    content: [{ type: 'paragraph', content: content.filter((node) => node !== undefined) }],
  };
}

/** Such a text has no curly brackets but those of a figure, so typed ones become round. */
export function writeClaimText({ content = [] }: JSONContent): string {
  const nodes = content.flatMap((paragraph) => paragraph.content ?? []);
  const words = nodes.map((node) => {
    if (node.type === 'text') return (node.text ?? '').replaceAll('{', '(').replaceAll('}', ')');
    const { attributes } = (node.attrs ?? {}) as { attributes?: Record<string, string> };
    return `{claim:${attributes?.id ?? ''}}`;
  });
  return words.join('');
}
