import type { ReactNode } from 'react';
import { telHref } from '../../lib/phone.ts';
import type { Figure } from '../../claims/claim-schema.ts';
import { ClaimFigure } from '../../claims/ClaimFigure.tsx';
import { NotesSlot } from '../../claims/NotesSlot.tsx';
import { Container } from '../ui/Container.tsx';

type Props = { phone: string; hours: string; offerWithin: Figure; children: ReactNode };

/** The section around the valuation form, with what a visitor should know before filling it in. */
export function ValuationSection({ phone, hours, offerWithin, children }: Props) {
  return (
    <section id="valuation-form" aria-labelledby="valuation-title" className="bg-wash py-14 sm:py-20">
      {/* Some articles link to /#valuation. */}
      <span id="valuation" className="block scroll-mt-14 sm:scroll-mt-20" />
      <Container className="grid gap-x-16 gap-y-8 lg:grid-cols-[1fr_minmax(0,36rem)]">
        <div className="gap-x-12 md:max-lg:grid md:max-lg:grid-cols-2 lg:sticky lg:top-28 lg:self-start">
          <div>
            <h2 id="valuation-title" tabIndex={-1} className="text-h2">
              What would we pay for your home?
            </h2>
            <p className="mt-4 max-w-md text-lead text-ink-soft">
              <span data-before-sending>Nine short questions, about two minutes. </span>You get a guaranteed,
              no-obligation cash offer within <ClaimFigure claim={offerWithin} />.
            </p>
            <NotesSlot claims={[offerWithin]} />
          </div>
          <ul className="stack-3 mt-6 max-w-md border-t border-line pt-5 md:max-lg:mt-0">
            <li>
              <strong>Expect less than market value.</strong> Our costs, our profit and the risk of selling on
              come off the price.
            </li>
            <li>
              <strong>Nothing binds you</strong> until your solicitor concludes the contract.
            </li>
            <li>
              <strong>Rather talk?</strong>
              {' Ring '}
              <a href={telHref(phone)} className="font-semibold whitespace-nowrap text-action underline">
                {phone}
              </a>
              {`. ${hours}.`}
            </li>
          </ul>
        </div>
        <div className="rounded-card bg-card p-5 shadow-low sm:p-8">{children}</div>
      </Container>
    </section>
  );
}
