import type { Thing } from 'schema-dts';

/** Structured data for search engines: things that the page shows, and nothing else. */
export function JsonLd({ things }: { things: readonly Exclude<Thing, string>[] }) {
  const graph = JSON.stringify({ '@context': 'https://schema.org', '@graph': things });
  // "</script>" inside a text would end the element.
  const html = graph.replaceAll('<', String.raw`\u003c`);
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: html }} />;
}
