import { pounds } from './pounds.ts';
import {
  breakEvenMonths,
  breakEvenOffer,
  breakEvenShare,
  salesOf,
  WAYS,
  type Inputs,
  type Way,
} from './sums.ts';

const NAMES: Record<Way, string> = { agent: 'an agent', cash: 'a cash sale', auction: 'an auction' };

/** For whom the result is not the point, or what to check before relying on it. */
const ADVICE: Record<Way, string> = {
  agent:
    'Take less only if something matters more to you than that money: a fixed date, privacy, or a home that lenders refuse.',
  cash: 'That holds only if a sale through an agent would really take this long and sell this low. Ask an agent first.',
  auction: 'What an auction brings is never certain. Ask one for a reserve figure before you decide.',
};

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Which way of selling leaves the most, and by how much. */
export function verdictOf(inputs: Inputs): { who: string; advice: string } {
  const sales = salesOf(inputs);
  // `WAYS` begins with the agent, and sorting keeps the order of equals.
  const [best] = WAYS.toSorted((one, other) => sales[other].left - sales[one].left);
  if (best === undefined) throw new Error('There is no way of selling.');
  const differences = WAYS.filter((way) => way !== best).map((way) => {
    const sum = sales[best].left - sales[way].left;
    return sum === 0 ? `as much as ${NAMES[way]}` : `${pounds(sum)} more than ${NAMES[way]}`;
  });
  return {
    who: `${capitalised(NAMES[best])} leaves you the most: ${differences.join(', ')}.`,
    advice: ADVICE[best],
  };
}

const oneDecimal = (number: number) => Number(number.toFixed(1));

/** When waiting has used up what an agent leaves more than a cash sale. */
export function waitingOf(inputs: Inputs): string {
  const months = breakEvenMonths(inputs);
  if (months === undefined) return 'With no monthly costs, the wait makes no difference to these sums.';
  if (months <= 0) return 'Even if an agent sold it on the first day, the cash sale would leave you no less.';
  const after = oneDecimal(months);
  return `An agent’s sale would have to take ${after} ${after === 1 ? 'month' : 'months'} before a cash sale left you as much.`;
}

/** The cash offer that would equal the agent. */
export function equalOfferOf(inputs: Inputs): string {
  const offer = breakEvenOffer(inputs);
  if (offer <= 0) return 'Any cash offer would leave you more than the agent.';
  const share = oneDecimal(breakEvenShare(inputs) * 100);
  return `A cash offer of ${pounds(offer)}, which is ${share}% of the price, would leave you as much as the agent.`;
}
