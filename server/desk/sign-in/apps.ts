import { generateSecret, generateURI, verify } from 'otplib';
import { renderSVG } from 'uqr';
import * as z from 'zod';
import { execute, exists, firstRowOf, rowOf, sql, type Db } from '../../database/statement.ts';
import { Refused } from '../../refused.ts';
import { refuseDuplicate } from './refuse-duplicate.ts';
import type { Session } from './sessions.ts';

/** How far a phone's clock, from which its app calculates the codes, may be off. */
const TOLERANCE_SECONDS = 30;

const appSchema = z.object({ id: z.string(), secret: z.string(), last_step: z.string() });

export type App = z.infer<typeof appSchema>;

const wrongCode = () => new Refused(422, 'app_code_wrong', 'This code does not match.');
export const isWrongCode = (error: unknown) => error instanceof Refused && error.hint === 'app_code_wrong';
const appExists = () => new Refused(422, 'app_exists', 'This account has an authenticator app already.');

/** The account's connected app, or the one with this id, which is about to be connected. */
async function findApp(db: Db, { user_id }: Session, idOfNew?: string): Promise<App> {
  const app = await firstRowOf(
    db,
    appSchema,
    sql`
      select id, secret, last_step from desk_auth.apps
      where user_id = ${user_id} and ended_at is null and ${
        idOfNew === undefined ? sql`connected_at is not null` : sql`id = ${idOfNew} and connected_at is null`
      }`,
  );
  if (app === undefined) throw new Refused(404, 'app_gone', 'There is no such authenticator app.');
  return app;
}

export const findConnectedApp = (db: Db, session: Session) => findApp(db, session);
export const findNewApp = (db: Db, session: Session, id: string) => findApp(db, session, id);

/**
 * Creates an app with a new secret, in place of an earlier one that was not connected. Its first right code connects it.
 *
 * @param issuer the name that the app shows
 */
export async function createApp(db: Db, { user_id, email }: Session, issuer: string) {
  const ofUser = sql`user_id = ${user_id} and ended_at is null`;
  if (await exists(db, sql`select from desk_auth.apps where ${ofUser} and connected_at is not null`)) {
    throw appExists();
  }
  const secret = generateSecret();
  const uri = generateURI({ issuer, label: email, secret });
  await execute(db, sql`update desk_auth.apps set ended_at = now() where ${ofUser} and connected_at is null`);
  const { id } = await rowOf(
    db,
    z.object({ id: z.string() }),
    sql`insert into desk_auth.apps (user_id, secret) values (${user_id}, ${secret}) returning id`,
  );
  return { id, secret, uri, qr_code: renderSVG(uri) };
}

/** Checks a code, and stores nothing. @returns the code's TOTP time step */
export async function checkCode({ secret, last_step }: App, code: string): Promise<number> {
  const result = await verify({
    secret,
    token: code,
    epochTolerance: TOLERANCE_SECONDS,
    afterTimeStep: Number(last_step),
  }).catch(() => ({ valid: false as const }));
  const step = result.valid && 'timeStep' in result ? result.timeStep : undefined;
  if (step === undefined) throw wrongCode();
  return step;
}

/** Marks a checked code's time step as used, and the app as connected. */
export async function acceptCode(db: Db, { id }: App, step: number): Promise<void> {
  // Of several simultaneous requests with the same code, only one updates the row.
  const accepted = await execute(
    db,
    sql`
      update desk_auth.apps set last_step = ${step}, connected_at = coalesce(connected_at, now())
      where id = ${id} and ended_at is null and last_step < ${step}`,
  ).catch(refuseDuplicate(appExists));
  if (accepted === 0) throw wrongCode();
}

export const removeApp = (db: Db, { id }: App) =>
  execute(db, sql`update desk_auth.apps set ended_at = now() where id = ${id}`);
