/**
 * What the desk's calls take and return. The types come from the server, where each is told once: the codes, the schemas
 * that its rows are checked with, and what its calls return. Times are ISO 8601 texts, money is whole pounds, and names
 * are snake_case, as in SQL.
 */
import type { Calendar } from '#calendar/reply-deadline.ts';
import type { Card } from '#server/cases/cards.ts';
import type { changes } from '#server/cases/changes.ts';
import type { CloseReason, EventKind, SellerMail, Stage, View } from '#server/database/codes.ts';
import type { LeadEvent } from '#server/cases/events.ts';
import type { funnel } from '#server/cases/funnel.ts';
import type { inbox } from '#server/cases/inbox.ts';
import type { Lead } from '#server/cases/lead.ts';
import type { offerForm } from '#server/cases/offer-draft.ts';
import type { describeMe } from '#server/cases/members.ts';
import type { person } from '#server/cases/people.ts';

export type {
  Basis,
  ChangeReason,
  Channel,
  Funds,
  NextAction,
  OfferStatus,
  Outcome,
} from '#server/database/codes.ts';
export type { Card, CloseReason, EventKind, Lead, LeadEvent, SellerMail, Stage, View };

export type SuspectReason = Card['suspect_reasons'][number];
/** Something that the seller did on their page and that needs the attention of staff, such as a message. */
export type Asked = NonNullable<Card['asked']>;
export type Offer = Lead['offers'][number];
export type Paper = Lead['papers'][number];
export type SellersPage = Lead['seller'];

type AnswerOf<Call extends { work: (...given: never[]) => unknown }> = Awaited<ReturnType<Call['work']>>;

export type Me = Awaited<ReturnType<typeof describeMe>>;
/**
 * A poll's result: what has changed since the last poll's `cursor`, and the cursor for the next poll. With `reset`, too
 * much has changed, or the cursor was not valid, so the app reads everything again. `gone`: the ids of deleted leads.
 */
export type Changes = AnswerOf<typeof changes>;
export type InboxPage = AnswerOf<typeof inbox>;
export type Counts = InboxPage['counts'];
export type Funnel = AnswerOf<typeof funnel>;
export type OfferDraft = NonNullable<AnswerOf<typeof offerForm>['draft']>;
export type PersonRecord = AnswerOf<typeof person>;

/** The `detail` of a refusal because a colleague was first: they changed the lead, or claimed it. */
export type Conflict = { by: LeadEvent['actor']; at: string; kind: EventKind; lead: Lead };

/** /config.json: the firm's details. */
export type DeskConfig = {
  trial: boolean;
  brand: string;
  siteUrl: string;
  /** When the firm is open. */
  calendar: { hours: Calendar['hours']; closedDays: string[] };
};
