/**
 * A name as people are shown and addressed by it. The valuation form requires two names, so a person with one name types a
 * dot or a dash for the other one: "Sukarno ." is Sukarno.
 */
export const shownName = (name: string): string => name.replace(/^[-.,_–—]+ | [-.,_–—]+$/g, '') || name;
