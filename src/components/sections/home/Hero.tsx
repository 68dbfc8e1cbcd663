import type { HomeWords } from '../../../lib/content.ts';
import { claimsOf } from '../../../lib/claims.ts';
import { ClaimNotes } from '../../content/ClaimNotes.tsx';
import { ClaimText } from '../../content/ClaimText.tsx';
import { FixedText } from '../../content/FixedText.tsx';
import { Street } from '../../illustrations/Street.tsx';
import { Button } from '../../ui/Button.tsx';
import { Container } from '../../ui/Container.tsx';
import { Icon } from '../../ui/Icon.tsx';

type Words = HomeWords['hero'];

/** A fixed text need not make a claim. */
const present = <Item,>(items: readonly (Item | undefined)[]) => items.filter((item) => item !== undefined);

/** The top of the home page: what we do, what it costs the seller, the way to the form. */
export function Hero({ words }: { words: Words }) {
  return (
    <section className="overflow-hidden">
      <Container className="relative z-10 grid gap-x-8 gap-y-8 pt-8 sm:pt-12 md:grid-cols-[1fr_auto] md:items-end lg:gap-x-12 lg:pt-10">
        <div className="max-w-3xl">
          <p className="inline-block border-b-2 border-accent pb-0.5 font-semibold text-accent">
            <FixedText {...words.badge} />
          </p>
          <h1 className="mt-4 text-h1 font-bold">{words.headline}</h1>
          <p className="mt-5 max-w-xl text-lead text-ink-soft">
            <ClaimText text={words.lead} />
          </p>
          <ClaimNotes claims={present([words.badge.claim, ...claimsOf(words.lead)])} />
          <PostcodeBox words={words} />
          <ClaimNotes claims={present([words.completionCard.claim])} className="mt-3" />
        </div>
        <CompletionBoard {...words.completionCard} />
      </Container>
      <Street className="mt-10 block h-44 sm:h-56 md:-mt-8 lg:h-72" />
    </section>
  );
}

/** The box has no name: its value goes nowhere, the button leads to the form. */
function PostcodeBox({ words }: { words: Words }) {
  return (
    <form action="#valuation-form" data-leads-to="valuation-form" className="mt-7 max-w-xl">
      <label htmlFor="hero-postcode" className="block font-semibold">
        {words.postcode.label}
      </label>
      <div className="mt-1.5 flex flex-col gap-2.5 sm:flex-row">
        <input
          id="hero-postcode"
          type="text"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          className="min-h-13 w-full grow rounded-control border-2 border-edge bg-card px-4 hover:border-ink focus-visible:border-action focus-visible:outline-offset-0"
        />
        <Button type="submit" data-form-actions className="min-h-13 shrink-0 px-6">
          {words.postcode.button}
          <Icon name="arrow" />
        </Button>
      </div>
      <p className="mt-2.5 flex items-start gap-2 text-small text-ink-soft">
        <Icon name="lock" className="mt-1 size-4" />
        {words.privacyNote}
      </p>
      <ul className="mt-5 flex flex-wrap gap-x-6 gap-y-2 font-semibold">
        {words.ticks.map((tick) => (
          <li key={tick.text} className="flex items-center gap-2">
            <Icon name="tick" className="text-action" />
            <FixedText {...tick} />
          </li>
        ))}
      </ul>
    </form>
  );
}

/** The card is a board on a post, as they stand before a house that is sold. */
function CompletionBoard({ label, value, claim }: Words['completionCard']) {
  return (
    <dl className="relative flex items-baseline justify-between gap-4 rounded-control bg-draw-sandstone-shade px-5 py-3 text-white sm:w-fit sm:gap-8 md:block md:-rotate-1 md:after:absolute md:after:top-full md:after:left-8 md:after:h-64 md:after:w-3 md:after:bg-draw-roof-shade lg:mr-14 lg:px-8 lg:py-5 forced-colors:border forced-colors:after:hidden">
      <dt className="font-semibold">{label}</dt>
      <dd className="font-display text-h2 font-bold whitespace-nowrap">
        <FixedText text={value} claim={claim} />
      </dd>
    </dl>
  );
}
