import { breadcrumbList, type Crumb } from '../../search-engines/structured-data/breadcrumb-list.ts';
import { JsonLd } from '../../search-engines/JsonLd.tsx';

type Props = { trail: readonly Crumb[]; siteUrl: URL; className?: string };

/** Links to the pages above this page, with structured data for search engines. The last item is this page. */
export function Breadcrumb({ trail, siteUrl, className = '' }: Props) {
  return (
    <nav aria-label="Breadcrumb" className={`text-small text-ink-soft print:hidden ${className}`}>
      <ol>
        {trail.map(({ label, href }, index) => (
          <li key={href} className="inline">
            {index > 0 && (
              <span aria-hidden="true" className="mx-2">
                ›
              </span>
            )}
            {index === trail.length - 1 ? (
              <span aria-current="page">{label}</span>
            ) : (
              <a
                href={href}
                className="inline-block py-1 text-action underline underline-offset-4 hover:no-underline"
              >
                {label}
              </a>
            )}
          </li>
        ))}
      </ol>
      <JsonLd things={[breadcrumbList(trail, siteUrl)]} />
    </nav>
  );
}
