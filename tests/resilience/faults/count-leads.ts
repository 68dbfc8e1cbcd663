import type { Installation } from '../../support/server/installation.ts';
import { sum } from '../../support/load/bench-report.ts';
import type { FaultyMailServer } from './faulty-mail-server.ts';
import type { Load } from './lead-load.ts';

/** What became of the leads that the clients sent while a fault was injected. */
export type Count = {
  acknowledged: number;
  stored: number;
  mailed: number;
  /** Leads that were acknowledged but not stored, or stored but not mailed. */
  lost: number;
  /** Leads that were stored twice, or mailed by two attempts that both recorded success. */
  doubled: number;
  /**
   * Mails that arrived again, with the same Message-ID, because our server was killed or disconnected after the mail
   * server had received the mail for the first time, but before our server could record that.
   */
  repeated: number;
  /** Attempts that the product itself has marked as possible repeats, and that may have sent a mail. */
  possiblyRepeated: number;
  /** Leads that were not acknowledged within two minutes, so that the client gave up. */
  givenUp: number;
  /** Statuses that no client should get. */
  unexpected: number[];
  longestWaitMs: number;
};

type Counted = { query: Installation['query']; mailServer: FaultyMailServer; load: Load };

/** Counts the leads in the database and their mails. In this test, a lead's message is its submission id. */
export async function countLeads({ query, mailServer, load }: Counted): Promise<Count> {
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
  const arrivals = Map.groupBy(mailServer.arrived, (messageId) => messageId.replace(/^lead-|@.*$/g, ''));
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
