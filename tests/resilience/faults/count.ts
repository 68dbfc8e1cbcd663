import type { Installation } from '../../support/installation.ts';
import { sum } from '../../support/report.ts';
import type { Load } from './load.ts';
import type { Mailbox } from './mailbox.ts';

/** What became of the leads of a load. */
export type Count = {
  acknowledged: number;
  stored: number;
  /** Leads whose mail has arrived. */
  mailed: number;
  /** Acknowledged and not stored, or stored and not mailed. */
  lost: number;
  /** Stored twice, or sent by two attempts that both recorded success. */
  doubled: number;
  /**
   * Mails that arrived again, under their Message-ID, because the sender was killed or disconnected before
   * it could record that the first was taken.
   */
  repeated: number;
  /** How many of them the product's own count knows of, or may know of. */
  possiblyRepeated: number;
  /** Clients without an answer after 30 seconds. */
  givenUp: number;
  /** Statuses that no client should have seen. */
  unexpected: number[];
  longestWaitMs: number;
};

type Counted = { query: Installation['query']; mailbox: Mailbox; load: Load };

export async function countLeads({ query, mailbox, load }: Counted): Promise<Count> {
  const rows = (await query(
    `select leads.id as lead, message as submission,
       count(attempt.id) filter (where finished_at is not null and error_code is null)::int as sent
     from public.leads left join private.delivery_attempts attempt on lead_id = leads.id
     group by leads.id`,
  )) as { lead: string; submission: string; sent: number }[];
  const [counted] = await query(
    `select count(*)::int as repeats from private.delivery_attempts
     where may_be_repeat and (error_code is null or error_code = 'UNANSWERED')`,
  );
  const arrivals = Map.groupBy(mailbox.arrived, (messageId) => messageId.replace(/^lead-|@.*$/g, ''));
  const mails = rows.map(({ lead, sent }) => ({ arrived: arrivals.get(lead)?.length ?? 0, sent }));
  const submissions = new Set(rows.map(({ submission }) => submission));
  return {
    acknowledged: load.acknowledged.size,
    stored: submissions.size,
    mailed: mails.filter(({ arrived }) => arrived > 0).length,
    lost:
      [...load.acknowledged].filter((id) => !submissions.has(id)).length +
      mails.filter(({ arrived }) => arrived === 0).length,
    doubled: rows.length - submissions.size + sum(mails.map(({ sent }) => Math.max(0, sent - 1))),
    repeated: sum(mails.map(({ arrived, sent }) => Math.max(0, arrived - Math.max(1, sent)))),
    possiblyRepeated: Number(counted?.repeats),
    givenUp: load.givenUp,
    unexpected: [...load.unexpected],
    longestWaitMs: Math.round(load.longestWaitMs),
  };
}
