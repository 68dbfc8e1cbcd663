/** Reads a file of our server, which asks for it in the body of the request. @returns undefined if it cannot be read */
export async function readFile(url: string, given: object): Promise<Blob | undefined> {
  const request = fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(given),
  });
  const response = await request.catch(() => undefined);
  return response?.ok ? response.blob().catch(() => undefined) : undefined;
}
