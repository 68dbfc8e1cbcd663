import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { claimSchema } from '../claims/claim-schema.ts';
import { articleSchema } from './article.ts';
import { blogSchema } from './blog.ts';
import { citySchema } from './city.ts';
import { firmSchema } from './firm.ts';
import { homeSchema } from './home.ts';
import { legalPageSchema } from './legal-page.ts';
import { noticesSchema } from './notice.ts';
import { reviewsSchema } from './review.ts';

const SCHEMAS = {
  article: articleSchema,
  blog: blogSchema,
  city: citySchema,
  claim: claimSchema,
  firm: firmSchema,
  home: homeSchema,
  legal: legalPageSchema,
  notices: noticesSchema,
  reviews: reviewsSchema,
};

type Field = {
  title?: string;
  description?: string;
  type?: string;
  fixed?: boolean;
  enum?: string[];
  labels?: Record<string, string>;
  properties?: Record<string, Field>;
  items?: Field;
};

/** Each field of a form with its path. */
function fieldsOf({ properties = {}, items }: Field, path = ''): [path: string, field: Field][] {
  return [
    ...Object.entries(properties).flatMap(([name, field]): [string, Field][] => [
      [`${path}.${name}`, field],
      ...fieldsOf(field, `${path}.${name}`),
    ]),
    ...(items ? fieldsOf(items, `${path}[]`) : []),
  ];
}

const formOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Field;

describe.each(Object.entries(SCHEMAS))('the form of %s', (_name, schema) => {
  const all = fieldsOf(formOf(schema));

  test('has a title for every field, in words, and a type', () => {
    for (const [path, { title, type }] of all) {
      expect(title, path).toMatch(/^[A-Z]/);
      expect(type, path).toBeDefined();
    }
  });

  test('has no words of programmers', () => {
    const texts = all.map(([, { title = '', description = '' }]) => `${title} ${description}`).join('\n');
    expect(texts).not.toMatch(/YAML|slug|schema|string|boolean|field|claim|operator|URL|front matter|`/i);
  });

  test('has a word for each choice that is not one itself', () => {
    for (const [path, { enum: values, labels }] of all) {
      if (values && /^[^A-Z]/.test(values.join(''))) expect(Object.keys(labels ?? {}), path).toEqual(values);
    }
  });

  test('answers what is missing, of another type or unknown in words of its own', () => {
    const nothing = schema.safeParse({}).error?.issues ?? [];
    const wrong = schema.safeParse(
      Object.fromEntries(Object.keys(formOf(schema).properties ?? {}).map((key) => [key, 0.5])),
    );
    const unknown = schema.safeParse({ colour: 'red' }).error?.issues ?? [];
    const messages = [...nothing, ...(wrong.error?.issues ?? []), ...unknown].map(({ message }) => message);
    expect(messages.join('\n')).not.toMatch(/Invalid|expected|Too (?:small|big)|Unrecognized/);
    expect(messages).toContain('We do not know colour here. Take it out.');
  });
});

test('the texts that the specification has are locked, and those around them are not', () => {
  const isFixed = new Map(fieldsOf(formOf(homeSchema)).map(([path, { fixed = false }]) => [path, fixed]));
  expect(isFixed.get('.hero.headline')).toBe(true);
  expect(isFixed.get('.hero.badge.text')).toBe(true);
  expect(isFixed.get('.stats[].label')).toBe(true);
  expect(isFixed.get('.whyUs.cards[].title')).toBe(true);
  expect(isFixed.get('.hero.lead')).toBe(false);
  expect(isFixed.get('.whyUs.cards[].text')).toBe(false);
});
