import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  openDeskDatabase,
  passkeyClaims,
  refusalOf,
  inAnHour,
  type Changes,
  type DeskDatabase,
} from '../support/desk-database.ts';

/**
 * Mutation tests of guards, the conditions in the database that protect the desk (the staff's app). Each check
 * (`holds`) passes with its guard and fails in a database from which the guard was removed. So the check really tests
 * the guard.
 */
type Guard = {
  name: string;
  remove: (desk: DeskDatabase) => Promise<void>;
  holds: (desk: DeskDatabase) => Promise<boolean>;
};

let desk: DeskDatabase;
beforeEach(async () => {
  desk = await openDeskDatabase();
});
afterEach(() => desk.close());

/** Replaces a piece of a function's source. The piece must occur exactly once. */
const without =
  (name: string, piece: string, replacement = '') =>
  async ({ admin }: DeskDatabase): Promise<void> => {
    const { rows } = await admin.query<{ source: string }>(
      'select pg_get_functiondef($1::regproc) as source',
      [name],
    );
    const source = rows[0]?.source ?? '';
    expect(source.split(piece)).toHaveLength(2);
    await admin.query(source.replace(piece, () => replacement));
  };
const statement =
  (sql: string) =>
  async ({ admin }: DeskDatabase): Promise<void> => {
    await admin.query(sql);
  };

/** Whether the call is refused with this hint. */
const isRefused = async (call: Promise<unknown>, hint: string) => {
  const refusal = await refusalOf(call).catch(() => 'done' as const);
  return refusal !== 'done' && refusal.hint === hint;
};
const claimsOf = ({ owner }: DeskDatabase, method: string, secondsAgo = 0) => ({
  ...passkeyClaims(owner.id),
  amr: [{ method, timestamp: Math.floor(Date.now() / 1000) - secondsAgo }],
});
const isDenied = async ({ database }: DeskDatabase, role: string, sql: string) => {
  const client = await database.connectAs(role);
  return client.query(sql).then(
    () => false,
    (error: unknown) => /permission denied|never changed or deleted/.test(String(error)),
  );
};
const NEXT = () => ({ next_action: 'call', next_at: inAnHour() });
const OFFER = () => ({
  amount: 8,
  market_value: 10,
  basis: 'own_view',
  conditions: null,
  valid_until: inAnHour().slice(0, 10),
  funds: 'own',
  ...NEXT(),
});
const eraseOf = (id: string) => ({
  key: '0131 496 0456',
  lead_ids: [id],
  reason: 'other',
  request_id: randomUUID(),
});

const GUARDS: Guard[] = [
  {
    name: 'only active members of staff are let in',
    remove: without('desk_private.me', ` and active`),
    async holds({ admin, staff }) {
      await admin.query('select desk.end_staff($1)', [staff.id]);
      return isRefused(staff.call('me'), 'not_staff');
    },
  },
  {
    name: 'a sign-in with an e-mailed code alone is not enough',
    remove: without('desk_private.me', 'if signed_in_at is null then', 'if false then'),
    holds: (desk) => isRefused(desk.callWith(claimsOf(desk, 'otp'), 'me'), 'second_factor'),
  },
  {
    name: 'a sign-in is valid for twelve hours only',
    remove: without('desk_private.me', `interval '12 hours'`, `interval '12 years'`),
    holds: (desk) => isRefused(desk.callWith(claimsOf(desk, 'passkey', 50_000), 'me'), 'too_old'),
  },
  {
    name: 'the link of a trial (the desk on the operator’s own machine) is enough only while trials are allowed',
    remove: without('desk_private.signed_in_at', ' and (select allows_trial from desk_private.settings)'),
    holds: (desk) => isRefused(desk.callWith(claimsOf(desk, 'trial'), 'me'), 'second_factor'),
  },
  {
    name: 'a sign-in with an authenticator app is enough only with aal2 (two factors)',
    remove: without('desk_private.signed_in_at', ` and claims ->> 'aal' = 'aal2'`),
    holds: (desk) => isRefused(desk.callWith(claimsOf(desk, 'totp'), 'me'), 'second_factor'),
  },
  {
    name: 'functions for owners are refused to staff',
    remove: without('desk_private.me_as_owner', `if me.role <> 'owner' then`, 'if false then'),
    holds: ({ staff }) => isRefused(staff.call('person', { key: 'a@b.example' }), 'owner_only'),
  },
  ...[
    'me',
    'changes',
    'inbox',
    'lead',
    'search',
    'claim',
    'log_call',
    'note',
    'offer',
    'merge',
    'funnel',
  ].map((name): Guard => ({
    name: `the access check of ${name}`,
    remove: without(`desk.${name}`, 'desk_private.me()', '(select staff from desk_private.staff limit 1)'),
    async holds(desk) {
      const id = await desk.addLead();
      const given: Record<string, Record<string, unknown>> = {
        changes: { after: null },
        inbox: { view: 'now' },
        lead: { lead_id: id },
        search: { query: 'iain' },
        claim: { lead_id: id, request_id: randomUUID() },
        log_call: {
          lead_id: id,
          version: 1,
          request_id: randomUUID(),
          channel: 'phone',
          outcome: 'spoke',
          ...NEXT(),
        },
        note: { lead_id: id, request_id: randomUUID(), body: 'x' },
        offer: { lead_id: id, version: 1, request_id: randomUUID(), ...OFFER() },
        merge: { lead_id: id, version: 1, request_id: randomUUID(), target_id: await desk.addLead() },
        funnel: { first_day: '2026-01-01', last_day: '2026-01-02' },
      };
      return isRefused(desk.callWith({}, name, given[name]), 'no_session');
    },
  })),
  {
    name: 'the role that may call the desk’s functions may read no table',
    remove: statement(
      'grant usage on schema desk_private to authenticated; alter table desk_private.cases disable row level security; grant select on desk_private.cases to authenticated',
    ),
    holds: (desk) => isDenied(desk, 'authenticated', 'select from desk_private.cases'),
  },
  {
    name: 'visitors may call no function of the desk',
    remove: statement(
      'grant usage on schema desk to anon; grant execute on function desk.list_staff() to anon',
    ),
    holds: (desk) => isDenied(desk, 'anon', 'select desk.list_staff()'),
  },
  {
    name: 'only the operator may add staff',
    remove: statement('grant execute on function desk.add_staff(uuid, text, text) to authenticated'),
    holds: (desk) =>
      isDenied(desk, 'authenticated', `select desk.add_staff(gen_random_uuid(), 'Me', 'owner')`),
  },
  ...['events', 'offers'].flatMap((table): Guard[] => [
    {
      name: `rows of the table ${table} are never changed`,
      remove: statement(`drop trigger refuse_change on desk_private.${table}`),
      async holds(desk) {
        await desk.staff.write('offer', await desk.addLead(), OFFER());
        return isDenied(desk, 'leads_owner', `update desk_private.${table} set lead_id = lead_id`);
      },
    },
    {
      name: `the table ${table} is never emptied`,
      remove: statement(`drop trigger refuse_emptying on desk_private.${table};
        alter table desk_private.texts drop constraint texts_event_id_fkey;
        alter table desk_private.offers drop constraint offers_event_id_fkey`),
      holds: (desk) => isDenied(desk, 'leads_owner', `truncate desk_private.${table} cascade`),
    },
  ]),
  {
    name: 'a lead that somebody has claimed cannot be claimed by somebody else',
    remove: without('desk.claim', 'if holder <> me.user_id then', 'if false then'),
    async holds({ staff, owner, addLead }) {
      const id = await addLead();
      await staff.call('claim', { lead_id: id, request_id: randomUUID() });
      return isRefused(owner.call('claim', { lead_id: id, request_id: randomUUID() }), 'claimed');
    },
  },
  {
    name: 'a change is refused if the caller has not seen the latest version of the case',
    remove: without('desk_private.take_case', 'if take_case.version <> latest then', 'if false then'),
    async holds({ staff, addLead }) {
      const id = await addLead();
      const plan = { lead_id: id, version: 1, request_id: randomUUID(), ...NEXT() };
      await staff.lead(id);
      await staff.call('plan', plan);
      return isRefused(staff.call('plan', { ...plan, request_id: randomUUID() }), 'stale');
    },
  },
  {
    name: 'a repeated request changes nothing',
    remove: without(
      'desk_private.lock_case',
      'return not exists (select from desk_private.events where events.request_id = lock_case.request_id)',
      'return true',
    ),
    async holds({ staff, addLead }) {
      const note = { lead_id: await addLead(), request_id: randomUUID(), body: 'x' };
      await staff.call('note', note);
      return (await refusalOf(staff.call('note', note))) === 'done';
    },
  },
  {
    name: 'a lead is merged into an open one only',
    remove: without('desk.merge', `select stage <> 'closed' from`, 'select true from'),
    async holds({ staff, addLead }) {
      const into = await addLead();
      await staff.write('set_stage', into, { stage: 'closed', reason: 'spam' });
      return isRefused(staff.write('merge', await addLead(), { target_id: into }), 'target_id');
    },
  },
  {
    name: 'the funnel (how many leads reach each stage) begins in 2000 or later',
    remove: without('desk.funnel', `first_day >= date '2000-01-01'`, 'true'),
    holds: ({ staff }) =>
      isRefused(staff.call('funnel', { first_day: '1999-12-31', last_day: '2000-01-31' }), 'last_day'),
  },
  {
    name: 'an open case that was worked on needs a next action',
    remove: without('desk_private.plan_next', `planned.stage = 'closed' or planned.next_at > now()`, 'true'),
    async holds({ staff, addLead }) {
      return isRefused(staff.write('set_stage', await addLead(), { stage: 'contacted' }), 'next_action');
    },
  },
  {
    name: 'a change of an offer needs evidence',
    remove: without(
      'desk.change_offer',
      `change_offer.status not in ('changed', 'withdrawn') or coalesce(change_offer.evidence ~ '\\S', false)`,
      'true',
    ),
    async holds({ staff, addLead }) {
      const id = await addLead();
      const { offers } = await staff.write('offer', id, OFFER());
      const change = { offer_id: offers[0]?.id, status: 'changed', amount: 7, reason_code: 'market' };
      return isRefused(staff.write('change_offer', id, change), 'evidence');
    },
  },
  {
    name: 'a second offer beside an accepted one is refused',
    remove: without('desk.offer', `latest.status = 'accepted'`, 'false'),
    async holds({ staff, addLead }) {
      const id = await addLead();
      const { offers } = await staff.write('offer', id, OFFER());
      const accept = { offer_id: offers[0]?.id, status: 'accepted', reason_code: 'seller_accepted' };
      await staff.write('change_offer', id, accept);
      return isRefused(staff.write('offer', id, OFFER()), 'offer_id');
    },
  },
  {
    name: 'a lead on hold is not erased',
    remove: without('private.erase_leads', 'if held is not null then', 'if false then'),
    async holds({ owner, addLead }) {
      const id = await addLead();
      await owner.write('hold', id, { until: inAnHour().slice(0, 10), reason: 'x' });
      return isRefused(owner.call('erase', eraseOf(id)), 'held');
    },
  },
  {
    name: 'a lead on hold is not deleted as expired',
    remove: statement(
      'create or replace function private.is_held(lead_id uuid) returns boolean language sql as $$ select false $$',
    ),
    async holds({ admin, owner, addLead }) {
      await owner.write('hold', await addLead(), { until: inAnHour().slice(0, 10), reason: 'x' });
      await admin.query(`update public.leads set created_at = now() - interval '400 days'`);
      await admin.query('update private.notifications set sent_at = now()');
      await admin.query('select private.delete_expired(365, 30, 30)');
      return (await admin.query('select from public.leads')).rowCount === 1;
    },
  },
  {
    name: 'only leads of the person whose key was given are erased',
    remove: without('desk.erase', ' and erase.lead_ids <@ private.find_person(key)'),
    async holds({ owner, addLead }) {
      return isRefused(owner.call('erase', eraseOf(await addLead({ phone: '0131 496 0999' }))), 'lead_ids');
    },
  },
  {
    name: 'what staff typed about a lead is deleted with the lead',
    remove: statement(`alter table desk_private.texts drop constraint texts_lead_id_fkey`),
    async holds({ admin, owner, addLead }) {
      const id = await addLead();
      await owner.call('note', { lead_id: id, request_id: randomUUID(), body: 'x' });
      await owner.call('erase', eraseOf(id));
      return (await admin.query('select from desk_private.texts')).rowCount === 0;
    },
  },
  {
    name: 'no spreadsheet runs a cell of the export as a formula',
    remove: without('desk_private.csv_cell', `given ~ '^[=+\\-@\\t\\r\\n＝＋－＠]'`, 'false'),
    async holds({ owner, addLead }) {
      await addLead({ name: '=1+1' });
      const request = {
        first_day: '2020-01-01',
        last_day: inAnHour().slice(0, 10),
        request_id: randomUUID(),
      };
      return (await owner.call<{ csv: string }>('export_csv', request)).csv.includes(`"'=1+1"`);
    },
  },
  {
    name: 'the feed of changes goes back to the oldest transaction that was still running',
    remove: without(
      'desk.changes',
      'pg_snapshot_xmin(pg_current_snapshot())',
      'pg_snapshot_xmax(pg_current_snapshot())',
    ),
    async holds({ admin, database, staff }) {
      const slow = await database.connectAs('postgres');
      await slow.query(`begin; insert into desk_private.events (kind) values ('noted')`);
      await admin.query(`insert into desk_private.events (kind) values ('exported')`);
      const { cursor } = await staff.call<Changes>('changes', { after: null });
      await slow.query('commit');
      const { events } = await staff.call<Changes>('changes', { after: cursor });
      return events.some(({ kind }) => kind === 'noted');
    },
  },
  {
    name: 'when an operator changes a lead with a statement, its case is updated',
    remove: statement('drop trigger follow_lead on public.leads'),
    async holds({ admin, staff, addLead }) {
      const id = await addLead();
      await staff.lead(id);
      await admin.query(`update public.leads set suspect_reasons = '{flood}'`);
      return (await staff.call('lead', { lead_id: id })).is_suspect;
    },
  },
];

test.each(GUARDS)('$name', async ({ remove, holds }) => {
  expect(await holds(desk)).toBe(true);
  const unguarded = await openDeskDatabase();
  try {
    await remove(unguarded);
    expect(await holds(unguarded)).toBe(false);
  } finally {
    await unguarded.close();
  }
});
