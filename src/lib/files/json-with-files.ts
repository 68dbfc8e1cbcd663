/** A file of a person's export, in base64. */
export type ExportedFile = { paper_id: string; title: string; contents: string };

/**
 * The JSON of a record with its files, in pieces: as one text, many large files would be longer than JavaScript allows. One
 * file at a time is in the memory.
 */
export async function* jsonWithFiles(
  record: object,
  files: AsyncIterable<ExportedFile>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(record, null, 2).slice(0, -2)},\n  "files": [`;
  let separator = '\n';
  for await (const file of files) {
    yield `${separator}    ${JSON.stringify(file)}`;
    separator = ',\n';
  }
  yield '\n  ]\n}';
}
