import type { ClientBase } from 'pg';
import { inTransaction } from '#server/database/in-transaction.ts';
import { LEAD_COLUMNS } from '#lead/lead.ts';

export type AnyRow = Partial<Record<string, string | null>>;

/** For tests: inserts the given columns, as PostgREST would, with the submission id among the request's headers. */
export async function insertLead(
  client: ClientBase,
  row: AnyRow,
  submissionId?: string,
  otherHeaders: Record<string, string> = {},
): Promise<void> {
  const columns = LEAD_COLUMNS.filter((column) => row[column] !== undefined);
  const places = columns.map((_, index) => `$${index + 1}`);
  const headers = { ...(submissionId !== undefined && { 'x-submission-id': submissionId }), ...otherHeaders };
  await inTransaction(client, async () => {
    await client.query(`select set_config('request.headers', $1, true)`, [JSON.stringify(headers)]);
    await client.query(
      `insert into public.leads (${columns.join(', ')}) values (${places.join(', ')})`,
      columns.map((column) => row[column]),
    );
  });
}

/** @returns 'stored', or the constraint that refused the insert, or the error code if there is none */
export async function tryInsert(client: ClientBase, row: AnyRow, submissionId?: string): Promise<string> {
  try {
    await insertLead(client, row, submissionId);
    return 'stored';
  } catch (error) {
    const { constraint, code } = error as { constraint?: string; code?: string };
    return constraint ?? code ?? String(error);
  }
}
