/** How Node runs the server, in the folder of a version. */
export const SERVER_COMMAND = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=75',
  'server/main.ts',
] as const;
