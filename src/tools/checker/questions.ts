import type { Choice } from '../../forms/core/ChoiceField.tsx';

/**
 * The checker's questions in the order for a seller, each with every answer that it accepts. `{claim:id}` stands for a
 * figure in `claims.yaml`.
 */
export const QUESTIONS = {
  mortgage: {
    legend: 'Is there a mortgage or another loan on the home?',
    choices: [
      { value: 'none', label: 'No' },
      { value: 'paid', label: 'Yes, payments are up to date' },
      { value: 'short', label: 'Yes, and I may owe more than the home is worth' },
      { value: 'arrears', label: 'I am behind with payments' },
      { value: 'court', label: 'I have a letter about court or eviction' },
    ],
  },
  seller: {
    legend: 'Who is selling?',
    choices: [
      { value: 'owner', label: 'The owner, or owners' },
      { value: 'executor', label: 'An executor, without confirmation' },
      { value: 'confirmed', label: 'An executor, with confirmation' },
      { value: 'survivor', label: 'The survivor named in the title' },
      { value: 'unsure', label: 'An owner has died, and I have not seen the title' },
    ],
  },
  occupied: {
    legend: 'Who lives there?',
    choices: [
      { value: 'vacant', label: 'I do, or nobody', hint: 'It will be empty when it is sold' },
      { value: 'tenant-stays', label: 'A tenant, who stays' },
      { value: 'tenant-leaves', label: 'A tenant, who will leave before the sale' },
    ],
  },
  listed: {
    legend: 'Has it been advertised for sale?',
    choices: [
      { value: 'never', label: 'No, never' },
      {
        value: 'public',
        label: 'Yes, or it will be',
        hint: 'A property website, a board, a leaflet or a public post',
      },
    ],
  },
  kind: {
    legend: 'Is the home one of these?',
    choices: [
      { value: 'ordinary', label: 'No, an ordinary home' },
      { value: 'new', label: 'New or just converted, and never used' },
      { value: 'dual', label: 'Home and business together' },
      { value: 'seasonal', label: 'A holiday home where nobody may live all year' },
      { value: 'portfolio', label: 'One of several sold together' },
      { value: 'unsafe', label: 'Unsafe, or to be demolished' },
    ],
  },
  epc: {
    legend: 'Does it have an energy certificate (EPC)?',
    choices: [
      { value: 'none', label: 'No, or I do not know' },
      {
        value: 'old',
        label: 'Yes, from before {claim:epc-new-from}',
        hint: 'And less than {claim:epc-validity} old',
      },
      { value: 'new', label: 'Yes, from {claim:epc-new-from} or later' },
      { value: 'expired', label: 'Yes, more than {claim:epc-validity} old' },
    ],
  },
  register: {
    legend: 'When did the home last change hands?',
    choices: [
      {
        value: 'land-register',
        label: 'In the last 20 years',
        hint: 'It is then normally in the Land Register',
      },
      { value: 'sasines', label: 'Decades ago', hint: 'Or the deeds are in the Register of Sasines' },
      { value: 'unsure', label: 'I do not know' },
    ],
  },
  alterations: {
    legend: 'Has it been altered?',
    choices: [
      { value: 'none', label: 'No' },
      {
        value: 'papers',
        label: 'Yes, and I have the papers',
        hint: 'Building warrant and completion certificate',
      },
      { value: 'missing', label: 'Yes, and papers are missing' },
      { value: 'unsure', label: 'I do not know' },
    ],
  },
  building: {
    legend: 'What kind of building is it?',
    choices: [
      { value: 'house', label: 'A house or bungalow' },
      {
        value: 'low',
        label: 'A flat, in a building under {claim:cladding-height}',
        hint: 'Often three storeys or fewer',
      },
      { value: 'unclad', label: 'A flat, in a taller building without cladding' },
      {
        value: 'clad',
        label: 'A flat, in a taller building with cladding',
        hint: 'Built or altered {claim:cladding-years}',
      },
      { value: 'clad-outside', label: 'A flat, in a taller building with cladding, from other years' },
      { value: 'unsure', label: 'A flat, and I do not know' },
    ],
  },
  factor: {
    legend: 'Who looks after shared parts?',
    choices: [
      { value: 'none', label: 'Nothing is shared' },
      { value: 'owners', label: 'The owners, without a factor' },
      { value: 'factor', label: 'A factor, and nothing is owed' },
      { value: 'open', label: 'A bill, a repair or a notice is not settled yet' },
    ],
  },
} as const satisfies Record<string, { legend: string; choices: readonly Choice[] }>;

export type QuestionId = keyof typeof QUESTIONS;

export type AnswerTo<Id extends QuestionId> = (typeof QUESTIONS)[Id]['choices'][number]['value'];

export type Answers = { readonly [Id in QuestionId]?: AnswerTo<Id> };

/** Who uses the checker. It decides the order of the questions. */
export type Variant = 'seller' | 'executor';

const SELLER_ORDER = Object.keys(QUESTIONS) as QuestionId[];

const ORDERS: Record<Variant, readonly QuestionId[]> = {
  seller: SELLER_ORDER,
  executor: ['seller', ...SELLER_ORDER.filter((id) => id !== 'seller')],
};

/** Whether a question has to be asked. The kind of home matters only if the home is advertised and no tenant stays. */
const isAsked = (id: QuestionId, { occupied, listed }: Answers) =>
  id !== 'kind' || (listed === 'public' && occupied !== 'tenant-stays');

export function questionsFor(variant: Variant, answers: Answers): QuestionId[] {
  return ORDERS[variant].filter((id) => isAsked(id, answers));
}

/** The answers in a form's data. Values that no question accepts are ignored. */
export function readAnswers(data: FormData): Answers {
  const entries = SELLER_ORDER.map((id) => [id, data.get(id)] as const).filter(([id, value]) =>
    QUESTIONS[id].choices.some((choice) => choice.value === value),
  );
  return Object.fromEntries(entries);
}
