import { parse } from 'yaml';
import * as z from 'zod';
import { reviewsSchema } from '../../src/schemas/review.ts';
import type { Asker } from './asker.ts';
import type { ContentFiles } from './content-files.ts';
import { addItem, openLines, removeItem, setValue } from './content-text.ts';
import { onOneLine, readDay, readOptionalWords, readWords } from './read-content-answers.ts';

const FILE = 'content/reviews.yaml';

/** The page's words above its reviews. */
const introOf = (page: string) =>
  page === 'home'
    ? { file: 'content/home.yaml', path: ['testimonials', 'intro'] }
    : { file: `content/cities/${page}.yaml`, path: ['reviews', 'intro'] };

const introSchema = z.object({ intro: z.string() });

function readIntro(files: ContentFiles, page: string): string {
  const { file, path } = introOf(page);
  const section = (parse(files.read(file)) as Record<string, unknown>)[path[0] ?? ''];
  return onOneLine(introSchema.parse(section).intro);
}

const readRating = (typed: string) =>
  /^[1-5]$/.test(typed) ? { value: Number(typed) } : { problem: 'Give a number of stars from 1 to 5.' };

/** Asks for one review. @param id what the ids of its questions begin with */
async function askReview(asker: Asker, id: string, today: string) {
  const words = (field: string, message: string, example: string, problem: string) =>
    asker.text({ id: `${id}.${field}`, message, example, read: readWords(problem) });
  return {
    name: await words('name', 'Who wrote it? A name or initials, as they agreed', 'A. B.', 'Give a name.'),
    location: await words('location', 'In which town, or which part of the city?', 'Perth', 'Give a place.'),
    rating: await asker.text({ id: `${id}.rating`, message: 'How many stars, of five?', read: readRating }),
    text: await words('text', 'The review, word for word', '', 'Paste the review.'),
    date: await asker.text({
      id: `${id}.date`,
      message: 'On which day was it written?',
      example: today,
      read: readDay({ until: today }),
    }),
    source: await words(
      'source',
      'Where was it left? The page shows this',
      'the name of a review site',
      'Say where it was left.',
    ),
    example: false,
  };
}

/** Asks for the words above a page's reviews. */
async function settleIntro(asker: Asker, files: ContentFiles, page: string): Promise<void> {
  const intro = readIntro(files, page);
  const typed = await asker.text({
    id: `reviews.${page}.intro`,
    message: 'The words above the reviews. {claim:…} stands for a figure',
    standing: intro,
    read: readOptionalWords,
  });
  if (!typed || typed === intro) return;
  const { file, path } = introOf(page);
  files.edit(file, (text) => setValue(text, path, typed));
  files.write();
}

async function settlePage(asker: Asker, files: ContentFiles, page: string, today: string): Promise<void> {
  const id = `reviews.${page}`;
  const itemsPath = [page, 'items'];
  const { items } = z.record(z.string(), reviewsSchema).parse(parse(files.read(FILE)))[page] ?? { items: [] };
  const examples = items.flatMap(({ example }, index) => (example ? [index] : []));
  const [first] = examples;
  if (first === undefined) return;
  const line = openLines(files.read(FILE))([...itemsPath, first]);
  const where = page === 'home' ? 'The home page' : `The page /${page}`;
  const answer = await asker.choose({
    id,
    message: `${where} has ${examples.length} example ${examples.length === 1 ? 'review' : 'reviews'} (src/${FILE}:${line}). A public site must not show them.`,
    choices: [
      { value: 'remove', label: 'Take them out: the page is complete without reviews' },
      { value: 'replace', label: 'Take them out, and enter real ones' },
      { value: 'leave', label: 'Leave them for now' },
    ],
    standing: 'leave',
  });
  if (answer === 'leave') {
    asker.show(`${where} still has them: npm run build refuses to build a public site with them.`);
    return;
  }
  const removeExamples = () =>
    files.edit(FILE, (text) =>
      [...examples].reverse().reduce((rest, index) => removeItem(rest, itemsPath, index), text),
    );
  if (answer === 'remove') {
    removeExamples();
    files.write();
    return;
  }
  await settleIntro(asker, files, page);
  for (let number = 1, isMore = true; isMore; number += 1) {
    const review = await askReview(asker, `${id}.${number}`, today);
    // The examples stay until the first real review is complete, so that the page is asked about again until then.
    if (number === 1) removeExamples();
    files.edit(FILE, (text) => addItem(text, itemsPath, review));
    files.write();
    isMore = await asker.confirm({
      id: `${id}.${number}.more`,
      message: 'Enter another review?',
      standing: false,
    });
  }
}

/** Takes example reviews out, or replaces them with real ones, page by page. Each answer and each review is written at once. */
export async function settleReviews(asker: Asker, files: ContentFiles, today: string): Promise<void> {
  const pages = Object.keys(parse(files.read(FILE)) as object);
  for (const page of pages) await settlePage(asker, files, page, today);
}
