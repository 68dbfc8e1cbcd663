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

/** Puts a number before the title, by which the tab is recognised among others; none if it is 0. */
export function setTitleCount(next: number): void {
  count = next;
  write();
}
