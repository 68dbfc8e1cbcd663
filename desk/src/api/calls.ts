import type { ExtractSchema } from 'hono/types';
import type { OfferDetails } from '#server/cases/offer-details.ts';
import type { PERSON_HEADER } from '#server/desk/sign-in/require-member.ts';
import type { WorkRoutes } from '#server/desk/work-routes.ts';
import { setClock } from '../lib/use-now.ts';
import { takePrefetched } from './first-screen.ts';
import { Refusal } from './refusal.ts';
import { send } from './send.ts';
import type { Changes } from './types.ts';

type Schema = ExtractSchema<WorkRoutes>;
type Name = keyof Schema extends `/${infer Each}` ? Each : never;
type Endpoint<N extends Name> = Schema[`/${N}`]['$post'];

type Args<N extends Name> =
  Endpoint<N> extends { input: { json: infer Json extends object } } ? Json : Record<string, never>;
type Result<N extends Name> = Endpoint<N>['output'];

const ONLY_AS: typeof PERSON_HEADER = 'x-only-as';

/**
 * Makes a call of the desk.
 *
 * @param person the id of the user who made a change: the call is refused if somebody else has signed in since
 * @throws {Refusal} after a 4xx response
 * @throws {Unavailable} if there was no response, or a 5xx one
 */
export async function call<N extends Name>(name: N, args: Args<N>, person?: string): Promise<Result<N>> {
  const prefetched = await takePrefetched(name, args).catch((error: unknown) => {
    if (error instanceof Refusal) throw error;
  });
  if (prefetched !== undefined) return prefetched as Result<N>;
  const headers = person === undefined ? {} : { [ONLY_AS]: person };
  return (await send('POST', `/api/${name}`, args, headers)) as Result<N>;
}

/** The calls that change a lead: those with the id of a lead, and an idempotency key. */
export type ChangeName = {
  [N in Name]: Args<N> extends { lead_id: string; request_id: string } ? N : never;
}[Name];

/** What staff may change in a lead, by the name of the call. Each call returns the changed lead. */
export type ChangeArgs = { [N in ChangeName]: Omit<Args<N>, 'request_id'> };

export type Terms = Pick<
  Args<'offer'>,
  'amount' | 'market_value' | 'basis' | 'conditions' | 'valid_until' | 'funds'
> & { details: OfferDetails };

export type ChangeRequest<N extends ChangeName = ChangeName> = {
  /** An idempotency key: the same for every retry, so that the change is stored once. */
  id: string;
  name: N;
  args: ChangeArgs[N];
  /** The id of the user who made the change. The change is never sent with another user's session. */
  person: string;
  /** When it was made, in milliseconds by this device's clock. No two of a browser are equal. */
  madeAt: number;
};

/**
 * Sends a change. The database stores a change once, however often it is sent, because its id stays the same. A call has
 * the time at which it was made, and an answer answers nothing that came later. It is sent as an age, because a device's
 * clock may be wrong.
 */
export const storeChange = ({ name, args, id, person, madeAt }: ChangeRequest) => {
  const hasAge = name === 'log_call' || name === 'reply' || name === 'answered';
  const age = hasAge && { made_seconds_ago: (Date.now() - madeAt) / 1000 };
  return call(name, { ...args, ...age, request_id: id }, person);
};

/**
 * Polls: reads what has changed since the last response, and sets the app's clock to the server's.
 *
 * @param after the last response's `cursor`. With null, the result has a first cursor and no changes
 */
export async function readChanges(after: string | null): Promise<Changes> {
  const changes = await call('changes', { after });
  setClock(changes.now);
  return changes;
}
/** Saves the draft of an offer; with null, empties it. @param seen the version that this tab has read last */
export const keepOfferDraft = (leadId: string, seen: number, values: Record<string, string> | null) =>
  call('keep_offer_draft', { lead_id: leadId, seen, values });
