import { HEADERS, urlOf } from '../calls.ts';

/** Reads the contents of a paper. The key is in the body, as in every call. @returns undefined if it cannot be read */
export async function readPaper(
  key: string,
  paperId: string,
  size: 'whole' | 'small',
): Promise<Blob | undefined> {
  const body = JSON.stringify({ key, paper_id: paperId, size });
  const request = fetch(urlOf('read_paper'), { method: 'POST', headers: HEADERS, body });
  const response = await request.catch(() => undefined);
  return response?.ok ? response.blob().catch(() => undefined) : undefined;
}
