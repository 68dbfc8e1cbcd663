import { randomUUID } from 'node:crypto';
import { afterAll, test } from 'vitest';
import { queryKeepingConnection } from '#server/database/query-keeping-connection.ts';
import { sellerRoutes as formerRoutes } from '#server/seller/seller-routes.ts';
import { openSellerDatabase } from '../support/seller-database.ts';
import { openSellerRoutes } from '../support/seller-door.ts';
import { openPool } from '../support/app-with-database.ts';
import { inAnHour, londonDay as day } from '../support/desk-database.ts';
import { VALUATION_LEAD } from '../support/sample-leads.ts';

const desk = await openSellerDatabase();
const routes = openSellerRoutes(desk.database.url);
const asAnon = openPool(desk.database, 'anon');
const former = formerRoutes({
  query: queryKeepingConnection(asAnon),
  findClientIp: (c) => c.req.header('cf-connecting-ip'),
  publishableKey: 'key', siteUrl: 'https://house-buyer.example',
  limit: { count: () => Promise.resolve(undefined) }, onErased: () => Promise.resolve(), onAsked: () => undefined,
});
afterAll(async () => { await routes.close(); await asAnon.end(); await desk.close(); });
const viaSql = async (name: string, given: object, headers: Record<string,string>) => {
  const r = await former.request(`/${name}`, { method: 'POST', headers: { apikey: 'key', 'content-type': 'application/json', 'content-profile': 'seller', ...headers }, body: JSON.stringify(given) });
  return { status: r.status, body: await r.json() as unknown };
};
const median = (a: number[]) => a.sort((x, y) => x - y)[a.length >> 1] ?? 0;

test('bench', { timeout: 120_000 }, async () => {
  const { admin, staff } = desk;
  await admin.query('update private.lead_limits set page_calls_per_minute = 1000');
  const seller = await desk.addSeller({ ...VALUATION_LEAD });
  const NEXT = { next_action: 'call', next_at: inAnHour() };
  await staff.write('log_call', seller.leadId, { channel: 'phone', outcome: 'spoke', ...NEXT });
  await staff.write('offer', seller.leadId, { amount: 150_000, market_value: 170_000, basis: 'home_report', conditions: 'The carpets stay.', valid_until: day(9), funds: 'own', ...NEXT });
  for (let i = 0; i < 5; i++) { await seller.call('write', { body: 'Hello ' + i }); await staff.call('reply', { lead_id: seller.leadId, request_id: randomUUID(), body: 'Yes' }); }
  await desk.addReader(seller);
  let ip = 0;
  const headers = (): Record<string,string> => ({ 'cf-connecting-ip': `203.${(ip >> 16) & 255}.${(ip >> 8) & 255}.${ip++ & 255}` });
  const out: Record<string, Record<string, string>> = {};
  async function run(what: string, rounds: number, make: () => Promise<[string, object]>) {
    const times: Record<string, number[]> = { sql: [], routes: [] };
    for (let i = 0; i < rounds; i++) for (const door of i % 2 ? ['sql', 'routes'] : ['routes', 'sql']) {
      const [name, given] = await make();
      const h = headers();
      const t = performance.now();
      const a = door === 'sql' ? await viaSql(name, given, h) : await routes.send(name, given, h);
      const ms = performance.now() - t;
      if (i >= rounds / 4) times[door]!.push(ms);
      if (a.status >= 500 || (what !== 'refused' && a.status !== 200)) throw new Error(JSON.stringify(a));
    }
    const m = { sql: median(times.sql!), routes: median(times.routes!) };
    out[what] = { sql: m.sql.toFixed(2), routes: m.routes.toFixed(2), ratio: (m.routes / m.sql).toFixed(2) };
  }
  const rounds = Number(process.env.ROUNDS ?? 400);
  await run('enquiry', rounds, async () => ['enquiry', { key: seller.key }]);
  await run('refused', rounds, async () => ['enquiry', { key: 'u'.repeat(43) }]);
  const fresh = async () => { await admin.query(`delete from desk.seller_mails`); return (await desk.addSeller({ ...VALUATION_LEAD })); };
  await run('write (new seller)', 150, async () => { const s = await fresh(); await viaSql('enquiry', { key: s.key }, headers()); return ['write', { key: s.key, request_id: randomUUID(), body: 'Hello' }]; });
  await run('ask_for_call', 150, async () => { const s = await fresh(); await viaSql('enquiry', { key: s.key }, headers()); return ['ask_for_call', { key: s.key, request_id: randomUUID() }]; });
  await run('correct_contact', 150, async () => { const s = await fresh(); await viaSql('enquiry', { key: s.key }, headers()); return ['correct_contact', { key: s.key, request_id: randomUUID(), phone: '0131 496 0999' }]; });
  await run('erase', 100, async () => { const s = await fresh(); await viaSql('enquiry', { key: s.key }, headers()); return ['erase', { key: s.key, request_id: randomUUID() }]; });
  await run('first visit', 150, async () => { const s = await fresh(); return ['enquiry', { key: s.key }]; });
  console.table(out);
});
