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

/**
 * For tests: inserts leads from the chat in one statement, each with the request headers and the message at its
 * position, as the server does with leads that arrive together.
 */
export async function insertTogether(
  client: ClientBase,
  headers: readonly Record<string, string | null>[],
  messages: readonly string[] = headers.map(() => 'Hello'),
): Promise<void> {
  const withIds = headers.map((each) => ({ 'x-submission-id': crypto.randomUUID(), ...each }));
  await client.query(
    `insert into public.leads (name, phone, message, source)
     select 'Iain', '0131 496 0456', message, 'chat_widget'
     from set_config('leads.headers', $1, true) cross join unnest($2::text[]) as message`,
    [JSON.stringify(withIds), messages],
  );
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
