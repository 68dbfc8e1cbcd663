/**
 * A lead as a row to insert. The keys and their order are those of the insert payloads in the firm's specification
 * (section 7), a document that is not in the repository. The database adds `id` and `created_at`.
 */
export type ValuationLead = {
  name: string;
  email: string;
  phone: string;
  postcode: string;
  address: string;
  property_type: string;
  bedrooms: string;
  property_condition: string;
  source: 'valuation_form';
};

export type ChatLead = {
  name: string;
  phone: string;
  message: string;
  source: 'chat_widget';
};

export type Lead = ValuationLead | ChatLead;

/** Every column that a visitor may fill. */
export const LEAD_COLUMNS = [
  'name',
  'email',
  'phone',
  'postcode',
  'address',
  'property_type',
  'bedrooms',
  'property_condition',
  'message',
  'source',
] as const;

/** The request header with the idempotency key, a UUID (`submission-id.ts`). */
export const SUBMISSION_ID_HEADER = 'x-submission-id';

/** The unique constraint that a repeated submission violates. For the visitor that is a success: the lead is stored. */
export const SUBMISSION_ID_CONSTRAINT = 'notifications_submission_id_key';

export type FieldError<Field extends string> = { field: Field; message: string };

export type Validation<Field extends string, Accepted extends Lead> =
  { ok: true; lead: Accepted } | { ok: false; fieldErrors: FieldError<Field>[] };
