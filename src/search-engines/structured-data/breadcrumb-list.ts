import type { BreadcrumbList, ListItem } from 'schema-dts';
import { canonicalUrl } from '../canonical-url.ts';

/** One link of a breadcrumb. The last one is the page itself. */
export type Crumb = { label: string; href: string };

/**
 * The structured data of a page's breadcrumb.
 *
 * @see https://schema.org/BreadcrumbList
 */
export function breadcrumbList(trail: readonly Crumb[], siteUrl: URL): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ label, href }, index): ListItem => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: canonicalUrl(href, siteUrl),
    })),
  };
}
