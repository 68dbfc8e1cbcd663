import type { Enquiry } from '../types.ts';
import { capitalised } from '../words.ts';

type Paper = Pick<Enquiry['papers'][number], 'by' | 'kind' | 'offer_number'>;

const KINDS: Record<Paper['kind'], string> = {
  picture: 'a picture',
  home_report: 'the Home Report',
  proof_of_funds: 'the proof of funds',
  survey: 'a survey',
  quote: 'a quote for a repair',
  other: 'a document',
};

/** What a paper is and whose: "the proof of funds, with offer 2, from Kirsty". */
export function paperInWords({ by, kind, offer_number }: Paper): string {
  if (by === null) return 'Sent by you';
  const words = [KINDS[kind], offer_number !== null && `with offer ${offer_number}`, `from ${by}`];
  return capitalised(words.filter((word) => word !== false).join(', '));
}
