import * as z from 'zod';
import { bankHolidays } from '#calendar/bank-holidays.ts';
import { parseDays } from '#calendar/closed-days.ts';
import { parseOpeningHours } from '#calendar/opening-hours.ts';
import { readPhoneNumber } from '#lead/phone-number.ts';
import { email } from '#lead/rules.ts';
import { fields, words, type FieldNotes } from '../lib/fields.ts';

/** Eight weeks: by then a redress scheme takes a complaint that the firm has not answered. */
const MOST_COMPLAINT_DAYS = 56;

const WRITE_A_TEXT = 'Write a text, or leave this empty.';

const isEmail = (text: string) => email('', [255, '']).safeParse(text).success;

const hasPostcode = (text: string) => /[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i.test(text);

/** @param parse throws an error with a message for the owner, if it cannot read the text */
const parsed = (title: string, parse: (text: string) => unknown, notes: FieldNotes) =>
  z
    .string(WRITE_A_TEXT)
    .superRefine((text, context) => {
      try {
        parse(text);
      } catch (error) {
        context.addIssue(error instanceof Error ? error.message : String(error));
      }
    })
    .meta({ title, ...notes });

const phone = (title: string, notes: FieldNotes = {}) =>
  words(title)
    .refine((text) => Boolean(readPhoneNumber(text)), {
      error: ({ input }) =>
        `"${String(input)}" cannot be dialled. Write the number with its area code, such as 0131 496 0123.`,
    })
    .meta({ title, ...notes });

const WHOLE_ADDRESS = {
  error: ({ input }: { input: unknown }) =>
    `"${String(input)}" does not end with a postcode. Write the whole address on one line, the postcode last.`,
};

const hours = (title: string, notes: FieldNotes = {}) =>
  parsed(title, parseOpeningHours, {
    description: 'Such as: Mon–Fri 09:00–18:00, Sat 09:00–14:00.',
    format: 'hours',
    ...notes,
  });

/**
 * The details of the business behind the website: the one place of their rules, for the build, the setup and the desk. An
 * environment variable sets each (`.env.example`). The fields that owners change most often come first.
 */
export const firmSchema = fields({
  hours: hours('Opening hours'),
  nextHours: fields({
    from: z.iso.date('Choose a day.').meta({ title: 'From' }),
    hours: hours('Opening hours from that day', { begins: 'hours' }),
  })
    .meta({ title: 'New opening hours', description: 'They take the place of the hours above on that day.' })
    .optional(),
  closedOn: parsed('Closed days', parseDays, {
    description: 'Days on which you are closed, besides bank holidays.',
    format: 'days',
  }),
  openOn: parsed('Open bank holidays', parseDays, {
    description: 'Bank holidays on which you are open.',
    format: 'days',
  }),
  /** As shown on the pages; `lib/phone.ts` makes the links. */
  phone: phone('Telephone number'),
  messagingNumber: phone('WhatsApp number'),
  email: words('Email address for visitors')
    .refine(isEmail, {
      error: ({ input }) => `"${String(input)}" is not an email address. Write it like hello@firm.scot.`,
    })
    .meta({ title: 'Email address for visitors' }),
  address: words('Postal address')
    .refine(hasPostcode, WHOLE_ADDRESS)
    .meta({ title: 'Postal address', description: 'The whole address on one line.' }),
  brand: words('Name on every page'),
  legalName: words('The company behind it', { description: 'Its name as it is registered.' }),
  registration: words('Where the company is registered')
    // The pages add a full stop.
    .overwrite((text) => text.replace(/\.$/, ''))
    .refine((text) => /\d{6}|sole trader|partnership/i.test(text), {
      error: ({ input }) =>
        `"${String(input)}" has no company number. Write it like "Registered in Scotland, company number SC123456".`,
    })
    .meta({
      title: 'Where the company is registered',
      description: 'Such as: Registered in Scotland, company number SC123456.',
    }),
  /** Empty until it is set, like the next three. A site with a public address does not build without them. */
  registeredOffice: z
    .string(WRITE_A_TEXT)
    .refine((text) => text === '' || hasPostcode(text), WHOLE_ADDRESS)
    .meta({ title: 'Registered office', description: 'The whole address on one line.' }),
  redressScheme: z.string(WRITE_A_TEXT).meta({
    title: 'Redress scheme',
    description: 'The whole name of the scheme that you belong to, or: none.',
  }),
  supervisor: z.string(WRITE_A_TEXT).meta({
    title: 'Who supervises you',
    description: 'Under the money laundering rules; or: none.',
  }),
  icoNumber: z
    .string(WRITE_A_TEXT)
    .refine((text) => /^(?:Z[A-Z\d]\d{6}|none|)$/i.test(text), {
      error: ({ input }) => `"${String(input)}" is not such a number. Write it like ZA123456; or none.`,
    })
    .meta({
      title: 'ICO registration number',
      description: 'Of the Information Commissioner’s Office, such as ZA123456; or none.',
    }),
  complaintDays: z
    .string(WRITE_A_TEXT)
    .refine((text) => /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_COMPLAINT_DAYS, {
      error: ({ input }) =>
        `"${String(input)}" is not a number of days. Write a whole number from 1 to ${MOST_COMPLAINT_DAYS}.`,
    })
    .meta({
      title: 'Days until a complaint is answered',
      description: `In how many days a complaint has its written answer: at most ${MOST_COMPLAINT_DAYS}.`,
    }),
  agencyCredit: words('Who made the site', { description: 'In the footer. Write off for none.' }),
})
  .superRefine(({ closedOn, openOn }, context) => {
    const open = parseDays(openOn);
    const workday = open.find((date) => !bankHolidays().has(date));
    const both = open.find((date) => parseDays(closedOn).includes(date));
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['openOn'], message });
    if (workday) refuse(`${workday} is not a bank holiday in Scotland. Name only bank holidays here.`);
    else if (both) refuse(`${both} is also among the days on which you are closed. Name it once.`);
  })
  .meta({ title: 'Your firm' });
