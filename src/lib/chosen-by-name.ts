/**
 * Chooses one of a list by a name: always the same for the same name, and different ones for most different names.
 * The hash is FNV-1a.
 */
export function chosenByName<Item>(name: string, items: readonly [Item, ...Item[]]): Item {
  let hash = 0x811c9dc5;
  for (const character of name) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return items[hash % items.length] ?? items[0];
}
