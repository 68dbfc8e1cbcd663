import { randomUUID } from 'node:crypto';
import { callSellersPage } from '../seller/seller-calls.ts';

/** A PNG of one pixel. */
export const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const A_PDF = Buffer.from('%PDF-1.7\n%%EOF\n');

const PART_BYTES = 128 * 1024;

type Call = (name: string, given: Record<string, unknown>) => Promise<unknown>;

/** Sends a file in parts. @param of the lead at the desk (none for a picture of the site), or the key of the seller's page */
export async function sendFile(
  call: Call,
  of: Record<string, string | null>,
  uploadId: string,
  bytes: Buffer,
) {
  await call('begin_upload', { ...of, upload_id: uploadId, bytes: bytes.length });
  for (let start = 0; start < bytes.length; start += PART_BYTES) {
    const content = bytes.subarray(start, start + PART_BYTES).toString('base64');
    await call('upload_part', { ...of, upload_id: uploadId, start, content });
  }
}

const sellersCall =
  (url: string): Call =>
  async (name, given) => {
    const response = await callSellersPage(url, name, given);
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as unknown;
  };

/** Sends a file from the seller's page, without adding it. */
export const sendSellersFile = (url: string, key: string, uploadId: string, bytes: Buffer) =>
  sendFile(sellersCall(url), { key }, uploadId, bytes);

/** Adds a paper on the seller's page. @returns its id */
export async function addSellersPaper(url: string, key: string, bytes: Buffer, title = 'Kitchen') {
  const id = randomUUID();
  await sendSellersFile(url, key, id, bytes);
  await sellersCall(url)('add_paper', { key, request_id: id, title });
  return id;
}

/** Adds a paper at the desk. @returns its id */
export async function addStaffPaper(
  call: Call,
  leadId: string,
  bytes: Buffer,
  given: Record<string, unknown> = {},
) {
  const id = randomUUID();
  await sendFile(call, { lead_id: leadId }, id, bytes);
  await call('add_paper', {
    ...{ lead_id: leadId, request_id: id, kind: 'proof_of_funds', title: 'Bank letter', is_shown: true },
    ...{ offer_id: null, ...given },
  });
  return id;
}
