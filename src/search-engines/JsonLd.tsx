import type { Thing } from 'schema-dts';

/** Structured data for search engines. It describes only what the page shows. */
export function JsonLd({ things }: { things: readonly Exclude<Thing, string>[] }) {
  const graph = JSON.stringify({ '@context': 'https://schema.org', '@graph': things });
  // A "</script>" in a text would end the element.
  const html = graph.replaceAll('<', String.raw`\u003c`);
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: html }} />;
}
