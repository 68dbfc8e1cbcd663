import {
  breakEvenMonths,
  breakEvenOffer,
  breakEvenShare,
  salesOf,
  WAYS,
  type Inputs,
  type Way,
} from './calculate.ts';
import { pounds } from './pounds.ts';

const NAMES: Record<Way, string> = { agent: 'an agent', cash: 'a cash sale', auction: 'an auction' };

/** A caution beside the result: when another way of selling may still be better, or what to check first. */
const ADVICE: Record<Way, string> = {
  agent:
    'Take less only if something matters more to you than that money, such as a fixed date or privacy. If lenders refuse the home, ask an agent whether buyers would really pay this price.',
  cash: 'That holds only if a sale through an agent would really take this long and sell this low. Ask an agent first.',
  auction:
    'What an auction brings is never certain. Ask an auctioneer for a reserve figure before you decide.',
};

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The sentence that says which way of selling leaves the most, and by how much; and a caution. */
export function verdictOf(inputs: Inputs): { result: string; advice: string } {
  const sales = salesOf(inputs);
  // The sort is stable and `WAYS` begins with the agent, so the agent wins a tie.
  const [best] = WAYS.toSorted((one, other) => sales[other].left - sales[one].left);
  if (best === undefined) throw new Error('There is no way of selling.');
  const differences = WAYS.filter((way) => way !== best).map((way) => {
    const difference = sales[best].left - sales[way].left;
    return difference === 0 ? `as much as ${NAMES[way]}` : `${pounds(difference)} more than ${NAMES[way]}`;
  });
  return {
    result: `${capitalised(NAMES[best])} leaves you the most: ${differences.join(', ')}.`,
    advice: ADVICE[best],
  };
}

const oneDecimal = (number: number) => Number(number.toFixed(1));

/** A period: "3.3 months", or from two years on, to the nearest half, "about 2.5 years". */
export function waitInWords(months: number): string {
  if (months >= 24) return `about ${Math.round(months / 6) / 2} years`;
  const rounded = oneDecimal(months);
  return `${rounded} ${rounded === 1 ? 'month' : 'months'}`;
}

/** The sentence that says after how many months an agent's sale leaves no more than a cash sale. */
export function waitingOf(inputs: Inputs): string {
  const months = breakEvenMonths(inputs);
  if (months === undefined) return 'With no monthly costs, the wait makes no difference to these sums.';
  if (months <= 0) return 'The cash sale would leave you at least as much, however fast an agent sold.';
  return `An agent’s sale would have to take ${waitInWords(months)} before a cash sale left you as much.`;
}

/** The sentence with the cash offer that would leave as much as an agent's sale. */
export function equalOfferOf(inputs: Inputs): string {
  const offer = breakEvenOffer(inputs);
  if (offer <= 0) return 'Any cash offer would leave you more than the agent.';
  const share = oneDecimal(breakEvenShare(inputs) * 100);
  return `A cash offer of ${pounds(offer)}, which is ${share}% of the price, would leave you as much as the agent.`;
}
