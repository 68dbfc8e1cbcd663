import type { BreadcrumbList, ListItem } from 'schema-dts';
import { canonicalUrl } from '../canonical-url.ts';

/** A step on the way from the top of the site to a page; the last one is the page. */
export type Crumb = { label: string; href: string };

/**
 * The breadcrumb that the page shows.
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
