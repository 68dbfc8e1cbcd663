import { EmptyPlot } from '../illustrations/EmptyPlot.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Container } from '../ui/Container.tsx';

export function NotFound() {
  return (
    <Container className="grid items-center gap-10 py-16 sm:py-24 md:grid-cols-2">
      <div>
        <h1 className="font-display text-h1 font-bold text-accent">404</h1>
        <p className="mt-2 font-display text-h2 font-semibold">Oops! Page not found</p>
        <p className="mt-4 max-w-md text-lead text-ink-soft">
          The address may be mistyped, or the page has moved.
        </p>
        <ButtonLink href="/" className="mt-8">
          Return to Home
        </ButtonLink>
      </div>
      <EmptyPlot className="w-full rounded-card bg-wash" />
    </Container>
  );
}
