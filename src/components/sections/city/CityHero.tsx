import type { City } from '#src/content/collections.ts';
import { VALUATION_LINK } from '#src/site.ts';
import type { Figure } from '#src/claims/claim-schema.ts';
import { ClaimFigure } from '#src/claims/ClaimFigure.tsx';
import { NoteButtonSlot } from '#src/claims/NoteButtonSlot.tsx';
import { NotesSlot } from '#src/claims/NotesSlot.tsx';
import { Passage } from '#src/claims/Passage.tsx';
import { CitySkyline } from '../../illustrations/CitySkyline.tsx';
import { CityStreet } from '../../illustrations/CityStreet.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Container } from '../../ui/Container.tsx';

type Props = Pick<City, 'slug' | 'hero' | 'street'> & {
  /** How soon we make an offer, and what share of the value it is. */
  offer: { within: Figure; share: Figure };
  /** Our star rating; undefined if the page's section of reviews states it, or if there is none. */
  rating: Figure | undefined;
};

const PICTURE =
  'h-52 w-screen max-lg:-mx-4 sm:h-80 max-lg:sm:-mx-6 lg:h-72 xl:h-96 lg:w-[calc(50vw+1.25rem)] lg:rounded-tl-card lg:bg-wash';

/**
 * The top of a city's page. Its button links to the form on the same page. The skyline reaches down to the section's
 * bottom border and continues beyond the edge of the screen.
 */
export function CityHero({ slug, hero, street, offer, rating }: Props) {
  return (
    <section className="overflow-hidden border-b-12 border-draw-ground">
      <Container className="grid gap-x-14 gap-y-10 pt-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:items-end">
        <div className="lg:pb-16">
          <h1 className="text-h1 font-bold">{hero.heading}</h1>
          <Passage text={hero.lead} className="mt-5 max-w-xl text-lead text-ink-soft" />
          <Terms {...offer} />
          <ButtonLink href="#valuation-form" className="mt-8 min-h-13 px-7">
            {VALUATION_LINK.label}
          </ButtonLink>
          {rating && (
            <div className="mt-4 text-small text-ink-soft">
              Across our four cities we are rated <ClaimFigure claim={rating} />
            </div>
          )}
        </div>
        <CitySkyline
          city={slug}
          fallback={<CityStreet city={slug} buildings={street} className={PICTURE} />}
          className={PICTURE}
        />
      </Container>
    </section>
  );
}

/**
 * The offer's terms as rows and not as a sentence, because a figure in the middle of a line would move when the site's
 * fonts arrive.
 */
function Terms({ within, share }: Props['offer']) {
  return (
    <>
      <dl className="mt-5 grid max-w-xl grid-cols-[6rem_1fr] gap-x-4 gap-y-1 max-[16rem]:block">
        <dt className="text-ink-soft">First offer</dt>
        <dd className="font-semibold">
          within <ClaimFigure claim={within} />
          <NoteButtonSlot claim={within} />
        </dd>
        <dt className="text-ink-soft">Usually</dt>
        <dd className="font-semibold">
          <ClaimFigure claim={share} />
          <NoteButtonSlot claim={share} />
        </dd>
      </dl>
      <NotesSlot claims={[within, share]} />
    </>
  );
}
