/** The pages that the firm's specification names, from the two tables in its section 2. */
export const SPECIFIED_CITIES = ['/glasgow', '/edinburgh', '/aberdeen', '/dundee'];

export const SPECIFIED_LEGAL_PAGES = ['/privacy-policy', '/terms-and-conditions', '/cookie-policy'];

/** The specification shows no date, reading time and call to action for two of the articles. */
export const SPECIFIED_ARTICLES: [path: string, date?: string, minutes?: number, callToAction?: string][] = [
  ['/blog/how-to-sell-house-fast-scotland'],
  ['/blog/cash-buyers-vs-estate-agents'],
  ['/blog/scottish-property-law-guide', '2024-01-25', 9, 'Get Your Cash Offer'],
  ['/blog/selling-inherited-property-scotland', '2024-02-01', 10, "Get Your Executor's Cash Offer"],
  ['/blog/broken-property-chain-guide', '2024-02-05', 8, 'Get Your Chain-Free Offer'],
  ['/blog/selling-property-poor-condition', '2024-02-10', 9, 'Get Your As-Is Cash Offer'],
];

export const SPECIFIED_PAGES = [
  '/',
  ...SPECIFIED_CITIES,
  '/blog',
  ...SPECIFIED_ARTICLES.map(([path]) => path),
  ...SPECIFIED_LEGAL_PAGES,
  '/404',
];
