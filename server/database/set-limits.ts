import type { ClientBase } from 'pg';
import type { Environment } from '../env.ts';

/** Writes the operator's rate limits into the database, which applies them. */
export async function setLimits(
  client: Pick<ClientBase, 'query'>,
  {
    LEADS_PER_ADDRESS,
    LEADS_PER_MINUTE,
  }: Pick<Environment, 'LEADS_PER_ADDRESS'> & Partial<Pick<Environment, 'LEADS_PER_MINUTE'>>,
): Promise<void> {
  // In two statements that several starting servers may run at once.
  await client.query(
    `insert into private.address_limits (seconds, leads)
     select seconds, min(count) from json_to_recordset($1) as given (seconds integer, count integer)
     group by seconds order by seconds
     on conflict (seconds) do update set leads = excluded.leads`,
    [JSON.stringify(LEADS_PER_ADDRESS)],
  );
  await client.query('delete from private.address_limits where seconds <> all ($1)', [
    LEADS_PER_ADDRESS.map(({ seconds }) => seconds),
  ]);
  if (LEADS_PER_MINUTE !== undefined) {
    const perMinute = LEADS_PER_MINUTE === 'off' ? null : LEADS_PER_MINUTE;
    await client.query('update private.lead_limits set per_minute = $1', [perMinute]);
  }
}
