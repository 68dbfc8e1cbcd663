import type { Answers, AnswerTo, QuestionId } from './questions.ts';

/** `check`: the answers alone do not decide it, because somebody has to look at the papers or the sources differ. */
export type Verdict = 'yes' | 'no' | 'check';

/** The answers that a row requires. A question that is not named may have any answer. */
type Conditions = { readonly [Id in QuestionId]?: readonly AnswerTo<Id>[] };

export type Row = {
  when: Conditions;
  /** The first day on which the row no longer applies: `2027-11-01`. */
  until?: string;
  verdict: Verdict;
  /** The answer in a few words. */
  answer: string;
  /** The reason, and what follows from it. `{claim:id}` stands for a figure in `claims.yaml`. */
  text: string;
  /** What to have ready for the solicitor. */
  gather?: readonly string[];
  /** Whether the result starts with the phone numbers of free advice services. */
  needsHelp?: boolean;
  /** The id of the claim that names the law behind this row. Default: the topic's `law`. */
  law?: string;
};

export type Topic = {
  /** Completes the heading "Do I need …?". */
  need: string;
  /** The id of the claim (an entry of `claims.yaml`) that names the law and its source. */
  law: string;
  asks: readonly QuestionId[];
  /** The first row whose conditions are met is the result. The last row has no conditions. */
  rows: readonly Row[];
};

const HELP_TEXT =
  'Ring one of these free services before you agree to anything. A lender must normally look for another way before it asks a court for the home, and a sheriff must ask whether it is reasonable to take the home. A sale can wait until an adviser has looked at it with you. If you do sell, your solicitor repays the loan from the price.';

/** The decision table of the checker, which tells sellers what the sale of their home needs. */
export const TOPICS = {
  mortgage: {
    need: 'to repay the loan',
    law: 'mortgage-law',
    asks: ['mortgage'],
    rows: [
      {
        when: { mortgage: ['court'] },
        verdict: 'yes',
        answer: 'Get free help first',
        text: `Open every letter and note the date of the hearing: you may be able to ask the court for time. ${HELP_TEXT}`,
        gather: ['Every letter from the lender and the court, with its date'],
        needsHelp: true,
        law: 'repossession-law',
      },
      {
        when: { mortgage: ['arrears'] },
        verdict: 'yes',
        answer: 'Get free help first',
        text: HELP_TEXT,
        gather: ['The lender’s letters, and a list of what you owe and earn'],
        needsHelp: true,
        law: 'repossession-law',
      },
      {
        when: { mortgage: ['short'] },
        verdict: 'check',
        answer: 'Yes, so speak to the lender first',
        text: 'The lender releases its security when it is paid in full. If the price will not cover that, it has to agree before you accept an offer.',
        gather: ['The lender’s redemption statement: the sum that clears the loan'],
      },
      {
        when: { mortgage: ['paid'] },
        verdict: 'yes',
        answer: 'Yes, on the day of the sale',
        text: 'Your solicitor repays the lender from the price and registers a discharge. Ask whether there is an early repayment charge.',
        gather: [
          'The mortgage account number',
          'The lender’s redemption statement: the sum that clears the loan',
        ],
      },
      {
        when: {},
        verdict: 'no',
        answer: 'No',
        text: 'There is nothing to repay. Your solicitor checks that no earlier loan is still registered against the home.',
      },
    ],
  },
  confirmation: {
    need: 'confirmation',
    law: 'confirmation-law',
    asks: ['seller'],
    rows: [
      {
        when: { seller: ['executor'] },
        verdict: 'yes',
        answer: 'Yes, to transfer the home',
        text: 'An offer may be made and accepted before you have it. The price is normally paid only once you do. For an estate of up to {claim:small-estate-limit}, the sheriff clerk helps with the forms.',
        gather: ['The death certificate', 'The will, if there is one', 'A valuation at the date of death'],
      },
      {
        when: { seller: ['confirmed'] },
        verdict: 'yes',
        answer: 'Yes, and you have it',
        text: 'Check that its inventory lists the house. If it was left out, it has to be added first.',
        gather: ['The confirmation, with its inventory'],
      },
      {
        when: { seller: ['survivor'] },
        verdict: 'no',
        answer: 'No, not for this home',
        text: 'The share of the first to die has passed under the title deeds. It can still count for inheritance tax.',
        gather: ['The death certificate'],
      },
      {
        when: { seller: ['unsure'] },
        verdict: 'check',
        answer: 'Probably',
        text: 'Only a title with a survivorship clause passes without it. Your solicitor can read the title in minutes.',
        gather: ['The death certificate', 'The will, if there is one'],
      },
      {
        when: {},
        verdict: 'no',
        answer: 'No',
        text: 'Confirmation is for the estate of somebody who has died. Everyone on the title has to sign.',
      },
    ],
  },
  'home-report': {
    need: 'a Home Report',
    law: 'home-report-law',
    asks: ['occupied', 'listed', 'kind'],
    rows: [
      {
        when: { occupied: ['tenant-stays'] },
        verdict: 'no',
        answer: 'No, while the tenant stays',
        text: 'The duty is only for a house offered with vacant possession. Any advertisement has to say that the tenant stays.',
      },
      {
        when: { listed: ['never'] },
        verdict: 'no',
        answer: 'No, for a private sale',
        text: 'The duty begins when a property website, a board or a leaflet makes the sale public.',
      },
      {
        when: { kind: ['new', 'dual', 'seasonal', 'portfolio', 'unsafe'] },
        verdict: 'no',
        answer: 'No, if it meets the conditions',
        text: 'Such homes are exempt, each under conditions of its own. Have your solicitor check these before the home is advertised.',
        gather: ['Papers that show why the home is exempt from the Home Report'],
      },
      {
        when: {},
        verdict: 'yes',
        answer: 'Yes',
        text: 'A home that is advertised needs one, from the first day. It costs {claim:home-report-cost}. If you have taken the home off the market and sell privately now, ask your solicitor whether the duty has ended.',
        gather: ['The Home Report, or the facts for its questionnaire'],
      },
    ],
  },
  tenancy: {
    need: 'to end a tenancy',
    law: 'tenancy-law',
    asks: ['occupied'],
    rows: [
      {
        when: { occupied: ['tenant-stays'] },
        verdict: 'no',
        answer: 'No',
        text: 'The tenancy goes with the house, on the same terms. The buyer becomes the landlord and has to register.',
        gather: [
          'The tenancy agreement',
          'The rent account and the deposit certificate',
          'The gas and electrical safety records',
        ],
      },
      {
        when: { occupied: ['tenant-leaves'] },
        verdict: 'yes',
        answer: 'Yes, and the tribunal may refuse',
        text: 'A notice to leave gives {claim:tenant-notice}, or {claim:tenant-notice-short} within the first six months. The tribunal may refuse, and the tenant need not go until it makes an order. The law speaks of a sale for market value, so take advice before you serve notice for a lower price. A tenant can ring Shelter Scotland, free, on {claim:shelter-scotland-phone}.',
        gather: ['The tenancy agreement', 'Any notice to leave, with proof of its date'],
      },
      {
        when: {},
        verdict: 'no',
        answer: 'No',
        text: 'There is no tenancy to end. Whoever lives there moves out by the date of entry.',
      },
    ],
  },
  epc: {
    need: 'an energy certificate',
    law: 'epc-law',
    asks: ['epc'],
    rows: [
      {
        when: { epc: ['old'] },
        until: '2027-11-01',
        verdict: 'check',
        answer: 'Yes, and yours is probably still valid',
        text: 'An older certificate is probably good for a sale until {claim:epc-old-until}. Your solicitor confirms it.',
        gather: ['The energy certificate, with its date'],
      },
      {
        when: { epc: ['new'] },
        verdict: 'yes',
        answer: 'Yes, and you have it',
        text: 'A new-style certificate lasts {claim:epc-new-validity}.',
        gather: ['The energy certificate, with its date'],
      },
      {
        when: { epc: ['old', 'expired'] },
        verdict: 'yes',
        answer: 'Yes, a new one',
        text: 'A certificate lasted {claim:epc-validity} under the old rules. A new-style one lasts {claim:epc-new-validity}.',
        gather: ['A new energy certificate'],
      },
      {
        when: {},
        verdict: 'yes',
        answer: 'Yes',
        text: 'A sale normally needs one, even a private sale. Look for your address in the Scottish EPC Register before you order a new one.',
        gather: ['An energy certificate'],
      },
    ],
  },
  title: {
    need: 'extra work on the title',
    law: 'title-law',
    asks: ['register', 'alterations'],
    rows: [
      {
        when: { register: ['sasines'], alterations: ['missing'] },
        verdict: 'yes',
        answer: 'Yes, on two points',
        text: 'The sale moves the home into the Land Register, with a plans report ({claim:title-plans-report}) and sometimes a new plan. For the alterations your solicitor looks at insurance (a title indemnity) or a letter of comfort. Do not ask the council before you have talked to your solicitor.',
        gather: [
          'The old deeds and plans',
          'What you know about the alterations: year, builder, photographs',
        ],
      },
      {
        when: { alterations: ['missing'] },
        verdict: 'yes',
        answer: 'Yes, for the alterations',
        text: 'Your solicitor looks at insurance (a title indemnity) or a letter of comfort. Do not ask the council before you have talked to your solicitor.',
        gather: ['What you know about the alterations: year, builder, photographs'],
      },
      {
        when: { register: ['sasines'] },
        verdict: 'yes',
        answer: 'Yes, a first registration',
        text: 'The sale moves the home into the Land Register, with a plans report ({claim:title-plans-report}) and sometimes a new plan. Tell your solicitor early.',
        gather: ['The old deeds and plans'],
      },
      {
        when: { register: ['land-register'], alterations: ['none', 'papers'] },
        verdict: 'no',
        answer: 'No',
        text: 'Your solicitor reads the title and orders the usual searches.',
        gather: ['Building warrants, completion certificates and guarantees'],
      },
      {
        when: {},
        verdict: 'check',
        answer: 'Your solicitor can see it in minutes',
        text: 'The title shows which register holds it. Ask the council’s building standards office for its records only when your solicitor says so.',
        gather: ['Any deeds, warrants and certificates that you can find'],
      },
    ],
  },
  cladding: {
    need: 'a cladding assessment',
    law: 'cladding-law',
    asks: ['building'],
    rows: [
      {
        when: { building: ['clad'] },
        verdict: 'yes',
        answer: 'Yes, of the whole building',
        text: 'The law covers flats in a building of {claim:cladding-height} or more with cladding, built or altered {claim:cladding-years}. Ask the factor whether the single-building assessment is done and whether the Cladding Assurance Register has it.',
        gather: ['The building’s single-building assessment, or the factor’s answer about it'],
      },
      {
        when: { building: ['unsure'] },
        verdict: 'check',
        answer: 'Ask the factor',
        text: 'You need one if the building is {claim:cladding-height} or more high, has cladding, and was built or altered {claim:cladding-years}.',
        gather: ['The building’s height, age and outer walls, from the factor'],
      },
      {
        when: {},
        verdict: 'no',
        answer: 'No',
        text: 'It is for flats in buildings of {claim:cladding-height} or more with cladding, built or altered {claim:cladding-years}.',
      },
    ],
  },
  factor: {
    need: 'papers about shared parts',
    law: 'factor-law',
    asks: ['factor'],
    rows: [
      {
        when: { factor: ['open'] },
        verdict: 'yes',
        answer: 'Yes, before the missives',
        text: 'You stay liable for work agreed while you owned the home. Tell your solicitor about every bill and council notice. A notice of potential liability binds the buyer too if it is registered at least {claim:common-repairs-notice} before they become owner.',
        gather: ['Bills, quotes and council notices for common repairs', 'The factor’s last statement'],
      },
      {
        when: { factor: ['factor'] },
        verdict: 'yes',
        answer: 'Yes, the factor’s figures',
        text: 'The charges are divided at the date of entry. Your solicitor asks the factor for the figures, and for any float (a deposit) that comes back to you.',
        gather: ['The factor’s name and last statement'],
      },
      {
        when: { factor: ['owners'] },
        verdict: 'yes',
        answer: 'Yes, what was agreed',
        text: 'In the missives you are asked which repairs the owners have agreed or paid for.',
        gather: ['What the owners agreed about repairs, with dates'],
      },
      {
        when: {},
        verdict: 'no',
        answer: 'No',
        text: 'Tell your solicitor if a road, a drain or a wall is shared after all.',
      },
    ],
  },
} as const satisfies Record<string, Topic>;

export type TopicId = keyof typeof TOPICS;

/** What every seller has to have ready for the solicitor. */
export const ALWAYS_GATHER = [
  'Photo identification and proof of your address',
  'The title number, or the deeds',
];

/** Whether a row's conditions are met. */
export function matches(row: Row, answers: Answers, today: string): boolean {
  if (row.until !== undefined && today >= row.until) return false;
  return Object.entries(row.when).every(([id, accepted]) => {
    const answer = answers[id as QuestionId];
    return answer !== undefined && (accepted as readonly string[]).includes(answer);
  });
}
