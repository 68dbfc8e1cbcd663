/** Downloads a text as a file. */
export function downloadFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The URL stays valid for a minute, because some browsers begin to read the file only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
