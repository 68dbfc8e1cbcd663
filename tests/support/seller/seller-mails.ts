import { createSellerMails, MAIL_LIMITS } from '#server/seller/mails.ts';
import { createNotifications } from '#send-email/notifications.ts';
import { SELLER_MAIL_SETTINGS } from '../leads/sample-leads.ts';
import type { SellerDatabase } from './seller-database.ts';

/** The queue of mails with the mailer's login, and what writes each kind of mail of the seller's page. */
export const openSellerMails = async ({ database, pool }: SellerDatabase) => ({
  notifications: createNotifications(await database.connectAs('mailer'), MAIL_LIMITS),
  write: createSellerMails(pool, SELLER_MAIL_SETTINGS),
});
