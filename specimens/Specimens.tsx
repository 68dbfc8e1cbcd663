import type { ReactNode } from 'react';
import { PropertyTypePicture } from '../src/components/illustrations/PropertyTypePicture.tsx';
import { ArticleList } from '../src/components/sections/ArticleList.tsx';
import { Button, ButtonLink } from '../src/components/ui/Button.tsx';
import { Icon } from '../src/components/ui/Icon.tsx';
import { Stars } from '../src/components/ui/Stars.tsx';
import { ChoiceField, type Choice } from '../src/forms/core/ChoiceField.tsx';
import { TextField } from '../src/forms/core/TextField.tsx';

const VARIANTS = ['primary', 'secondary'] as const;
const SIZES = ['regular', 'compact'] as const;
const ICONS = ['menu', 'close', 'phone', 'message', 'tick', 'arrow', 'lock', 'warning'] as const;

/** More articles than `ArticleList` shows as cards. */
const ARTICLES = Array.from({ length: 26 }, (_, index) => ({
  id: 'article-without-a-cover',
  href: `#article-${index}`,
  title: `Article ${index + 1}, with a title that may be as long as this one`,
  excerpt: 'What it is about, in a line or two.',
  category: 'Guides',
  publishedOn: new Date('2025-10-07'),
  readingMinutes: 7,
}));

const TEXT_FIELDS = [
  { id: 'empty', label: 'Empty', required: true },
  { id: 'hinted', label: 'With a hint', hint: 'House or flat number' },
  { id: 'filled', label: 'Filled in', defaultValue: 'EH6 6QQ' },
  { id: 'invalid', label: 'With a fault', error: 'Postcode is required' },
  { id: 'disabled', label: 'Disabled', disabled: true },
];

const CHOICES: readonly Choice[] = [
  { value: 'good', label: 'Good', hint: 'Sound, and ready to move into' },
  { value: 'fair', label: 'Fair', hint: 'Dated, or in need of some repair' },
];

const CHOICE_FIELD = { choices: CHOICES, error: undefined, className: 'sm:grid-cols-2' };

const PICTURED: readonly Choice[] = (['flat', 'bungalow'] as const).map((value) => ({
  value,
  label: value,
  picture: <PropertyTypePicture type={value} className="h-24" />,
}));

/** Components in the states that no page shows. */
const SPECIMENS: Readonly<Record<string, ReactNode>> = {
  Button: VARIANTS.map((variant) =>
    SIZES.map((size) => (
      <p key={variant + size} className="flex flex-wrap gap-3">
        <Button variant={variant} size={size}>
          {variant}, {size}
        </Button>
        <Button variant={variant} size={size} disabled>
          Disabled
        </Button>
        <Button variant={variant} size={size} aria-disabled>
          Busy
        </Button>
        <ButtonLink variant={variant} size={size} href="#link">
          A link
          <Icon name="arrow" />
        </ButtonLink>
      </p>
    )),
  ),
  Icon: ICONS.map((name) => <Icon key={name} name={name} className="size-6" />),
  Stars: [1, 2, 3, 4, 5].map((rating) => <Stars key={rating} rating={rating} />),
  ArticleList: (
    <div role="group" aria-label="Many articles" tabIndex={0} className="h-160 overflow-y-auto">
      <ArticleList articles={ARTICLES} />
    </div>
  ),
  TextField: TEXT_FIELDS.map((field) => (
    <TextField key={field.id} error={undefined} {...field} name={field.id} />
  )),
  ChoiceField: (
    <>
      <ChoiceField {...CHOICE_FIELD} id="plain" name="plain" legend="Nothing chosen" />
      <form>
        <ChoiceField
          {...CHOICE_FIELD}
          id="pictured"
          name="pictured"
          legend="With pictures"
          choices={PICTURED}
          className="grid-cols-2"
        />
      </form>
      <ChoiceField
        {...CHOICE_FIELD}
        id="choice"
        name="choice"
        legend="With a fault"
        error="Property condition is required"
      />
      <fieldset disabled>
        <ChoiceField {...CHOICE_FIELD} id="off" name="off" legend="Disabled" />
      </fieldset>
    </>
  ),
};

/** The component gallery for developers and tests: a section for each component, with its name and its states. */
export function Specimens() {
  return Object.entries(SPECIMENS).map(([name, states]) => (
    <section key={name} aria-label={name} className="border-t-2 border-ink pt-4">
      <h2 className="mb-4 font-sans text-h4">{name}</h2>
      <div className="space-y-6">{states}</div>
    </section>
  ));
}
