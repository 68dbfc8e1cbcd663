import { pino, type Logger } from 'pino';

export function createMemoryLog(): { log: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>);
  return { log: pino({ level: 'debug', base: null }, { write }), lines };
}
