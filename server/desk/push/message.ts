import { districtOf } from '#src/lib/postcodes/postcode.ts';
import { findDistrict } from '#src/lib/postcodes/find-district.ts';
import { deskLinkOf } from '#send-email/message.ts';
import { initialsOf } from '../../cases/initials.ts';
import { FAULTS, type AlertKind, type Fault } from '../../database/codes.ts';

export type About = { kind: AlertKind; lead_id: string; name: string; postcode: string | null };

const TITLES: Record<AlertKind, string> = {
  lead: 'New enquiry',
  message: 'A seller has written or answered',
  call: 'A call is due',
  unseen: 'Nobody has opened this enquiry yet',
  unseen_longer: 'Nobody has opened this enquiry for half an hour',
};

/**
 * The initials of the seller and the town of the property: `J. S., Edinburgh`. A locked screen shows it, so nothing that
 * somebody typed goes into it: one letter of a word at most, and a town of our own list.
 */
export function initialsAndTown({ name, postcode }: Pick<About, 'name' | 'postcode'>): string {
  const district = postcode === null ? undefined : districtOf(postcode, true);
  const town = district && findDistrict(district)?.name.split(', ').at(-1);
  const person = initialsOf(name) || 'Somebody';
  return town ? `${person}, ${town}` : person;
}

/**
 * A Declarative Web Push message, which Safari shows by itself. In other browsers, our service worker shows it.
 *
 * @see https://www.w3.org/TR/push-api/#declarative-push-message
 */
const message = (notification: { title: string; body: string; navigate: string; tag: string }) =>
  JSON.stringify({ web_push: 8030, notification: { lang: 'en-GB', dir: 'ltr', ...notification } });

/** A later message about the same lead replaces an earlier one, on the device and while it waits for the device. */
export const messageAbout = (about: About, deskUrl: string) =>
  message({
    title: TITLES[about.kind],
    body: initialsAndTown(about),
    navigate: deskLinkOf(deskUrl, about.lead_id),
    tag: about.lead_id,
  });

/** What is out of order. What to do is in the mail, and at the desk. */
export const messageOfFault = (fault: Fault, deskUrl: string) =>
  message({ title: 'Something is out of order', body: FAULTS[fault], navigate: deskUrl, tag: fault });

export const testMessage = (deskUrl: string) =>
  message({
    title: 'This is a test',
    body: 'Notifications of the desk reach this device.',
    navigate: `${deskUrl}/#/account`,
    tag: 'test',
  });
