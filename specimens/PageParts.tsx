import { Breadcrumb } from '../src/components/sections/Breadcrumb.tsx';
import { ArticleList, type ArticleCard } from '../src/components/sections/ArticleList.tsx';
import { ChangesSince } from '../src/components/sections/ChangesSince.tsx';
import { Faq } from '../src/components/sections/Faq.tsx';
import { Footer } from '../src/components/sections/Footer.tsx';
import { Header } from '../src/components/sections/Header.tsx';
import { NotFound } from '../src/components/sections/NotFound.tsx';
import { PageHeading } from '../src/components/sections/PageHeading.tsx';
import { RelatedArticles } from '../src/components/sections/RelatedArticles.tsx';
import { SIDE_MENU_ID } from '../src/components/sections/SideMenu.tsx';
import { TableOfContents } from '../src/components/sections/TableOfContents.tsx';
import { DEFAULT_DETAILS, FOOTER_LINKS } from '../src/site.ts';
import type { Specimens } from './Specimens.tsx';

const LINK = { label: 'A page', href: '#page' };

/** More articles than `ArticleList` shows as cards. */
const ARTICLES: readonly ArticleCard[] = Array.from({ length: 26 }, (_, index) => ({
  id: index === 0 ? 'selling-inherited-property-scotland' : 'one-that-nobody-has-drawn',
  href: `#article-${index}`,
  title: `Article ${index + 1}, with a title that may be as long as this one`,
  excerpt: 'What it is about, in a line or two.',
  category: 'Guides',
  publishedOn: new Date('2025-10-07'),
  readingMinutes: 7,
}));

/** The header, the footer and other parts around a page's content. */
export const PAGE_PARTS: Specimens = {
  Faq: (
    <Faq
      heading="Questions sellers ask"
      intro="One answer at a time."
      items={[
        { question: 'What is it?', answer: ['An answer.'] },
        { question: 'And a longer one, which runs over the end of its line on a phone?', answer: ['Yes.'] },
      ]}
    />
  ),
  Header: <Header site={DEFAULT_DETAILS} />,
  SideMenu: (
    <button type="button" className="underline" {...{ command: 'show-modal', commandfor: SIDE_MENU_ID }}>
      Open the menu
    </button>
  ),
  Breadcrumb: (
    <Breadcrumb
      trail={[
        { label: 'Home', href: '/' },
        { label: 'Blog', href: '/blog' },
        { label: 'This page', href: '/blog/this-page' },
      ]}
      siteUrl={new URL('https://example.org')}
    />
  ),
  PageHeading: (
    <>
      <PageHeading title="A heading" />
      <PageHeading title="A heading: and what follows its colon">
        <span>7 October 2025</span>
        <span>7 min read</span>
      </PageHeading>
    </>
  ),
  TableOfContents: (
    <TableOfContents
      headings={[
        { depth: 2, slug: 'first', text: 'The first part' },
        { depth: 2, slug: 'second', text: 'The second part' },
      ]}
    />
  ),
  ArticleList: (
    <div role="group" aria-label="Many articles" tabIndex={0} className="h-160 overflow-y-auto">
      <ArticleList articles={ARTICLES} />
    </div>
  ),
  RelatedArticles: <RelatedArticles articles={ARTICLES.slice(0, 3)} />,
  ChangesSince: (
    <ChangesSince
      since={new Date('2025-10-07')}
      changes={[{ date: new Date('2026-10-07'), text: 'What is different now.' }]}
    />
  ),
  NotFound: <NotFound />,
  Footer: (
    <Footer
      site={DEFAULT_DETAILS}
      groups={[
        { title: 'Selling to us', links: FOOTER_LINKS },
        { title: 'Where we buy', links: [LINK] },
        { title: 'The small print', links: [LINK] },
      ]}
    />
  ),
};
