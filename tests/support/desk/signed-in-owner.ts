import { randomUUID } from 'node:crypto';
import { hashOf } from '#server/desk/sign-in/cookie.ts';
import { createToken } from './desk-door.ts';

/** Adds an owner of the desk who has just signed in with a passkey. @returns the token of the session */
export async function addSignedInOwner(
  query: (text: string, values: unknown[]) => Promise<unknown>,
  name: string,
): Promise<string> {
  const [id, token] = [randomUUID(), createToken()];
  await query(
    `with account as (insert into desk_auth.users (id, email, name) values ($1, $4, $2)),
       member as (insert into desk.staff (user_id, name, role) values ($1, $2, 'owner'))
     insert into desk_auth.sessions (user_id, token_hash, passkey_at) values ($1, $3, now())`,
    [id, name, hashOf(token), `${id}@firm.example`],
  );
  return token;
}
