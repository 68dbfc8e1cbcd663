let title = '';
let count = 0;

function write(): void {
  document.title = count === 0 ? title : `(${count}) ${title}`;
}

/** Sets the document's title. @returns the former one */
export function setTitle(next: string): string {
  const former = title;
  title = next;
  write();
  return former;
}

/** Puts a number before the title, so that the user notices it among other tabs. 0 removes the number. */
export function setTitleCount(next: number): void {
  count = next;
  write();
}
