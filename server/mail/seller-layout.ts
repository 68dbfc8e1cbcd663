/** The one layout of all mails to sellers. Text and HTML are made from the same parts, so that both say the same. */
import { escapeHtml } from '../../supabase/functions/send-email/message.ts';

/** A part of a mail. It may end with a link. */
export type Paragraph = {
  text: string;
  link?: { label: string; url: string };
  /** Who wrote it, if it is a person's own words. */
  by?: string;
};

export type SellerContents = {
  heading: string;
  paragraphs: readonly Paragraph[];
  /** Who the firm is, as the law wants it in a company's letters. */
  footer: readonly string[];
};

const textOf = ({ text, link, by }: Paragraph) =>
  [by && `${by} wrote:`, text, link && `${link.label}: ${link.url}`].filter(Boolean).join('\n');

export const sellerText = ({ heading, paragraphs, footer }: SellerContents): string =>
  `${[heading, ...paragraphs.map(textOf), ...footer].join('\n\n')}\n`;

/** Colours on light. A mail program that is dark uses those in the style sheet, or makes its own. */
const [INK, SOFT, LINE, CARD, ACTION] = ['#1d2a31', '#47555c', '#d8ccb6', '#fffcf5', '#0f5a62'];

/** The only style sheet. Programs that drop it (Outlook on Windows) show the inline styles, which are enough. */
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .card { background: #12191d !important; }
  .ink, .ink a { color: #efe8d9 !important; }
  .soft { color: #b9bdb5 !important; }
  .line { border-color: #32404a !important; }
  .button { background: #74c7c3 !important; }
  .button a { color: #05262a !important; }
}`;

const FONT =
  "font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:16px;line-height:1.5;word-break:break-word";

/** Escapes a text, keeps its line breaks, and makes links of its web addresses. */
const safeHtml = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]’'])/)
    .map((part, index) => {
      const escaped = escapeHtml(part);
      return index % 2 === 1 ? `<a href="${escaped}" style="color:${ACTION}">${escaped}</a>` : escaped;
    })
    .join('')
    .replaceAll('\n', '<br>\n');

const buttonOf = ({ label, url }: NonNullable<Paragraph['link']>) => `
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px"><tr>
<td class="button" bgcolor="${ACTION}" style="background:${ACTION};border-radius:4px;padding:12px 20px">
<a href="${escapeHtml(url)}" style="${FONT};font-weight:bold;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a>
</td></tr></table>`;

function htmlOf({ text, link, by }: Paragraph): string {
  const lead = by
    ? `<p class="soft" style="${FONT};margin:0 0 4px;color:${SOFT}">${escapeHtml(by)} wrote:</p>\n`
    : '';
  const frame = by ? `;border-left:4px solid ${LINE};padding:0 0 0 16px` : '';
  return (
    `${lead}<p class="ink line" dir="auto" style="${FONT};margin:0 0 ${link ? 12 : 20}px;color:${INK}${frame}">${safeHtml(text)}</p>` +
    (link ? buttonOf(link) : '')
  );
}

/**
 * The HTML part. It is laid out with tables, the only layout that Outlook on Windows supports, and loads nothing from the
 * web. It fits a phone, and is 600 pixels wide at most.
 */
export const sellerHtml = ({ heading, paragraphs, footer }: SellerContents): string => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>${STYLE}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:${CARD}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${CARD}" style="background:${CARD}"><tr><td align="center">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:${CARD}"><tr>
<td align="left" style="padding:32px 20px">
<h1 class="ink" style="font-family:Georgia,serif;font-size:26px;line-height:1.25;margin:0 0 20px;color:${INK}">${escapeHtml(heading)}</h1>
${paragraphs.map(htmlOf).join('\n')}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="soft line" style="${FONT};font-size:14px;color:${SOFT};border-top:1px solid ${LINE};padding:16px 0 0">
${footer.map((line) => `<p style="margin:0 0 8px">${escapeHtml(line)}</p>`).join('\n')}
</td></tr></table>
</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>`;
