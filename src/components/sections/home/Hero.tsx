import type { HomeWords } from '../../../lib/content.ts';
import { FixedText } from '../../content/FixedText.tsx';
import { Passage } from '../../content/Passage.tsx';
import { Street } from '../../illustrations/Street.tsx';
import { Button } from '../../ui/Button.tsx';
import { Container } from '../../ui/Container.tsx';
import { Icon } from '../../ui/Icon.tsx';

type Words = HomeWords['hero'];

/** The top of the home page: what we do, what it costs the seller, the way to the form. */
export function Hero({ words }: { words: Words }) {
  return (
    <section className="overflow-hidden">
      <Container className="relative z-10 grid gap-x-12 gap-y-8 pt-8 sm:pt-12 lg:grid-cols-[1fr_auto] lg:items-end lg:pt-10">
        <div className="max-w-3xl">
          <p className="inline-block border-b-2 border-accent pb-0.5 font-semibold text-accent">
            <FixedText {...words.badge} />
          </p>
          <h1 className="mt-4 text-h1 font-bold">{words.headline}</h1>
          <Passage text={words.lead} className="mt-5 max-w-xl text-lead text-ink-soft" />
          <PostcodeBox words={words} />
        </div>
        <CompletionBoard {...words.completionCard} />
      </Container>
      <Street className="mt-10 block h-44 sm:h-56 lg:-mt-12 lg:h-72" />
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
    <dl className="relative flex items-baseline justify-between gap-4 rounded-control bg-draw-sandstone-shade px-5 py-3 text-white sm:w-fit sm:gap-8 lg:mr-14 lg:block lg:-rotate-1 lg:px-8 lg:py-5 lg:after:absolute lg:after:top-full lg:after:left-8 lg:after:h-60 lg:after:w-3 lg:after:bg-draw-roof-shade">
      <dt className="font-semibold">{label}</dt>
      <dd className="font-display text-h2 font-bold">
        <FixedText text={value} claim={claim} />
      </dd>
    </dl>
  );
}
