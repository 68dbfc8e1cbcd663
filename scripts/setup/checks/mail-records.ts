import { messageOf } from '../../error-text.ts';
import { recordsOf } from '../domains.ts';
import { domainOf } from '../mailbox.ts';
import type { CheckContext, Finding } from './check-context.ts';

async function readTexts({ resolver }: CheckContext, name: string, start: string): Promise<string[]> {
  const records = await recordsOf(resolver.resolveTxt(name));
  return records.map((parts) => parts.join('')).filter((text) => text.toLowerCase().startsWith(start));
}

const SEE = 'deploy/live/next-steps.txt has it ready to copy.';

/** @see https://www.rfc-editor.org/rfc/rfc7208#section-4.5 for why there must be only one */
async function checkSpf(context: CheckContext, domain: string): Promise<Finding> {
  const [record, second] = await readTexts(context, domain, 'v=spf1');
  if (record === undefined) {
    return {
      what: `${domain} has no SPF record: mails may be taken for spam.`,
      mend: `Add the TXT record v=spf1 …: ${SEE}`,
    };
  }
  if (second !== undefined) {
    return {
      what: `${domain} has two SPF records, so neither counts.`,
      mend: 'Join them to one: v=spf1 … ~all',
    };
  }
  if (/\s\+?all\b/i.test(record)) {
    return {
      what: `The SPF record of ${domain} allows everybody: "${record}".`,
      mend: 'End it with ~all in place of +all.',
    };
  }
  return { what: `${domain} has an SPF record: "${record}".` };
}

/** The domains that may have the DMARC record: the domain itself and those above it, except the top-level domain. */
function domainsAbove(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

/** @see https://www.rfc-editor.org/rfc/rfc7489#section-6.6.3 for why a domain above counts */
async function checkDmarc(context: CheckContext, domain: string): Promise<Finding> {
  for (const name of domainsAbove(domain)) {
    const [record] = await readTexts(context, `_dmarc.${name}`, 'v=dmarc1');
    if (record !== undefined) return { what: `${name} has a DMARC record: "${record}".` };
  }
  return { what: `${domain} has no DMARC record.`, mend: `Add the TXT record _dmarc.${domain}: ${SEE}` };
}

export async function checkMailRecords(context: CheckContext): Promise<Finding[]> {
  const domain = domainOf(context.env.MAIL_FROM);
  const look = async (what: string, work: () => Promise<Finding>): Promise<Finding> =>
    work().catch((error: unknown) => ({
      what: `The ${what} record of ${domain} cannot be looked up (${messageOf(error)}).`,
      mend: 'Look whether this machine reaches a DNS server: /etc/resolv.conf names it.',
    }));
  return [
    await look('SPF', () => checkSpf(context, domain)),
    await look('DMARC', () => checkDmarc(context, domain)),
  ];
}
