/** Offers a file to the visitor to keep. */
export function saveFile(contents: Blob, name: string): void {
  const url = URL.createObjectURL(contents);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The URL stays valid for a minute, because some browsers begin to read the file only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
