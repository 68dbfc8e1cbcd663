import type { ReactNode } from 'react';

type Props = { title: string; children?: ReactNode };

/** The heading of an article, a legal page or the blog. The part after a colon is smaller; `children` are details. */
export function PageHeading({ title, children }: Props) {
  const [topic = title, ...rest] = title.split(/(?<=:) /);
  return (
    <header className="max-w-4xl">
      <h1 className="font-bold">
        <span className="text-h1">{topic}</span>
        {rest.length > 0 && (
          <>
            {' '}
            <span className="mt-3 block text-h3 font-medium text-ink-soft">{rest.join(' ')}</span>
          </>
        )}
      </h1>
      {children !== undefined && (
        <p className="mt-5 flex flex-wrap items-baseline gap-x-5 gap-y-1 text-small text-ink-soft">
          {children}
        </p>
      )}
    </header>
  );
}
