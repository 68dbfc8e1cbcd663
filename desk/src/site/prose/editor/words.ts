import type { ElementName } from '#src/components/prose/elements.ts';

/** How an attribute is asked for: by a text, by a row or a column of the chart's table, by a figure, or by these words. */
type Asked = 'line' | 'text' | 'row' | 'column' | 'claim' | Readonly<Record<string, string>>;
type AskedAttribute = { label: string; hint?: string; asked: Asked };

type Words = {
  name: string;
  /** What it is for, where one is chosen. */
  hint: string;
  attributes: Readonly<Record<string, AskedAttribute>>;
};

const CAPTION: AskedAttribute = { label: 'What the chart shows', asked: 'line' };

export const ELEMENT_WORDS: Readonly<Record<ElementName, Words>> = {
  Calculator: {
    name: 'Calculator',
    hint: 'Works out what each way of selling would leave.',
    attributes: {},
  },
  Checker: {
    name: 'Checker',
    hint: 'Questions that show what a sale needs. Below them stands what you write here.',
    attributes: {
      variant: {
        label: 'For whom',
        asked: { seller: 'Somebody who sells their own home', executor: 'An executor' },
      },
    },
  },
  Claim: { name: 'Figure with its source', hint: 'From the list of figures.', attributes: {} },
  CostChart: {
    name: 'Chart of what is left',
    hint: 'A bar for each way of selling, from a table below it.',
    attributes: {
      caption: CAPTION,
      price: { label: 'Row with the price', asked: 'row' },
      remainder: { label: 'Row with what is left', asked: 'row' },
      note: { label: 'What the pale part of a bar means', asked: 'line' },
    },
  },
  DurationChart: {
    name: 'Chart of how long it takes',
    hint: 'A bar for an agent and one for us, from a table below it.',
    attributes: {
      caption: CAPTION,
      agent: { label: 'Column of the sale through an agent', asked: 'column' },
      cash: { label: 'Column of the sale to us', asked: 'column' },
      search: { label: 'Row with the time to find a buyer', asked: 'row' },
      total: { label: 'Row with the whole time', asked: 'row' },
      claim: { label: 'Figure for the time that we take', asked: 'claim' },
      note: { label: 'From when the days are counted, and what the pale part means', asked: 'line' },
    },
  },
  Email: { name: 'Our email address', hint: 'Always the one in the settings.', attributes: {} },
  Example: {
    name: 'Worked example',
    hint: 'Figures that you assume or work out here need no source. The frame is not seen on the page.',
    attributes: {},
  },
  Firm: {
    name: 'Detail of the firm',
    hint: 'Always the one in the settings.',
    attributes: {
      detail: {
        label: 'Which one',
        asked: {
          legalName: 'Name of the company',
          registration: 'Where it is registered, and its number',
          address: 'Address',
          standing: 'Who supervises us',
          complaints: 'How to complain, and to whom',
          ico: 'Our number at the Information Commissioner',
        },
      },
    },
  },
  Kept: {
    name: 'How long we keep something',
    hint: 'Always as long as the server does.',
    attributes: {
      record: {
        label: 'What we keep',
        asked: {
          lead: 'Enquiries',
          suspect: 'Enquiries that look like spam',
          delivery: 'Records of sent emails',
          backup: 'Backups',
        },
      },
    },
  },
  OurRecord: {
    name: 'Our record of offers',
    hint: 'How often we lowered or withdrew an offer, as counted.',
    attributes: {},
  },
  OwnPage: {
    name: 'Only with the seller’s own page',
    hint: 'Left out of a site on which sellers have no page of their own.',
    attributes: {},
  },
  PercentageChart: {
    name: 'Chart of shares',
    hint: 'A bar for each row of a table with per cent in it.',
    attributes: {
      caption: CAPTION,
      name: { label: 'Column with the names', asked: 'column' },
      share: { label: 'Column with the per cent', asked: 'column' },
    },
  },
  Phone: { name: 'Our phone number', hint: 'Always the one in the settings.', attributes: {} },
  Picture: {
    name: 'Picture',
    hint: 'A photograph or a drawing, with its description.',
    attributes: {
      alt: {
        label: 'Description',
        hint: 'For those who cannot see the picture: what is on it that matters here.',
        asked: 'text',
      },
      caption: { label: 'Words below the picture', hint: 'Leave it empty for none.', asked: 'text' },
    },
  },
  RouteChart: {
    name: 'Chart of stages',
    hint: 'A road with the stages of a sale, from a table below it.',
    attributes: {
      caption: CAPTION,
      gate: { label: 'Stage after which there is a gate', asked: 'row' },
      sign: { label: 'Words at the gate', asked: 'line' },
    },
  },
};

/** The first words of a chart's table, and the attributes that fit them. */
type Start = { attributes: Readonly<Record<string, string>>; rows: readonly (readonly string[])[] };

export const CHART_STARTS: Readonly<Partial<Record<ElementName, Start>>> = {
  CostChart: {
    attributes: { caption: '', price: 'Price', remainder: 'Left for you', note: '' },
    rows: [
      ['', 'Through an agent', 'Cash sale to us'],
      ['Price', '', ''],
      ['Left for you', '', ''],
    ],
  },
  DurationChart: {
    attributes: {
      caption: '',
      agent: 'Through an agent',
      cash: 'Cash sale to us',
      search: 'Finding a buyer',
      total: 'In all',
      claim: '',
      note: '',
    },
    rows: [
      ['', 'Through an agent', 'Cash sale to us'],
      ['Finding a buyer', '', ''],
      ['In all', '', ''],
    ],
  },
  PercentageChart: {
    attributes: { caption: '', name: 'Cause', share: 'Share' },
    rows: [
      ['Cause', 'Share'],
      ['', ''],
    ],
  },
  RouteChart: {
    attributes: { caption: '', gate: '2. Second stage', sign: '' },
    rows: [
      ['Stage', 'What happens'],
      ['1. First stage', ''],
      ['2. Second stage', ''],
    ],
  },
};
