/**
 * Symbols that could be taken for a sign of the page itself, such as a check mark: all pictures, emoji and private characters. Those
 * that belong to names (©, ®, ™, №, °) are none. And what cannot be seen and moves or hides what stands beside it: overrides and isolates
 * of the direction of writing, and spaces without a width. The joiners and marks that some scripts are written with are none.
 */
const MARKS =
  /(?![©®™№°])(?:\p{So}|\p{Extended_Pictographic}|\p{Co}|\p{Me}|\p{Variation_Selector}|\p{Regional_Indicator}|[\u221a\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff])/u

/** Whether a merchant's name has a symbol that could be taken for a sign of the page. */
export function hasMarks(name: string): boolean {
  return MARKS.test(name)
}

/** A merchant's name as payers see it: without such symbols, which names of earlier releases may have. */
export function withoutMarks(name: string): string {
  return name.replace(new RegExp(MARKS, 'gu'), '').replace(/\s+/g, ' ').trim()
}
