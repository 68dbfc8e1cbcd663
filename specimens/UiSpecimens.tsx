import { CallToAction } from '../src/components/sections/CallToAction.tsx';
import { ClaimNote } from '../src/claims/ClaimNote.tsx';
import { ClaimNotes } from '../src/claims/ClaimNotes.tsx';
import { ExampleNotice } from '../src/components/sections/ExampleNotice.tsx';
import { ReviewQuote } from '../src/components/sections/ReviewQuote.tsx';
import { Button, ButtonLink } from '../src/components/ui/Button.tsx';
import { Icon } from '../src/components/ui/Icon.tsx';
import { Logo } from '../src/components/ui/Logo.tsx';
import { Stars } from '../src/components/ui/Stars.tsx';
import { CLAIM, REVIEW } from './samples.ts';
import type { Specimens } from './Specimens.tsx';

const VARIANTS = ['primary', 'secondary'] as const;
const SIZES = ['regular', 'compact'] as const;
const ICONS = ['menu', 'close', 'phone', 'message', 'tick', 'arrow', 'lock', 'warning'] as const;

/** Type and the small parts of `components/ui` and `components/content`. */
export const UI: Specimens = {
  Type: (
    <>
      <p className="font-display text-h1 font-bold">Heading 1, £0123456789</p>
      <p className="font-display text-h2 font-semibold">Heading 2</p>
      <p className="font-display text-h3 font-semibold">Heading 3</p>
      <p className="font-display text-h4 font-semibold">Heading 4</p>
      <p className="text-lead text-ink-soft">Lead: what to expect, in a line or two.</p>
      <p>Body: the quick brown fox jumps over 13 lazy dogs, £0123456789.</p>
      <p className="text-small text-ink-soft">Small: notes and dates.</p>
    </>
  ),
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
  Icon: (
    <p className="flex flex-wrap gap-4">
      {ICONS.map((name) => (
        <Icon key={name} name={name} className="size-6" />
      ))}
    </p>
  ),
  Logo: <Logo brand="Gable & Wynd" />,
  Stars: [1, 2, 3, 4, 5].map((rating) => <Stars key={rating} rating={rating} />),
  'ClaimNote and ClaimNotes': (
    <>
      <ClaimNote claim={CLAIM} />
      <ClaimNotes claims={[CLAIM]} />
    </>
  ),
  'ReviewQuote and ExampleNotice': (
    <>
      <ExampleNotice reviews={{ exampleNotice: 'Sample text. Nobody wrote it.', items: [REVIEW] }} />
      <ReviewQuote review={REVIEW} size="large" />
      <ReviewQuote review={REVIEW} />
    </>
  ),
  CallToAction: <CallToAction lead="Tell us about the home." text="Get Your Cash Offer" href="#link" />,
};
