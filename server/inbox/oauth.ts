import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { Environment } from '../env.ts';
import { hashOfKey } from '../hash-of-key.ts';

/** A token is not used in its last minute. */
const MARGIN_SECONDS = 60;

const answerSchema = z.object({
  access_token: z.string(),
  expires_in: z.coerce.number().default(300),
  refresh_token: z.string().optional(),
});
const refusalSchema = z.object({ error: z.string(), error_description: z.string().default('') });

/** How a program gets an access token. Without a refresh token, by its client credentials. */
export type OAuth = {
  tokenUrl: string;
  clientId: string | undefined;
  clientSecret: string | undefined;
  refreshToken: string | undefined;
  scope: string | undefined;
  /** The file for the refresh token that replaces the given one, as Microsoft sends it with each access token. */
  file: string;
};

export type Account = {
  /** The variable IMAP_URL. */
  url: string;
  /** Undefined if the URL has a password. */
  tokens?: ReturnType<typeof openTokens>;
};

/** The mailbox that the variables name; undefined if none. */
export function accountOf(env: Environment): Account | undefined {
  const { IMAP_URL: url, IMAP_OAUTH_TOKEN_URL: tokenUrl } = env;
  if (url === undefined || tokenUrl === undefined) return url === undefined ? undefined : { url };
  const tokens = openTokens({
    tokenUrl,
    clientId: env.IMAP_OAUTH_CLIENT_ID,
    clientSecret: env.IMAP_OAUTH_CLIENT_SECRET,
    refreshToken: env.IMAP_OAUTH_REFRESH_TOKEN,
    scope: env.IMAP_OAUTH_SCOPE,
    file: join(env.DATA_DIR, 'imap-refresh-token.json'),
  });
  return { url, tokens };
}

const hashOf = (token: string) => hashOfKey(token).toString('hex');

/** The latest refresh token that came in place of the given one. */
function readLatest(file: string, given: string): string {
  try {
    const kept = z
      .object({ given: z.string(), latest: z.string() })
      .parse(JSON.parse(readFileSync(file, 'utf8')));
    return kept.given === hashOf(given) ? kept.latest : given;
  } catch {
    return given;
  }
}

function keepLatest(file: string, given: string, latest: string): void {
  // Before the first start there is no folder yet.
  if (!existsSync(dirname(file))) return;
  writeFileSync(`${file}.new`, JSON.stringify({ given: hashOf(given), latest }), {
    mode: 0o600,
    flush: true,
  });
  renameSync(`${file}.new`, file);
}

/**
 * Asks the token server for an access token.
 *
 * @throws {Error} if it refuses, or does not answer. The message has neither a token nor a secret
 */
async function ask({ tokenUrl, file, ...oauth }: OAuth, signal: AbortSignal) {
  const given = oauth.refreshToken;
  const fields = {
    grant_type: given === undefined ? 'client_credentials' : 'refresh_token',
    refresh_token: given && readLatest(file, given),
    client_id: oauth.clientId,
    client_secret: oauth.clientSecret,
    scope: oauth.scope,
  };
  const response = await fetch(tokenUrl, {
    method: 'POST',
    body: new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    ),
    redirect: 'error',
    signal,
  });
  const body: unknown = await response.json().catch(() => undefined);
  const { data: answer } = answerSchema.safeParse(body);
  if (!response.ok || !answer) {
    const { data } = refusalSchema.safeParse(body);
    const reason = data ? `${data.error} ${data.error_description}`.trim() : `status ${response.status}`;
    throw new Error(`the token server gives no token: ${reason.slice(0, 300)}`);
  }
  if (given !== undefined && answer.refresh_token !== undefined)
    keepLatest(file, given, answer.refresh_token);
  return answer;
}

/** Gives access tokens, and asks for a new one when the last one has expired or was refused. */
export function openTokens(oauth: OAuth, answerMs = 15_000) {
  let kept: { token: string; untilMs: number } | undefined;
  return {
    async read(signal: AbortSignal): Promise<string> {
      if (kept && performance.now() < kept.untilMs) return kept.token;
      const { access_token: token, expires_in: seconds } = await ask(
        oauth,
        AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
      );
      kept = { token, untilMs: performance.now() + (seconds - MARGIN_SECONDS) * 1000 };
      return token;
    },
    forget() {
      kept = undefined;
    },
  };
}
