import type { createSellerMails } from '#server/seller/mails.ts';
import type { Composed } from '#send-email/delivery.ts';
import type { Claim, Notifications } from '#send-email/notifications.ts';

type Writers = ReturnType<typeof createSellerMails>;
export type SellersKind = keyof Writers;
export type Mail = Claim & Composed & { key: string };

/**
 * Claims and writes the next mail of these kinds, as the sender does. Those that are not to be sent are cancelled.
 *
 * @returns the mail, with the key of its first link; undefined if none is due
 */
export async function claimMail(
  queue: Notifications,
  write: Writers,
  kinds: readonly SellersKind[],
): Promise<Mail | undefined> {
  for (let claimed; (claimed = await queue.claim('any', [...kinds]));) {
    const composed = await write[claimed.kind as SellersKind](claimed);
    if (composed) {
      const key = /#k=([\w-]{43})/.exec(composed.message.text)?.[1] ?? '';
      return { ...claimed, ...composed, key };
    }
    await queue.cancel(claimed);
  }
  return undefined;
}
