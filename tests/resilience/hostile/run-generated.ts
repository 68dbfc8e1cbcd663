import fc from 'fast-check';
import { exchange, type Exchange } from './exchange.ts';
import { hostileRequest, toBytes } from './generator.ts';

/** At once, so that they also get in each other's way. */
const AT_ONCE = 20;

/** What an answer must never tell: a stack, a path of the source, SQL, or where the database is. */
const TELLTALE = /\bat .+:\d+:\d+|node_modules|file:\/\/|\binsert into\b|\bpg_\w+|postgres(?:ql)?:\/\//i;

/** What is wrong with an answer; nothing when all is well. */
export function findFault({ statuses, text, hung }: Exchange): string | undefined {
  if (hung) return 'no answer and no end';
  const broken = statuses.find((status) => status >= 500);
  if (broken !== undefined) return `answered ${broken}`;
  return TELLTALE.exec(text)?.[0];
}

/**
 * Sends generated requests and throws at the first that is not answered as it should be, made as small as
 * it can be, with the seed that makes it again.
 *
 * @returns how often each status was answered; 0 stands for an ended connection
 */
export async function runGenerated(url: string, count: number, seed: number): Promise<Map<number, number>> {
  const seen = new Map<number, number>();
  const property = fc.asyncProperty(
    fc.array(fc.tuple(hostileRequest, fc.boolean()), { minLength: AT_ONCE, maxLength: AT_ONCE }),
    async (requests) => {
      const outcomes = await Promise.all(
        requests.map(([request, isChunked]) => exchange(url, toBytes(request, isChunked))),
      );
      for (const [index, outcome] of outcomes.entries()) {
        const fault = findFault(outcome);
        const [request] = requests[index] ?? [];
        if (fault !== undefined) throw new Error(`${fault}: ${request?.method} ${request?.target}`);
        const status = outcome.statuses[0] ?? 0;
        seen.set(status, (seen.get(status) ?? 0) + 1);
      }
    },
  );
  await fc.assert(property, { numRuns: Math.ceil(count / AT_ONCE), seed, endOnFailure: false });
  return seen;
}
