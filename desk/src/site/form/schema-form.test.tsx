import { load } from 'cheerio';
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { formOf } from '#server/publishing/documents.ts';
import { readInstalledContent } from '#server/publishing/content-files.ts';
import { FormStateProvider, type FieldProblem } from './form-state.ts';
import type { Json } from './json.ts';
import { emptyOf, isContainer, matches, type JsonSchema } from './schema.ts';
import { SchemaField } from './SchemaField.tsx';
import { SchemaForm } from './SchemaForm.tsx';

const CHOICES = {
  claims: [{ id: 'offer-within', text: '24 hours', source: 'Our own promise' }],
  pages: [
    { address: '/', title: 'Home page' },
    { address: '/blog/fast', title: 'How to sell fast' },
  ],
  parts: { home: 'Home page', perth: 'Perth' },
};

type Given = { problems?: FieldProblem[]; isUnlocked?: boolean };

/** The form with everything unfolded. */
function open(schema: JsonSchema, value: Json, { problems = [], isUnlocked = false }: Given = {}) {
  const state = {
    ...CHOICES,
    Field: SchemaField,
    problems,
    isOpen: () => true,
    setOpen: () => undefined,
    isUnlocked: () => isUnlocked,
    unlock: () => undefined,
    moveRows: () => undefined,
  };
  return renderToStaticMarkup(
    <FormStateProvider value={state}>
      <SchemaField schema={schema} label="Document" path={[]} value={value} onChange={() => undefined} />
    </FormStateProvider>,
  );
}

/** A document with one field. */
const one = (field: JsonSchema, isRequired = true): JsonSchema => ({
  type: 'object',
  properties: { it: field },
  required: isRequired ? ['it'] : [],
});
const page = (field: JsonSchema, value: Json | undefined, given: Given & { isRequired?: boolean } = {}) =>
  load(open(one(field, given.isRequired), value === undefined ? {} : { it: value }, given));

const textsOf = ($: ReturnType<typeof page>, selector: string) =>
  $(selector)
    .map((_, element) => $(element).text())
    .get();

describe('each kind of field', () => {
  test('a text has its title as label and its description as hint', () => {
    const $ = page({ type: 'string', title: 'Phone', description: 'As people read it.' }, '0131');
    expect($('label').text()).toBe('Phone');
    const input = $('input');
    expect(input.attr('value')).toBe('0131');
    expect($(`[id="${input.attr('aria-describedby')}"]`).text()).toBe('As people read it.');
  });

  test('a field without a title has its name as words', () => {
    expect(
      load(open({ type: 'object', properties: { exampleNotice: { type: 'string' } } }, {}))('label').text(),
    ).toBe('Example notice');
  });

  test.each<[what: string, field: JsonSchema, value: Json, selector: string]>([
    ['a long text', { type: 'string', format: 'multiline' }, 'Words', 'textarea'],
    ['a day', { type: 'string', format: 'date' }, '2026-12-24', 'input[type=date][value=2026-12-24]'],
    ['an email address', { type: 'string', format: 'email' }, 'a@b.scot', 'input[inputmode=email]'],
    ['hours', { type: 'string', format: 'hours' }, 'Mon–Fri 09:00–18:00', 'input[type=time][value="09:00"]'],
    ['days', { type: 'string', format: 'days' }, '2026-12-24', 'input[type=date][value=2026-12-24]'],
    ['a number', { type: 'number' }, 7, 'input[inputmode=numeric][value=7]'],
    [
      'a choice',
      { type: 'string', enum: ['a'], labels: { a: 'Guides' } },
      'a',
      'option[value=a]:contains("Guides")',
    ],
    ['stars', { type: 'integer', minimum: 1, maximum: 5 }, 4, 'option[value=4][selected]'],
    ['a yes', { type: 'boolean' }, true, 'label:contains("Yes") input[type=radio][checked]'],
    ['a no', { type: 'boolean' }, false, 'label:contains("No") input[type=radio][checked]'],
    [
      'a figure',
      { type: 'string', format: 'claim' },
      'offer-within',
      'option:contains("24 hours (Our own promise)")',
    ],
    [
      'an article',
      { type: 'string', format: 'article' },
      'fast',
      'option[value=fast]:contains("How to sell fast")',
    ],
    ['a page', { type: 'string', format: 'own-link' }, '/', 'datalist option[value="/blog/fast"]'],
  ])('%s', (_what, field, value, selector) => {
    const $ = page({ title: 'It', ...field }, value);
    expect($(selector).length).toBeGreaterThan(0);
  });

  test('a choice that the list no longer has is still shown', () => {
    expect(page({ type: 'string', enum: ['a'] }, 'gone')('option[selected]').text()).toBe('gone');
  });

  test('a number of stars that nobody chose is not chosen', () => {
    expect(page({ type: 'integer', minimum: 1, maximum: 5 }, undefined)('option[selected]').text()).toBe(
      'Choose',
    );
  });

  test('opening hours have a row for each day, and say which days are closed', () => {
    const $ = page(
      { type: 'string', format: 'hours', title: 'Hours' },
      'Mon–Fri 09:00–12:00, Mon–Fri 13:00–18:00',
    );
    expect($('[role=group][aria-label]')).toHaveLength(7);
    expect($('[aria-label=Monday] input[type=time]').length).toBe(4);
    expect($('[aria-label=Sunday]').text()).toContain('Closed');
  });

  test('hours and days that the form cannot read are a text', () => {
    expect(
      page({ type: 'string', format: 'hours' }, 'by appointment')('input[value="by appointment"]').length,
    ).toBe(1);
    expect(page({ type: 'string', format: 'days' }, 'Christmas')('input[value=Christmas]').length).toBe(1);
  });
});

describe('words that the specification has', () => {
  const field: JsonSchema = { type: 'string', title: 'Headline', fixed: true };

  test('they are locked, and the form says why', () => {
    const $ = page(field, 'Sell My House Fast');
    expect($('input').length).toBe(0);
    expect($.text()).toContain('Sell My House Fast');
    expect($.text()).toContain('This wording is part of the specification of this site.');
    expect($('button').text()).toBe('Change it nevertheless Headline');
  });

  test('they can be changed once they are unlocked', () => {
    expect(page(field, 'Sell My House Fast', { isUnlocked: true })('input').attr('value')).toBe(
      'Sell My House Fast',
    );
  });

  test('a locked list has no rows to add or remove', () => {
    const $ = page({ type: 'array', title: 'Towns', fixed: true, items: { type: 'string' } }, [
      'Perth',
      'Leith',
    ]);
    expect($.text()).toContain('Perth\nLeith');
    expect($('button').length).toBe(1);
  });
});

describe('parts', () => {
  const group: JsonSchema = {
    type: 'object',
    title: 'Warning',
    properties: { text: { type: 'string', title: 'Text' } },
  };

  test('an optional part is added with a button, and taken out again', () => {
    expect(page(group, undefined, { isRequired: false })('button').text()).toBe('Add: Warning');
    const $ = page(group, { text: 'RAAC' }, { isRequired: false });
    expect($('button').text()).toContain('Take this part out: Warning');
    expect($('summary').text()).toBe('Warning');
  });

  test('a part that the document lacks, and needs, has its fields', () => {
    expect(page(group, undefined)('input').length).toBe(1);
  });

  const list = (limits: JsonSchema): JsonSchema => ({
    type: 'array',
    title: 'Cards',
    items: { type: 'object', properties: { title: { type: 'string' }, text: { type: 'string' } } },
    ...limits,
  });
  const cards = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      title: `Card ${index + 1}`,
      text: 'In {claim:offer-within}',
    }));

  test('a row says while it is folded what is in it, and has buttons with its name', () => {
    const $ = page(list({}), cards(2));
    expect($('summary').eq(1).text()).toBe('Card 1In 24 hours');
    expect(textsOf($, 'button')).toEqual([
      'Move up: Card 1',
      'Move down: Card 1',
      'Remove Card 1',
      'Move up: Card 2',
      'Move down: Card 2',
      'Remove Card 2',
      'Add one',
    ]);
    expect(textsOf($, 'button:disabled')).toEqual(['Move up: Card 1', 'Move down: Card 2']);
  });

  test.each<[limits: JsonSchema, count: number, says: string, may: string[]]>([
    [{ minItems: 2, maxItems: 2 }, 2, 'The page has room for exactly 2.', []],
    [{ minItems: 2, maxItems: 2 }, 1, 'The page has room for exactly 2.', ['Add one']],
    [{ minItems: 2, maxItems: 2 }, 3, 'The page has room for exactly 2.', ['Remove']],
    [{ minItems: 1 }, 1, 'At least 1.', ['Add one']],
    [{ minItems: 1 }, 2, 'At least 1.', ['Add one', 'Remove']],
    [{ maxItems: 2 }, 2, 'At most 2.', ['Remove']],
    [{ minItems: 1, maxItems: 3 }, 2, 'From 1 to 3.', ['Add one', 'Remove']],
  ])('with the limits %j and %i rows, the list says "%s" and offers %j', (limits, count, says, may) => {
    const $ = page(list(limits), cards(count));
    expect($.text()).toContain(says);
    const offered = textsOf($, 'button').map((name) => name.replace(/ Card \d$/, ''));
    expect([...new Set(offered)].filter((name) => !name.startsWith('Move')).sort()).toEqual(may);
  });

  test('a long list can be searched', () => {
    expect(page(list({}), cards(9))('input[type=search]').length).toBe(0);
    expect(page(list({}), cards(10))('input[type=search]').length).toBe(1);
  });

  test('a fixed number of values have their own labels, and no buttons', () => {
    const $ = page(
      {
        type: 'array',
        prefixItems: [
          { type: 'string', title: 'First' },
          { type: 'string', title: 'Second' },
        ],
      },
      ['a', 'b'],
    );
    expect(textsOf($, 'label')).toEqual(['First', 'Second']);
    expect($('button').length).toBe(0);
  });

  test('a record shows its parts under the names of the pages, and offers the others', () => {
    const $ = load(open({ type: 'object', additionalProperties: { ...group } }, { home: { text: 'Fair.' } }));
    expect($('summary').text()).toBe('Home page');
    expect(textsOf($, 'option')).toEqual(['Choose', 'Perth']);
  });

  test('of several kinds of value, the one that is there is chosen, with its fields', () => {
    const scheme: JsonSchema = {
      title: 'Redress scheme',
      anyOf: [
        { const: 'none', title: 'We belong to none' },
        { type: 'string', title: 'Name of the scheme' },
      ],
    };
    const none = page(scheme, 'none');
    expect(none('option[selected]').text()).toBe('We belong to none');
    expect(none('input').length).toBe(0);
    const named = page(scheme, 'The Property Ombudsman');
    expect(named('option[selected]').text()).toBe('Name of the scheme');
    expect(named('input').attr('value')).toBe('The Property Ombudsman');
  });
});

test('new opening hours begin with those of today, and the hours come first in the form of the firm', () => {
  const { properties = {} } = formOf('firm.yaml') as JsonSchema;
  expect(Object.keys(properties).slice(0, 5)).toEqual(['hours', 'nextHours', 'closedOn', 'openOn', 'phone']);
  const hours = 'Mon–Thu 10:00–16:00';
  expect(emptyOf(properties.nextHours ?? {}, { hours })).toEqual({ hours });
});

test.each<[offers: boolean, what: string, item: JsonSchema, least: number]>([
  [true, 'a list of texts', { type: 'string' }, 0],
  [true, 'a list of 16 areas', { type: 'object', properties: { name: { type: 'string' } } }, 16],
  [false, 'a list of four cards', { type: 'object', properties: { name: { type: 'string' } } }, 4],
  [false, 'a list of texts with figures', { type: 'string', format: 'claim-text' }, 16],
])('it is %s that several rows can be added at once to %s', (offers, _what, items, least) => {
  const $ = page({ type: 'array', items, minItems: least }, []);
  expect($('button').text().includes('Add several at once')).toBe(offers);
});

describe('problems', () => {
  const schema = one({
    type: 'object',
    title: 'Top',
    properties: { phone: { type: 'string', title: 'Phone' } },
    required: ['phone'],
  });
  const problem = { field: ['it', 'phone'], message: 'Write the whole number.' };

  test('a problem is at its field, and the fold says how many there are', () => {
    const $ = load(open(schema, { it: { phone: '1' } }, { problems: [problem] }));
    const input = $('input');
    expect(input.attr('aria-invalid')).toBe('true');
    expect($(`[id="${input.attr('aria-describedby')}"]`).text()).toBe('Write the whole number.');
    expect($('summary').text()).toBe('Top1 thing to put right');
  });

  test('a problem with no field of its own is at the part that it is about', () => {
    const unknown = { field: ['it', 'colour'], message: 'We do not know colour here.' };
    expect(open(schema, { it: { colour: 'red' } }, { problems: [unknown] })).toContain(unknown.message);
  });

  test('the summary above the form has a link to each field, and marks what is settled', () => {
    const render = (problems: FieldProblem[]) =>
      load(
        renderToStaticMarkup(
          <SchemaForm
            {...{ schema, problems }}
            title="Firm"
            value={{ it: { phone: '1' } }}
            choices={CHOICES}
            listed={[{ ...problem, trail: 'Top › Phone' }]}
            first={undefined}
            onChange={() => undefined}
          />,
        ),
      )('section button').text();
    expect(render([problem])).toBe('Top › Phone: Write the whole number.');
    expect(render([])).toBe('Done. Top › Phone: Write the whole number.');
  });
});

const leaf: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.record({
    type: fc.constant('string'),
    format: fc.constantFrom(
      'multiline',
      'date',
      'hours',
      'days',
      'claim',
      'article',
      'own-link',
      'unheard-of',
    ),
    fixed: fc.boolean(),
  }),
  fc.constant({ type: 'string', enum: ['a', 'b'] }),
  fc.constant({ type: 'integer', minimum: 1, maximum: 5 }),
  fc.constant({ type: 'number' }),
  fc.constant({ type: 'boolean' }),
  fc.constant({ const: 'none' }),
);
const drawn = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(fc.constantFrom('one', 'two', 'three'), tie('schema'), { maxKeys: 3 }),
      required: fc.subarray(['one', 'two']),
    }),
    fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(2) }),
    fc.record({
      type: fc.constant('array'),
      prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
    }),
    fc.record({ type: fc.constant('object'), additionalProperties: tie('schema') }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
  ),
})).schema;
const HOSTILE = '"><script>alert(1)</script>{claim:';
const anything = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(HOSTILE, '', 'none', 3, -1.5, true, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('one', 'two', 'three', '__proto__'), tie('value'), { maxKeys: 3 }),
  ),
})).value;

describe('drawn schemas', () => {
  test('a form shows any value, even one of another shape, and runs nothing in it', () => {
    fc.assert(
      fc.property(drawn, anything, (schema, value) => {
        expect(open(schema, value, { isUnlocked: true })).not.toContain('<script');
        expect(open(schema, value)).not.toContain('<script');
      }),
    );
  });

  test('a new part is one of its schema, as far as nothing in it has to be chosen', () => {
    fc.assert(
      fc.property(drawn, (schema) => {
        const value = emptyOf(schema);
        if (value !== undefined && isContainer(schema))
          expect(value).toSatisfy((given: Json) => matches(schema, given) || schema.properties !== undefined);
      }),
    );
  });
});

test('every field of every document of the site has a label of its own and no raw name of a code', async () => {
  const content = await readInstalledContent({});
  content['notice.yaml'] = { items: [{}] };
  for (const [path, value] of Object.entries(content)) {
    const $ = load(open(formOf(path) as JsonSchema, value as Json, { isUnlocked: true }));
    const labels = textsOf($, 'label, legend');
    expect(labels.length, path).toBeGreaterThan(0);
    expect(
      labels.filter((label) => label.trim() === '' || label === 'Other'),
      path,
    ).toEqual([]);
    expect($('input, textarea, select').length, path).toBeGreaterThan(0);
  }
});
