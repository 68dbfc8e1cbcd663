import type { ReactNode } from 'react';
import type { ResolvedText } from '../../claims/claim-references.ts';
import { Passage } from '../../claims/Passage.tsx';
import { Container } from '../ui/Container.tsx';

type Props = {
  /** Used in the ids of the section's elements. */
  name: string;
  /** Whether the section is a link target. Its id is then `name`. */
  linkable?: boolean;
  heading: string;
  intro?: ResolvedText | string | undefined;
  /** On a wide screen, puts the heading beside the content and keeps it in view. */
  sideHeading?: boolean;
  className?: string;
  introClassName?: string;
  children: ReactNode;
};

/** A section of a page: a heading with an introduction, and the content. */
export function Section(props: Props) {
  const { name, linkable, heading, intro, sideHeading, className = '', children } = props;
  const introClassName = sideHeading
    ? 'max-w-xl lg:sticky lg:top-28 lg:self-start'
    : (props.introClassName ?? 'max-w-xl');
  const id = `${name}-title`;
  return (
    <section id={linkable ? name : undefined} aria-labelledby={id} className={`py-14 sm:py-20 ${className}`}>
      <Container className={sideHeading ? 'gap-x-16 lg:grid lg:grid-cols-[1fr_2fr]' : ''}>
        <SectionIntro id={id} heading={heading} intro={intro} className={introClassName} />
        {children}
      </Container>
    </section>
  );
}

type IntroProps = Pick<Props, 'heading' | 'intro' | 'className'> & { id: string };

/** A section's heading and introduction. `id` is the heading's, for the section's `aria-labelledby`. */
export function SectionIntro({ id, heading, intro, className = 'max-w-xl' }: IntroProps) {
  return (
    <div className={className}>
      <h2 id={id} className="text-h2">
        {heading}
      </h2>
      {intro !== undefined && (
        <Passage
          text={typeof intro === 'string' ? [intro] : intro}
          className="mt-4 text-lead text-ink-soft"
        />
      )}
    </div>
  );
}
