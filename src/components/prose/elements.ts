/**
 * Our elements in the text of an article or a legal page. Plain data without Zod, because the desk's editor loads it too
 * (`desk/src/site/prose`).
 */
type Element = {
  /**
   * `inline`: a word or a figure within a paragraph. `chart`: a block with one table in it. `frame`: a block with other
   * blocks in it; OwnPage may also stand within a paragraph. `single`: a block with nothing in it.
   */
  is: 'inline' | 'chart' | 'frame' | 'single';
  /** Each attribute: a text, a text that may be missing, or one of these values. */
  attributes: Readonly<Record<string, 'text' | 'optional' | readonly string[]>>;
};

export const ELEMENTS = {
  Calculator: { is: 'single', attributes: {} },
  Checker: { is: 'frame', attributes: { variant: ['seller', 'executor'] } },
  Claim: { is: 'inline', attributes: { id: 'text' } },
  CostChart: {
    is: 'chart',
    attributes: { caption: 'text', note: 'text', price: 'text', remainder: 'text' },
  },
  DurationChart: {
    is: 'chart',
    attributes: {
      caption: 'text',
      agent: 'text',
      cash: 'text',
      search: 'text',
      total: 'text',
      claim: 'text',
      note: 'text',
    },
  },
  Email: { is: 'inline', attributes: {} },
  Example: { is: 'frame', attributes: {} },
  Firm: {
    is: 'inline',
    attributes: { detail: ['legalName', 'registration', 'address', 'standing', 'complaints', 'ico'] },
  },
  Kept: { is: 'inline', attributes: { record: ['lead', 'suspect', 'delivery', 'backup'] } },
  OurRecord: { is: 'inline', attributes: {} },
  OwnPage: { is: 'frame', attributes: {} },
  PercentageChart: { is: 'chart', attributes: { caption: 'text', name: 'text', share: 'text' } },
  Phone: { is: 'inline', attributes: {} },
  Picture: { is: 'single', attributes: { id: 'text', alt: 'text', caption: 'optional' } },
  RouteChart: { is: 'chart', attributes: { caption: 'text', gate: 'text', sign: 'text' } },
} as const satisfies Record<string, Element>;

export type ElementName = keyof typeof ELEMENTS;

export const isElement = (name: string): name is ElementName => Object.hasOwn(ELEMENTS, name);

export const elementOf = (name: ElementName): Element => ELEMENTS[name];

/** Where a link may go: to a website, a mail address, a telephone, or to one of our own pages. */
export const isAllowedLink = (href: string): boolean =>
  /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/i.test(href);
