import type { HomeWords } from '#src/content/collections.ts';
import { claimsOf } from '#src/claims/claim-references.ts';
import { ClaimText } from '#src/claims/ClaimText.tsx';
import { FixedText } from '#src/claims/FixedText.tsx';
import { NotesSlot } from '#src/claims/NotesSlot.tsx';
import { Street } from '../../illustrations/Street.tsx';
import { Button } from '../../ui/Button.tsx';
import { Container } from '../../ui/Container.tsx';
import { Icon } from '../../ui/Icon.tsx';

type Words = HomeWords['hero'];

/**
 * The top of the home page. On a wide screen the drawing of the street is beside the text. The minimum height
 * keeps the drawing in place while the rest of the HTML is still arriving.
 */
export function Hero({ words, hours }: { words: Words; hours: string }) {
  return (
    <section className="overflow-hidden lg:border-b-12 lg:border-draw-ground">
      <Container className="grid gap-x-10 md:grid-cols-2 lg:min-h-[49rem] lg:grid-cols-[29rem_1fr] lg:grid-rows-[auto_auto_auto_1fr]">
        <div className="col-span-full pt-5 md:-order-1 lg:order-none lg:col-auto lg:pt-10">
          <p className="inline-block border-b-2 border-accent pb-0.5 font-semibold text-accent">
            <FixedText {...words.badge} />
          </p>
          <h1 className="mt-3 text-h1 font-bold lg:mt-5">{words.headline}</h1>
        </div>
        <p className="mt-5 text-lead lg:mr-8">
          <ClaimText text={words.lead} />
        </p>
        <PostcodeBox words={words} />
        <div className="col-span-full -mx-4 mt-4 sm:-mx-6 md:-order-1 md:mt-2 lg:order-none lg:col-start-2 lg:row-span-4 lg:row-start-1 lg:mx-0 lg:w-[calc(100%+max(2rem,50vw-34rem))] lg:self-end">
          <Street className="w-full overflow-y-clip lg:overflow-visible" />
        </div>
        <CompletionCard {...words.completionCard} />
        <div className="mt-4 mb-8">
          <p
            data-reply-time
            className="min-h-[3lh] text-small text-ink-soft sm:min-h-[2lh]"
          >{`We answer ${hours}.`}</p>
          <NotesSlot claims={figuresOf(words)} className="mt-2" />
        </div>
      </Container>
    </section>
  );
}

/**
 * The claims (figures with a source) whose notes are shown at the end of the hero. The claim of the completion
 * card is not listed, because one of the ticks states the same claim.
 */
const figuresOf = ({ badge, lead, ticks }: Words) =>
  [badge, ...ticks].flatMap(({ claim }) => claim ?? []).concat(claimsOf(lead));

/**
 * As the firm's specification requires, the button only scrolls to the form. The postcode is not passed on, so the
 * input has no name.
 */
function PostcodeBox({ words }: { words: Words }) {
  return (
    <form action="#valuation-form" className="mt-5 md:max-lg:row-span-2">
      <label htmlFor="hero-postcode" className="block font-semibold">
        {words.postcode.label}
      </label>
      <div className="mt-1.5 flex flex-wrap gap-2.5">
        <input
          id="hero-postcode"
          type="text"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          className="min-h-13 w-32 grow rounded-control border-2 border-edge bg-card px-4 hover:border-ink focus-visible:border-action focus-visible:outline-offset-0"
        />
        <Button type="submit" data-form-actions className="min-h-13 grow">
          {words.postcode.button}
          <Icon name="arrow" />
        </Button>
      </div>
      <p className="mt-2.5 flex items-start gap-2 text-small text-ink-soft">
        <Icon name="lock" className="mt-1 size-4" />
        {words.privacyNote}
      </p>
      <ul className="mt-4 flex flex-wrap gap-x-3 gap-y-1 font-semibold max-sm:text-small xl:gap-x-6">
        {words.ticks.map((tick) => (
          <li key={tick.text} className="flex items-center gap-1">
            <Icon name="tick" className="text-action max-sm:size-4" />
            <FixedText {...tick} />
          </li>
        ))}
      </ul>
    </form>
  );
}

/**
 * The card with the average time to completion: in the sky on a wide screen, where the chat's button never covers it,
 * otherwise below the drawing.
 */
function CompletionCard({ label, value, claim }: Words['completionCard']) {
  return (
    <dl className="col-span-full -mx-4 flex flex-wrap items-baseline justify-between gap-x-4 bg-draw-sandstone-shade px-4 py-1.5 text-white sm:-mx-6 sm:px-6 md:-order-1 lg:order-none lg:col-start-2 lg:row-span-4 lg:row-start-1 lg:mx-0 lg:mt-40 lg:block lg:self-start lg:justify-self-end lg:rounded-control forced-colors:border forced-colors:p-4">
      <dt className="font-semibold">{label}</dt>
      <dd className="font-display text-h3 font-bold whitespace-nowrap xl:text-h2">
        <FixedText text={value} claim={claim} />
      </dd>
    </dl>
  );
}
