import type { Reviews } from '../../schemas/review.ts';
import { Icon } from '../ui/Icon.tsx';

/** Shows the notice about sample reviews if any of the reviews is a sample. */
export function ExampleNotice({ reviews, className = '' }: { reviews: Reviews; className?: string }) {
  if (!reviews.items.some(({ example }) => example)) return null;
  return (
    <p
      data-example-notice
      className={`flex w-fit items-start gap-3 rounded-control border-2 border-dashed border-edge px-4 py-2.5 text-small font-semibold ${className}`}
    >
      <Icon name="warning" className="mt-0.5 text-accent" />
      {reviews.exampleNotice}
    </p>
  );
}
