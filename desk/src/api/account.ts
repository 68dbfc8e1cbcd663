import type { ExtractSchema } from 'hono/types';
import type { SignInRoutes } from '#server/desk/sign-in/routes.ts';
import { send, type Method } from './send.ts';

type Schema = ExtractSchema<SignInRoutes>;
type Path = keyof Schema;
type Endpoint<P extends Path, M extends Method> = Schema[P][`$${Lowercase<M>}` & keyof Schema[P]];
type Given<P extends Path, M extends Method> =
  Endpoint<P, M> extends { input: { json: infer Json } } ? [given: Json] : [];
type Answer<P extends Path, M extends Method> =
  Endpoint<P, M> extends { output: infer Output } ? Output : never;

/** @throws {Refusal | Unavailable} as `send` does */
export const post = <P extends Path>(path: P, ...[given]: Given<P, 'POST'>) =>
  send('POST', path, given) as Promise<Answer<P, 'POST'>>;

/** The user's account: its e-mail address and its keys, which are passkeys and an authenticator app. */
export type Account = Answer<'/account', 'GET'>;
export type Passkey = Account['passkeys'][number];

export const readAccount = () => send('GET', '/account') as Promise<Account>;
export const renamePasskey = (id: string, name: string) => send('PATCH', `/account/passkeys/${id}`, { name });
export const removePasskey = (id: string) => send('DELETE', `/account/passkeys/${id}`);
export const removeApp = () => send('DELETE', '/account/app');
