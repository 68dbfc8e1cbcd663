import { join } from 'node:path';
import { createApp, type AppDependencies } from '#server/app.ts';
import type { Health, Queue } from '#server/operations/health.ts';
import type { InsertOutcome, LeadStore, Submission } from '#server/leads/lead-store.ts';
import { createMetrics } from '#server/operations/metrics.ts';
import { securityHeaders } from '#server/http/response-headers.ts';
import { openRoom } from '#server/papers/room.ts';
import type { SellerCalls } from '#server/seller/routes.ts';
import { openSite } from '#server/site/site.ts';
import { SELLER_MAIL_SETTINGS } from '../leads/sample-leads.ts';
import { createMemoryLog } from './log.ts';
import { PUBLISHABLE_KEY } from './publishable-key.ts';

export const SECURITY_HEADERS = securityHeaders('https://house-buyer.example');

/** A small site with everything that the server looks for: forms, the 404 page, an asset. */
export const SITE_FIXTURE = join(import.meta.dirname, '../site/site-fixture');

type RecordingStore = LeadStore & { inserted: Submission[] };

/** A lead store that records its leads, and returns the given outcome or throws the given error. */
export function createRecordingStore(outcome: InsertOutcome | Error = { ok: true }): RecordingStore {
  const inserted: RecordingStore['inserted'] = [];
  return {
    inserted,
    insert(submission) {
      if (outcome instanceof Error) return Promise.reject(outcome);
      inserted.push(submission);
      return Promise.resolve(outcome);
    },
  };
}

export const ALL_OK = {
  database: 'ok',
  migrations: 'ok',
  sender: 'ok',
  notifications: 'ok',
  sellerMails: 'ok',
  pushes: 'ok',
  retention: 'ok',
  access: 'ok',
  clock: 'ok',
} as const;

export const EMPTY_QUEUE: Queue = {
  pending: 0,
  oldestPendingSeconds: 0,
  possiblyRepeated: 0,
  pushesPending: 0,
  pushesFailed: 0,
  sellersPending: 0,
  oldestSellersSeconds: 0,
};

export const HEALTHY: Health = {
  readiness: () => Promise.resolve({ status: 'ready', checks: ALL_OK }),
  queue: () => Promise.resolve(EMPTY_QUEUE),
  room: () => Promise.resolve(undefined),
};

/** The calls of the seller's page without limits, on a database that cannot be reached. */
export const SELLER_CALLS: SellerCalls = {
  pool: { connect: () => Promise.reject(new Error('There is no database.')) },
  deskPool: { connect: () => Promise.reject(new Error('There is no database.')) },
  callsPerMinute: undefined,
  firm: SELLER_MAIL_SETTINGS.firm,
  readRoom: openRoom({ folders: [], mostBytes: Infinity }),
  onErased: () => Promise.resolve(),
  inBackground: () => undefined,
  onAsked: () => undefined,
};

/** The app with stand-ins for everything except the fixture site. A test replaces the parts that it tests. */
export function createTestApp(overrides: Partial<AppDependencies> = {}) {
  const { log, lines } = createMemoryLog();
  const app = createApp({
    site: openSite(SITE_FIXTURE, { headers: SECURITY_HEADERS }),
    headers: SECURITY_HEADERS,
    siteUrl: 'https://house-buyer.example',
    leads: createRecordingStore(),
    seller: SELLER_CALLS,
    callLimit: { count: () => Promise.resolve(undefined) },
    formLimit: { count: () => Promise.resolve(undefined) },
    trustedProxies: [],
    publishableKey: PUBLISHABLE_KEY,
    sendEmail: () => Promise.resolve(Response.json({ status: 'accepted' }, { status: 202 })),
    onStored: () => undefined,
    health: HEALTHY,
    metrics: createMetrics(),
    log,
    ...overrides,
  });
  return { app, lines };
}
