import { SUCCESS_NOTICES } from '#lead/form-notices.ts';
import type { Lead } from '#lead/lead.ts';

type Props = { source: Lead['source']; className: string };

/** What the toast says after a form was sent, for the confirmation that is shown without one: without JavaScript. */
export function SuccessNotice({ source, className }: Props) {
  const { title, description } = SUCCESS_NOTICES[source];
  return <p className={className}>{`${title} ${description}`}</p>;
}
