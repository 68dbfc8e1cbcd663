import type { Notice } from '#src/content/collections.ts';
import { isoDate } from '../../lib/dates.ts';
import { Container } from '../ui/Container.tsx';

type Props = { notices: readonly Notice[]; today: string };

/**
 * What every page says at its top from one day to another. A notice outside its days is hidden, and the server shows and
 * hides it at midnight (`server/site/show-notices.ts`); a static host shows what was right at the build.
 */
export function Notices({ notices, today }: Props) {
  return notices.map(({ text, from, until }) => {
    const [first, last] = [isoDate(from), isoDate(until)];
    return (
      <aside
        key={text}
        aria-label="Notice"
        className="bg-draw-sandstone-shade text-on-slate"
        data-notice={`${first}/${last}`}
        hidden={today < first || today > last}
      >
        <Container className="py-3 font-semibold">{text}</Container>
      </aside>
    );
  });
}
