const decodePercents = (text: string) =>
  text.replace(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/** The key after `k=`. Quoted-printable text, as mails are sent in, writes the equals sign as `=3D`. */
const KEY = /(?:^|[^\w-])k=(?:3D(?=[\w-]{43}(?![\w-])))?([\w-]{43})/i;

/**
 * Finds the key in a link that a mail program or a person has changed on its way: encoded once or twice, with `?` for
 * `#`, in capitals before the key, with line breaks in it, or with anything after it.
 *
 * @param link an address, or any text with a link
 */
export function findEnquiryKey(link: string): string | undefined {
  const text = decodePercents(decodePercents(link)).replace(/=\r?\n/g, '');
  return (KEY.exec(text) ?? KEY.exec(text.replace(/\s/g, '')))?.[1];
}
