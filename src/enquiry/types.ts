/** What the seller's page reads. The types come from the server, which alone decides what a seller may see. */
import type { ComponentType } from 'react';
import type { Result, WriteName } from './calls.ts';
import type { Firm } from './ReachUs.tsx';

export type { CloseReason } from '#server/database/codes.ts';
/** What a link opens. */
export type Opened = Result<'enquiry'>;
export type Enquiry = Exclude<Opened, { access: 'unconfirmed' }>;
/** What the link of a mail opens until the last four digits of the seller's number were entered. */
export type Unconfirmed = Exclude<Opened, Enquiry>;

/** Where the enquiry stands. */
export type State = Enquiry['state'];
export type Channel = NonNullable<State['how']>;
/** A window in which the firm rings. Without `from`: as soon as it can, by `to` if it has promised a time. */
export type CallWindow = { from: string | null; to: string | null };
/** One row of the offers: an offer, or a change of it. */
export type Offer = Enquiry['offers'][number];
/** An entry of the conversation. */
export type Entry = Enquiry['conversation'][number];
export type Complaint = Enquiry['complaints'][number];
export type Share = Enquiry['shares'][number];

/** What each action of the seller is given. */
export type ActionProps = { enquiry: Enquiry; firm: Firm; onErased: () => void };
/** Something that the seller can do. Every `*.action.tsx` of this folder exports one, as `action`. */
export type SellersAction = {
  /** The action with the lowest number comes first. */
  place: number;
  title: string;
  /** The form starts unfolded if it has a draft of this call. */
  name: WriteName;
  isOffered: (enquiry: Enquiry) => boolean;
  Form: ComponentType<ActionProps>;
};
