/**
 * Calculates what each way of selling leaves of a home's price. Every amount is rounded to whole pounds, half up; what
 * is left is the rounded price minus the rounded costs.
 */

/** Money is in pounds, shares and chances in percent. */
export type Inputs = {
  /** The price that the home could sell for. */
  value: number;
  /** Months until the seller is paid. */
  agentMonths: number;
  cashMonths: number;
  auctionMonths: number;
  /** What the home costs the seller in a month. */
  monthlyCosts: number;
  /** The prices of a cash buyer and of an auction, as shares of the value. */
  cashShare: number;
  auctionShare: number;
  /** The agent's commission and other charges, before VAT. */
  agentFee: number;
  agentExtras: number;
  /** The price of a Home Report (the survey that a seller in Scotland provides); 0 if there is a valid one. */
  homeReport: number;
  solicitor: number;
  /** How likely a cut of the asking price is, and its size. */
  cutChance: number;
  cutSize: number;
  /** How likely a sale is to fall through, and what that costs: more months of bills, and a sum. */
  fallChance: number;
  fallMonths: number;
  fallCost: number;
  /** What a cash sale costs the seller: legal costs beyond what the buyer pays, and an energy certificate. */
  cashLegal: number;
  energyCertificate: number;
  /** The auctioneer's commission and entry fee, before VAT. */
  auctionFee: number;
  auctionEntry: number;
  /** The mortgage with its early repayment charge. The same for every way of selling, so not part of the comparison. */
  mortgage: number;
  /** VAT in percent. */
  vat: number;
};

/** The lines of one way of selling, in pounds. All but `price` and `left` are costs. */
export type Sale = {
  price: number;
  fees: number;
  reports: number;
  legal: number;
  bills: number;
  /** The expected cost of a sale that falls through. */
  reserve: number;
  /** What is left for the seller, before the mortgage is repaid. */
  left: number;
};

export const WAYS = ['agent', 'cash', 'auction'] as const;

export type Way = (typeof WAYS)[number];

export type Range = { low: number; middle: number; high: number };

/** 1e-7 is added because floating-point arithmetic makes some halves slightly too small to round up. */
const roundHalfUp = (pounds: number) => Math.floor(pounds + 0.5 + 1e-7);

function sale(lines: Omit<Sale, 'left'>): Sale {
  const { price, fees, reports, legal, bills, reserve } = lines;
  return { ...lines, left: price - fees - reports - legal - bills - reserve };
}

const withVat = (pounds: number, { vat }: Inputs) => pounds * (1 + vat / 100);

function agentSale(inputs: Inputs): Sale {
  const { value, cutChance, cutSize, agentFee, agentExtras, fallChance, monthlyCosts } = inputs;
  const price = roundHalfUp(value * (1 - (cutChance / 100) * (cutSize / 100)));
  return sale({
    price,
    fees: roundHalfUp(withVat((price * agentFee) / 100 + agentExtras, inputs)),
    reports: roundHalfUp(inputs.homeReport),
    legal: roundHalfUp(inputs.solicitor),
    bills: roundHalfUp(monthlyCosts * inputs.agentMonths),
    reserve: roundHalfUp((fallChance / 100) * (monthlyCosts * inputs.fallMonths + inputs.fallCost)),
  });
}

function cashSale(inputs: Inputs): Sale {
  return sale({
    price: roundHalfUp((inputs.value * inputs.cashShare) / 100),
    fees: 0,
    reports: roundHalfUp(inputs.energyCertificate),
    legal: roundHalfUp(inputs.cashLegal),
    bills: roundHalfUp(inputs.monthlyCosts * inputs.cashMonths),
    reserve: 0,
  });
}

function auctionSale(inputs: Inputs): Sale {
  const price = roundHalfUp((inputs.value * inputs.auctionShare) / 100);
  const commission = roundHalfUp(withVat((price * inputs.auctionFee) / 100, inputs));
  return sale({
    price,
    fees: commission + roundHalfUp(withVat(inputs.auctionEntry, inputs)),
    reports: roundHalfUp(inputs.homeReport),
    legal: roundHalfUp(inputs.solicitor),
    bills: roundHalfUp(inputs.monthlyCosts * inputs.auctionMonths),
    reserve: 0,
  });
}

export const salesOf = (inputs: Inputs): Record<Way, Sale> => ({
  agent: agentSale(inputs),
  cash: cashSale(inputs),
  auction: auctionSale(inputs),
});

/** An input of the bad or the good case: `middle` plus `change`. An input of 0 stays 0 in both cases. */
const around = (middle: number, change: number) => (middle > 0 ? Math.max(0, middle + change) : 0);

/**
 * The inputs of the bad or the good case. In the bad case, the asking price is cut and a sale falls through; in the
 * good case, neither happens. Shares of the value vary by five points, as our articles say of cash offers.
 *
 * @see src/content/claims.yaml for the sources behind the months and the Home Report
 */
function badOrGoodCase(inputs: Inputs, goesWell: boolean): Inputs {
  const sign = goesWell ? 1 : -1;
  const chance = (percent: number) => (percent > 0 && !goesWell ? 100 : 0);
  const months = (middle: number, sooner: number, later: number) =>
    Math.max(0, middle + (goesWell ? -sooner : later));
  const share = (percent: number) => Math.min(Math.max(percent + 5 * sign, 0), Math.max(percent, 100));
  return {
    ...inputs,
    cutChance: chance(inputs.cutChance),
    fallChance: chance(inputs.fallChance),
    agentMonths: months(inputs.agentMonths, 0.7, 2),
    cashMonths: months(inputs.cashMonths, 0.5, 1),
    auctionMonths: months(inputs.auctionMonths, 1, 1),
    cashShare: share(inputs.cashShare),
    auctionShare: share(inputs.auctionShare),
    homeReport: around(inputs.homeReport, -150 * sign),
    energyCertificate: around(inputs.energyCertificate, -30 * sign),
  };
}

/** What each way of selling leaves in the bad, the expected and the good case. */
export function rangesOf(inputs: Inputs): Record<Way, Range> {
  const [low, middle, high] = [badOrGoodCase(inputs, false), inputs, badOrGoodCase(inputs, true)].map(
    salesOf,
  );
  const rangeOf = (way: Way): Range => ({
    low: low?.[way].left ?? 0,
    middle: middle?.[way].left ?? 0,
    high: high?.[way].left ?? 0,
  });
  return { agent: rangeOf('agent'), cash: rangeOf('cash'), auction: rangeOf('auction') };
}

/**
 * The number of months (not rounded) after which an agent's sale leaves no more than the cash sale. The number is
 * negative if an agent leaves less from the first day, and undefined if waiting costs nothing.
 */
export function breakEvenMonths(inputs: Inputs): number | undefined {
  if (inputs.monthlyCosts === 0) return undefined;
  const { agent, cash } = salesOf({ ...inputs, agentMonths: 0 });
  return (agent.left - cash.left) / inputs.monthlyCosts;
}

/** The cash offer in pounds that would leave as much as an agent's sale. It can be negative. */
export function breakEvenOffer(inputs: Inputs): number {
  const { agent, cash } = salesOf(inputs);
  return agent.left + cash.price - cash.left;
}

/** `breakEvenOffer` as a share of the home's value, such as 0.9643. */
export const breakEvenShare = (inputs: Inputs): number => breakEvenOffer(inputs) / inputs.value;
