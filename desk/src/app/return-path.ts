const KEY = 'desk.return-to';

/** Remembers where somebody was when the desk sent them to sign in. */
export function keepReturnPath(path: string): void {
  sessionStorage.setItem(KEY, path);
}

/** Where to go after signing in. */
export function takeReturnPath(): string {
  const path = sessionStorage.getItem(KEY) ?? '/';
  sessionStorage.removeItem(KEY);
  return path;
}
