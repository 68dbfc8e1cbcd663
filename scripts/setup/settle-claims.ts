import { parse } from 'yaml';
import * as z from 'zod';
import { claimSchema, type Claim } from '../../src/claims/claim-schema.ts';
import { isoDate } from '../../src/lib/dates.ts';
import { RATING } from '../../src/search-engines/structured-data/rating.ts';
import { isRating } from '../../server/publishing/content-rules.ts';
import type { Asker, Read } from './asker.ts';
import { findClaimUses, mentionsClaim, withoutClaim, type ClaimUse } from './claim-uses.ts';
import type { ContentFiles } from './content-files.ts';
import { openLines, removeField, removeItem, setField, setValue } from './content-text.ts';
import { onOneLine, readDay, readOptionalWords, readWords } from './read-content-answers.ts';

const FILE = 'content/claims.yaml';
/** The fields of a claim, in the order in which an entry has them. */
const FIELDS = Object.keys(claimSchema.shape);

/** The introduction to a page's reviews that is suggested when its rating is withdrawn. */
const INTRO_WITHOUT_RATING = 'In their own words, and unedited.';

const readClaims = (files: ContentFiles) => z.array(claimSchema).parse(parse(files.read(FILE)));

const indexOf = (files: ContentFiles, claim: Claim) =>
  readClaims(files).findIndex(({ id }) => id === claim.id);

const placeOf = ({ file, line }: ClaimUse) => `src/${file}:${line}`;

const aYearAfter = (day: string) =>
  `${Number(day.slice(0, 4)) + 1}${day.slice(4).replace('-02-29', '-02-28')}`;

/** Sets or, when it is empty, deletes a field of a claim. */
function editField(files: ContentFiles, index: number, field: string, value: string): void {
  files.edit(FILE, (text) =>
    value === ''
      ? removeField(text, [index], field)
      : setField(text, [index], field, value, FIELDS.slice(FIELDS.indexOf(field) + 1)),
  );
}

function readFigure(claim: Claim) {
  return (typed: string): Read<string> => {
    if (isRating(claim) && !RATING.test(typed))
      return { problem: 'Write it like "4.8 out of 5 from 127 reviews".' };
    return readWords('Give the figure.')(typed);
  };
}

const readUrl =
  (isRequired: boolean) =>
  (typed: string): Read<string> => {
    if (typed === '' && !isRequired) return { value: '' };
    return URL.parse(typed)?.protocol === 'https:'
      ? { value: typed }
      : { problem: 'Give the whole address of the page, with https://.' };
  };

/** Asks for the proof of a claim, and writes it to the claim's entry. */
async function prove(asker: Asker, files: ContentFiles, claim: Claim, uses: ClaimUse[], today: string) {
  const id = `claim.${claim.id}`;
  const text = await asker.text({
    id: `${id}.text`,
    message: 'The figure, as you can prove it',
    standing: claim.text,
    read: readFigure(claim),
  });
  const scope = await asker.text({
    id: `${id}.scope`,
    message: 'What it covers: place, period, how it was counted. Visitors do not see this',
    standing: claim.scope,
    read: readWords('Say what it covers.'),
  });
  const source = await asker.text({
    id: `${id}.source`,
    message: 'Who published it, or where is your own record?',
    example: claim.source,
    read: readWords('Say where the figure is from.'),
  });
  const sourceUrl = await asker.text({
    id: `${id}.sourceUrl`,
    message: `The address of that page${isRating(claim) ? '' : ', if there is one'}`,
    standing: claim.sourceUrl ?? '',
    read: readUrl(isRating(claim)),
  });
  const statedOn = await asker.text({
    id: `${id}.statedOn`,
    message: 'From which day is the figure?',
    example: today,
    read: readDay({ until: today }),
  });
  const reviewOn = await asker.text({
    id: `${id}.reviewOn`,
    message: 'By when will you check it again?',
    standing: aYearAfter(today),
    read: readDay({ after: today }),
  });
  const note = await asker.text({
    id: `${id}.note`,
    message: 'What must a visitor know to understand it? One short sentence, or nothing',
    standing: claim.note ?? '',
    read: readOptionalWords,
  });
  const index = indexOf(files, claim);
  const fields = { text, scope, source, sourceUrl, statedOn, reviewOn, note, operatorTask: '' };
  const isNew = ([field, value]: [string, string]) => {
    const old = claim[field as keyof Claim];
    return (old instanceof Date ? isoDate(old) : (old ?? '')) !== value;
  };
  for (const [field, value] of Object.entries(fields).filter(isNew)) editField(files, index, field, value);
  editField(files, index, 'verdict', note ? 'qualified' : 'right');
  if (!note && claim.noteBeside) editField(files, index, 'noteBeside', '');
  // These texts repeat the figure in fixed words.
  const fixed = text === claim.text ? [] : uses.filter((use) => use.kind === 'fixed');
  for (const [position, use] of fixed.entries()) {
    const words = await asker.text({
      id: `${id}.fixed.${position + 1}`,
      message: `${placeOf(use)} says this figure in these words`,
      standing: use.text,
      read: readWords('Give the words.'),
    });
    if (words !== use.text) files.edit(use.file, (content) => setValue(content, use.path, words));
  }
  files.write();
}

/** Replaces the line of an article, keeping its indent; deletes it if the new text is empty. */
function editLine(text: string, line: number, by: string): string {
  const lines = text.split('\n');
  const indent = /^\s*/.exec(lines[line - 1] ?? '')?.[0] ?? '';
  lines.splice(line - 1, 1, ...(by === '' ? [] : [indent + by]));
  return lines.join('\n');
}

/**
 * The entry to delete: one of a list that consists of the figure and its label, when the new text is empty.
 *
 * @returns undefined if the text is to be replaced instead
 */
function entryOf({ path }: Extract<ClaimUse, { kind: 'yaml' }>, text: string) {
  const index = path.at(-2);
  return path.at(-1) === 'value' && typeof index === 'number' && text === ''
    ? { list: path.slice(0, -2), index }
    : undefined;
}

/** Asks how each text reads without the claim, then changes them and deletes the claim. */
async function withdraw(asker: Asker, files: ContentFiles, claim: Claim, uses: ClaimUse[]): Promise<void> {
  const known = new Set(readClaims(files).map((one) => one.id));
  const texts: { use: ClaimUse; text: string }[] = [];
  for (const [position, use] of uses.entries()) {
    const isIntro = use.kind === 'yaml' && isRating(claim) && use.path.at(-1) === 'intro';
    const suggested = isIntro ? INTRO_WITHOUT_RATING : withoutClaim(use.text, claim.id);
    const mayGo = use.kind === 'yaml' ? entryOf(use, '') !== undefined : /^(?:[-|]|\d+\.)/.test(use.text);
    asker.show(`${placeOf(use)} reads:\n${use.text}`);
    const text = await asker.text({
      id: `claim.${claim.id}.passage.${position + 1}`,
      message: `How shall it read without the figure?${mayGo ? ' Nothing deletes the whole entry' : ''}`,
      standing: /^(?:[-|]|\d+\.)\s*$/.test(suggested) ? '' : suggested,
      read(typed) {
        const words = onOneLine(typed);
        if (words === '' && !mayGo) return { problem: 'The page needs these words: write some.' };
        if (mentionsClaim(words, claim.id)) return { problem: 'This still has the figure.' };
        const unknown = Array.from(words.matchAll(/\{claim:([^}]*)\}|<Claim id="([^"]*)"/g))
          .map(([, inYaml, inArticle]) => inYaml ?? inArticle ?? '')
          .find((name) => !known.has(name));
        return unknown === undefined ? { value: words } : { problem: `There is no claim "${unknown}".` };
      },
    });
    texts.push({ use, text });
  }
  // From the last use to the first, because an edit moves the lines and entries that follow it.
  for (const { use, text } of texts.toReversed()) {
    files.edit(use.file, (content) => {
      if (use.kind !== 'yaml') return editLine(content, use.line, text);
      const entry = entryOf(use, text);
      return entry ? removeItem(content, entry.list, entry.index) : setValue(content, use.path, text);
    });
  }
  files.edit(FILE, (text) => removeItem(text, [], indexOf(files, claim)));
  files.write();
}

/** Asks what to do about one claim. */
async function settleClaim(asker: Asker, files: ContentFiles, claim: Claim, today: string): Promise<void> {
  const uses = findClaimUses(files, claim.id);
  const needed = uses.filter(({ kind }) => kind === 'fixed' || kind === 'code');
  const line = openLines(files.read(FILE))([indexOf(files, claim)]);
  const task = claim.operatorTask ?? `It was due for review on ${isoDate(claim.reviewOn)}.`;
  asker.show(
    [
      `"${claim.text}" (src/${FILE}:${line}) is ${claim.verdict}.`,
      `It covers: ${claim.scope}`,
      `To do: ${task}`,
      ...(uses.length > 0 ? [`Shown by: ${uses.map(placeOf).join(', ')}`] : []),
      ...(needed.length > 0
        ? ['The pages are laid out around this figure, so it can be corrected, but not withdrawn.']
        : []),
    ].join('\n'),
  );
  const answer = await asker.choose({
    id: `claim.${claim.id}`,
    message: 'What shall be done?',
    choices: [
      { value: 'prove', label: 'Prove or correct it: figure, source and date' },
      ...(needed.length === 0
        ? [{ value: 'withdraw' as const, label: 'Withdraw it: the pages say nothing of it' }]
        : []),
      { value: 'leave', label: 'Leave it for now' },
    ],
    standing: 'leave',
  });
  if (answer === 'leave' && isRating(claim)) {
    asker.show('The pages still show it: npm run build refuses to build a public site with it.');
  }
  if (answer === 'prove') await prove(asker, files, claim, uses, today);
  if (answer === 'withdraw') await withdraw(asker, files, claim, uses);
}

/** Settles the ratings, which block a launch, and then, if the operator wishes, all other claims that need something. */
export async function settleClaims(asker: Asker, files: ContentFiles, today: string): Promise<void> {
  const open = readClaims(files).filter(
    ({ operatorTask, reviewOn }) => operatorTask !== undefined || isoDate(reviewOn) < today,
  );
  for (const claim of open.filter(isRating)) await settleClaim(asker, files, claim, today);
  const others = open.filter((claim) => !isRating(claim));
  if (others.length === 0) return;
  const isNow = await asker.confirm({
    id: 'claims.others',
    message: `${others.length} more figures wait for a proof or a correction. They do not stop the site. Go through them now?`,
    standing: false,
  });
  if (!isNow) return;
  for (const claim of others) await settleClaim(asker, files, claim, today);
}
