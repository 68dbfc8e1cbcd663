import type { ClaimChoice } from './prose/props.ts';
import { isObject, isSame, type Json, type Path } from './form/json.ts';
import { chosen, fieldOf, labelOf, shorten, summaryOf, type JsonSchema } from './form/schema.ts';
import { wordsOf } from './form/words.ts';

/** A field that differs, in words. */
export type Difference = {
  /** In the newer version; in the older one, if the field is gone. */
  path: Path;
  /** The labels of the field and of what it is in, the outermost first. */
  trail: readonly string[];
  /** Undefined if there was nothing. */
  before: string | undefined;
  after: string | undefined;
};

type Sides = { before: Json | undefined; after: Json | undefined };

/** Pairs of places in two lists: equal items first, then those between them that have a text in common. */
function align<Item extends Json>(
  before: readonly Item[],
  after: readonly Item[],
): [number | undefined, number | undefined][] {
  // How many items the rests of both lists have in common.
  const common = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  const at = (row: number, column: number) => common[row]?.[column] ?? 0;
  for (let one = before.length - 1; one >= 0; one -= 1) {
    for (let other = after.length - 1; other >= 0; other -= 1) {
      const row = common[one];
      if (row === undefined) continue;
      row[other] = isSame(before[one], after[other])
        ? at(one + 1, other + 1) + 1
        : Math.max(at(one + 1, other), at(one, other + 1));
    }
  }
  const pairs: [number | undefined, number | undefined][] = [];
  let [gone, added]: [number[], number[]] = [[], []];
  const closeGap = () => {
    const mayPair = gone.length === added.length;
    for (const one of gone) {
      const index = mayPair ? 0 : added.findIndex((other) => haveTextInCommon(before[one], after[other]));
      const [other] = index === -1 ? [] : added.splice(index, 1);
      pairs.push([one, other]);
    }
    for (const other of added) pairs.push([undefined, other]);
    [gone, added] = [[], []];
  };
  let [one, other] = [0, 0];
  while (one < before.length || other < after.length) {
    const areEqual = one < before.length && other < after.length && isSame(before[one], after[other]);
    if (areEqual) {
      closeGap();
      pairs.push([one, other]);
      one += 1;
      other += 1;
    } else if (other >= after.length || (one < before.length && at(one + 1, other) >= at(one, other + 1))) {
      gone.push(one);
      one += 1;
    } else {
      added.push(other);
      other += 1;
    }
  }
  closeGap();
  return pairs;
}

const textsOf = (value: Json | undefined) =>
  isObject(value) ? Object.values(value).filter((text) => typeof text === 'string' && text !== '') : [];
const haveTextInCommon = (one: Json | undefined, other: Json | undefined) => {
  const texts = new Set(textsOf(one));
  return textsOf(other).some((text) => texts.has(text));
};

const itemAt = <Item>(list: readonly Item[], place: number | undefined) =>
  place === undefined ? undefined : list[place];

const BLOCKS = /\n{2,}/;

/** What differs between two versions of a document, field by field, in the order of its form. */
export function differencesOf(
  given: JsonSchema,
  { before, after }: Sides,
  claims: readonly ClaimChoice[],
  path: Path = [],
  trail: readonly string[] = [],
): Difference[] {
  if (isSame(before, after)) return [];
  const schema = chosen(given, after ?? before);
  if (isObject(before) && isObject(after)) {
    const order = [...Object.keys(schema.properties ?? {}), ...Object.keys(after), ...Object.keys(before)];
    return [...new Set(order)].flatMap((key) => {
      const field = fieldOf(schema, key);
      const sides = { before: before[key], after: after[key] };
      return differencesOf(field, sides, claims, [...path, key], [...trail, labelOf(field, key)]);
    });
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    return differencesOfLists(schema, before, after, claims, path, trail);
  }
  if (schema.format === 'prose' && typeof before === 'string' && typeof after === 'string') {
    const [old, now] = [before.split(BLOCKS), after.split(BLOCKS)];
    return align(old, now).flatMap(([one, other]) => {
      const sides = { before: itemAt(old, one), after: itemAt(now, other) };
      return differencesOf({ type: 'string' }, sides, claims, path, trail);
    });
  }
  const words = (value: Json | undefined) => wordsOf(schema, value, claims) || undefined;
  return [{ path, trail, before: words(before), after: words(after) }];
}

function differencesOfLists(
  schema: JsonSchema,
  before: Json[],
  after: Json[],
  claims: readonly ClaimChoice[],
  path: Path,
  trail: readonly string[],
): Difference[] {
  const pairs = align(before, after);
  /** Where a row that is gone from its place is now. */
  const movedTo = (row: Json) =>
    pairs.find(([one, other]) => one === undefined && other !== undefined && isSame(after[other], row))?.[1];
  const moved = new Set(
    pairs.flatMap(([one, other]) =>
      one !== undefined && other === undefined ? (movedTo(before[one] ?? null) ?? []) : [],
    ),
  );
  return pairs.flatMap(([one, other]) => {
    const sides = { before: itemAt(before, one), after: itemAt(after, other) };
    const index = other ?? one ?? 0;
    const field = fieldOf(schema, index);
    const [name = String(index + 1)] = schema.prefixItems
      ? [labelOf(field, index + 1)]
      : summaryOf(field, sides.before ?? sides.after, claims);
    const isRow = isObject(sides.before ?? sides.after ?? null) || schema.prefixItems !== undefined;
    const own = isRow ? [...trail, shorten(name)] : trail;
    if (one !== undefined && other === undefined) {
      const place = movedTo(before[one] ?? null);
      if (place !== undefined) {
        return [
          {
            path: [...path, place],
            trail: [...trail, shorten(name)],
            before: `Place ${one + 1}`,
            after: `Place ${place + 1}`,
          },
        ];
      }
    }
    if (one === undefined && moved.has(index)) return [];
    return differencesOf(field, sides, claims, [...path, index], own);
  });
}

/**
 * Puts together what two owners have made of the same document. Where both have changed the same field, `mine` stands.
 *
 * @returns the document, and whether both have changed the same field
 */
export function mergeChanges(
  base: Json | undefined,
  mine: Json | undefined,
  theirs: Json | undefined,
): { value: Json | undefined; clash: boolean } {
  if (isSame(mine, theirs) || isSame(base, theirs)) return { value: mine, clash: false };
  if (isSame(base, mine)) return { value: theirs, clash: false };
  if (isObject(base) && isObject(mine) && isObject(theirs)) {
    const parts = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])].map(
      (key) => [key, mergeChanges(base[key], mine[key], theirs[key])] as const,
    );
    const kept = parts.flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value] as const]));
    return { value: Object.fromEntries(kept), clash: parts.some(([, { clash }]) => clash) };
  }
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) {
    if (base.length === mine.length && base.length === theirs.length) {
      const parts = base.map((item, index) => mergeChanges(item, mine[index], theirs[index]));
      return { value: parts.map(({ value }) => value ?? null), clash: parts.some(({ clash }) => clash) };
    }
  }
  return { value: mine, clash: true };
}
