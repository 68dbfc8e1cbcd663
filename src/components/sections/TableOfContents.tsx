type Props = { headings: readonly { depth: number; slug: string; text: string }[] };

/** Links to the parts of a long text: collapsed above the text on a phone, always open beside it on a wide screen. */
export function TableOfContents({ headings }: Props) {
  return (
    <nav aria-label="On this page" className="text-small print:hidden">
      <details className="group border-y border-line lg:border-0 lg:[&::details-content]:[content-visibility:visible]">
        <summary className="flex min-h-12 cursor-pointer items-center justify-between font-semibold lg:pointer-events-none lg:min-h-0">
          On this page
          <span aria-hidden="true" className="text-h3/none text-action group-open:rotate-45 lg:hidden">
            +
          </span>
        </summary>
        <ul className="pb-3 text-ink-soft lg:mt-3 lg:border-l lg:border-line lg:pb-0 [&_a]:block [&_a]:py-2 [&_a]:hover:text-action [&_a]:hover:underline lg:[&_a]:py-1 lg:[&_a]:pl-4">
          {headings
            .filter(({ depth }) => depth === 2)
            .map(({ slug, text }) => (
              <li key={slug}>
                <a href={`#${slug}`}>{text}</a>
              </li>
            ))}
        </ul>
      </details>
    </nav>
  );
}
