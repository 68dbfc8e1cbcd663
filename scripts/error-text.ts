/** The message of an error; its code or name if it has none, as when both addresses of a host refuse a connection. */
export const messageOf = (error: unknown) =>
  error instanceof Error
    ? error.message || ('code' in error ? String(error.code) : error.name)
    : String(error);

/** The error code of the system, such as EACCES; all of the error if it has no code. */
export const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
