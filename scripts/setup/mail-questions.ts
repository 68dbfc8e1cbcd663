import { variableOf } from '../../src/create-site.ts';
import type { Asker } from './asker.ts';
import type { Variables } from './env-file.ts';
import {
  findServerProblem,
  parseSmtpUrl,
  readMailHost,
  sendTestMail,
  smtpUrlOf,
  type MailServer,
} from './mail-server.ts';
import { addressOf, mailboxOf } from './mailbox.ts';
import { readDaysKept, readEmail, readOptional, readPortNumber, readUnlessNone } from './read-settings.ts';
import { DEFAULTS, standingOf } from './standing.ts';

/** Asks for the mail server until it accepts the user name and the password. @returns undefined if there is none yet */
async function askForServer(asker: Asker, standing: Partial<MailServer>): Promise<MailServer | undefined> {
  const host = await asker.text({
    id: 'smtpHost',
    message: 'The SMTP server of your mail provider (or none yet)',
    standing: standing.host ?? '',
    example: 'smtp.provider.com',
    read: readUnlessNone(readMailHost),
  });
  if (host === '') return undefined;
  const server: MailServer = { host, port: standing.port ?? 465, user: '', password: '' };
  await asker.text({
    id: 'smtpPort',
    message: 'Its port',
    standing: String(server.port),
    async read(typed) {
      const read = readPortNumber(typed);
      if ('problem' in read) return read;
      server.port = read.value;
      const problem = await asker.wait(`Connecting to ${host}`, () => findServerProblem(server));
      return problem === undefined ? { value: typed } : { problem };
    },
  });
  for (server.user = standing.user ?? '', server.password = standing.password ?? ''; ;) {
    server.user = await asker.text({
      id: 'smtpUser',
      message: 'Your user name there',
      standing: server.user,
      read: readOptional,
    });
    if (server.user) {
      server.password = await asker.secret({
        id: 'smtpPassword',
        message: 'Your password there',
        standing: server.password,
      });
    }
    const problem = await asker.wait('Signing in', () => findServerProblem(server));
    if (problem === undefined) return server;
    asker.refuse('smtpPassword', problem);
  }
}

const ARRIVED = [
  { value: 'yes', label: 'Yes' },
  { value: 'again', label: 'No: send it again' },
  { value: 'change', label: 'No: change the addresses' },
  { value: 'later', label: 'I will look later' },
] as const;

type Addresses = { mailTo: string; mailFrom: string };

type StandingAddresses = { mailTo: string | undefined; mailFrom: string | undefined };

/** Asks for the inbox and the sender's address, and sends a test mail until it arrives or the operator will look later. */
async function askForAddresses(
  asker: Asker,
  { server, standing, brand }: { server: MailServer | undefined; standing: StandingAddresses; brand: string },
): Promise<Addresses> {
  for (let kept = standing; ;) {
    const mailTo = await asker.text({
      id: 'mailTo',
      message: 'The inbox that gets an email for each enquiry',
      standing: kept.mailTo,
      example: 'leads@firm.scot',
      read: readEmail,
    });
    const mailFrom = await asker.text({
      id: 'mailFrom',
      message: 'The address that the emails come from',
      standing: kept.mailFrom ?? mailTo,
      read: readEmail,
    });
    kept = { mailTo, mailFrom };
    if (server === undefined) return { mailTo, mailFrom };
    const isSent = mailTo === standing.mailTo && mailFrom === standing.mailFrom;
    const isWanted = await asker.confirm({
      id: 'testMail',
      message: `Send a test email to ${mailTo} now?`,
      standing: !isSent,
      isDoneAtOnce: true,
    });
    if (!isWanted) return { mailTo, mailFrom };

    for (let arrived = 'again'; arrived === 'again';) {
      const from = mailboxOf(brand, mailFrom);
      const failure = await asker.wait('Sending', () => sendTestMail(server, { from, to: mailTo, brand }));
      if (failure) {
        asker.refuse(failure.refused, failure.problem);
        break;
      }
      arrived = await asker.choose({
        id: 'mailArrived',
        message: 'Did it arrive? Look among the spam too.',
        choices: ARRIVED,
        standing: 'later',
        isDoneAtOnce: true,
      });
      if (arrived === 'yes' || arrived === 'later') return { mailTo, mailFrom };
      asker.refuse(
        'mailArrived',
        `If it does not arrive, ask your mail provider what happened to an email from ${mailFrom}. The DNS records at the end help too.`,
      );
    }
  }
}

export async function askAboutMail(asker: Asker, variables: Variables, brand: string): Promise<Variables> {
  asker.section('Mail');
  const server = await askForServer(asker, parseSmtpUrl(standingOf(variables, 'SMTP_URL') ?? ''));
  if (!server) {
    asker.show(
      'Without a mail server nobody hears of an enquiry, and the live site does not start. Run this again when you have one.',
    );
  }
  const mailTo = standingOf(variables, 'MAIL_TO');
  const mailbox = standingOf(variables, 'MAIL_FROM');
  const mailFrom = mailbox && addressOf(mailbox);
  const addresses = await askForAddresses(asker, {
    server,
    brand,
    standing: { mailTo, mailFrom },
  });
  const confirms = await asker.confirm({
    id: 'confirmEnquiries',
    message: 'Email each seller that you have their enquiry, with the link to their own page?',
    standing: variables.CONFIRM_ENQUIRIES !== 'off',
  });
  // A sender's name that the operator chose stays. If the name was the brand, it follows the new brand.
  const hasOwnName = mailbox !== mailboxOf(variables[variableOf('brand')] ?? '', mailFrom ?? '');
  const isKept = mailbox !== undefined && hasOwnName && addresses.mailFrom === mailFrom;
  return {
    SMTP_URL: server ? smtpUrlOf(server) : '',
    MAIL_TO: addresses.mailTo,
    MAIL_FROM: isKept ? mailbox : mailboxOf(brand, addresses.mailFrom),
    CONFIRM_ENQUIRIES: confirms ? 'on' : 'off',
  };
}

const RETENTION = [
  { variable: 'RETENTION_LEAD_DAYS', id: 'leadDays', what: 'an enquiry' },
  { variable: 'RETENTION_SUSPECT_DAYS', id: 'suspectDays', what: 'an enquiry that looks like spam' },
  { variable: 'RETENTION_DELIVERY_DAYS', id: 'deliveryDays', what: 'the record of an email’s delivery' },
] as const;

/** Asks how long data is kept. The privacy policy says the same. */
export async function askAboutRetention(asker: Asker, variables: Variables): Promise<Variables> {
  asker.section('How long you keep what');
  const answers: Record<string, string> = {};
  for (const { variable, id, what } of RETENTION) {
    answers[variable] = await asker.text({
      id,
      message: `Days until ${what} is deleted`,
      standing: standingOf(variables, variable) ?? String(DEFAULTS[variable]),
      read: readDaysKept,
    });
  }
  return answers;
}
