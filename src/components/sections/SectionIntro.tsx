import type { ResolvedText } from '../../claims/claims.ts';
import { Passage } from '../../claims/Passage.tsx';

type Props = {
  /** The heading's id, for the section's `aria-labelledby`. */
  id: string;
  heading: string;
  intro?: ResolvedText | string | undefined;
  className?: string;
};

/** A section's heading and introduction. */
export function SectionIntro({ id, heading, intro, className = 'max-w-xl' }: Props) {
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
