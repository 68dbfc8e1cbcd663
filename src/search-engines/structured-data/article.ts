import type { Article } from 'schema-dts';
import type { SiteDetails } from '../../site.ts';
import { canonicalUrl } from '../canonical-url.ts';
import { isoDate } from '../../lib/dates.ts';
import { shareImagePath } from '../share-image.ts';
import { businessId } from './business.ts';

type Options = {
  title: string;
  description: string;
  publishedOn: Date;
  updatedOn?: Date | undefined;
  readingMinutes: number;
  path: string;
  site: SiteDetails;
  siteUrl: URL;
};

/**
 * The structured data of an article. The firm is its author.
 *
 * @see https://schema.org/Article
 */
export function article(options: Options): Exclude<Article, string> {
  const { title, description, publishedOn, updatedOn, readingMinutes, path, site, siteUrl } = options;
  const firm = {
    '@type': 'Organization',
    '@id': businessId(siteUrl),
    name: site.brand,
    url: siteUrl.href,
  } as const;
  return {
    '@type': 'Article',
    headline: title,
    description,
    datePublished: isoDate(publishedOn),
    dateModified: isoDate(updatedOn ?? publishedOn),
    timeRequired: `PT${readingMinutes}M`,
    inLanguage: 'en-GB',
    mainEntityOfPage: canonicalUrl(path, siteUrl),
    image: new URL(shareImagePath(path), siteUrl).href,
    author: firm,
    publisher: firm,
  };
}
