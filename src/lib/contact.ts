import type { SiteDetails } from '../site.ts';
import { whatsAppHref } from './phone.ts';

/** The ways to reach the firm directly. */
export type Contact = { phone: string; email: string; whatsAppUrl: string };

/** The WhatsApp link opens a chat with a greeting, which the sender can still change. */
export function contactOf({ brand, phone, email, messagingNumber }: SiteDetails): Contact {
  const greeting = `Hello ${brand}, I would like to ask about selling my house.`;
  return { phone, email, whatsAppUrl: whatsAppHref(messagingNumber, greeting) };
}
