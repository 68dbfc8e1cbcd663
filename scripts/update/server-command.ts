/** How Node runs the server, in the folder of a version. */
export const SERVER_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=75'] as const;
export const SERVER_SCRIPT = 'server/main.ts';
