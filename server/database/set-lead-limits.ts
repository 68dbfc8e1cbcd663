import type { ClientBase } from 'pg';
import type { Environment } from '../env.ts';

/** Writes the operator's rate limits (`LEADS_PER_…`) into the database, which applies them. */
export async function setLimits(
  client: Pick<ClientBase, 'query'>,
  {
    LEADS_PER_ADDRESS,
    LEADS_PER_MINUTE,
    LEADS_PER_DAY,
  }: Pick<Environment, 'LEADS_PER_ADDRESS'> &
    Partial<Pick<Environment, 'LEADS_PER_MINUTE' | 'LEADS_PER_DAY'>>,
): Promise<void> {
  // Two statements, each safe when several servers start and run it at once.
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
  const columns = {
    per_minute: LEADS_PER_MINUTE,
    per_day: LEADS_PER_DAY,
  };
  for (const [column, limit] of Object.entries(columns)) {
    if (limit === undefined) continue;
    await client.query(`update private.lead_limits set ${column} = $1`, [limit === 'off' ? null : limit]);
  }
}
