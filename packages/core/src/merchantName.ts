/**
 * Symbols that a payer could mistake for a sign of the page itself, such as a check mark: all pictures, emoji and private characters.
 * Symbols that belong to names (©, ®, ™, №, °) are allowed. The list includes invisible characters that move or hide the text next to
 * them: directional overrides and isolates, and zero-width spaces. The joiners and marks that some scripts need are allowed.
 */
const MARKS =
  /(?![©®™№°])(?:\p{So}|\p{Extended_Pictographic}|\p{Co}|\p{Me}|\p{Variation_Selector}|\p{Regional_Indicator}|[\u221a\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff])/u

/** Whether a merchant's name contains a symbol that a payer could mistake for a sign of the page. */
export function hasMarks(name: string): boolean {
  return MARKS.test(name)
}

/** Returns a merchant's name as payers see it: without such symbols, which names from earlier releases may contain. */
export function withoutMarks(name: string): string {
  return name.replace(new RegExp(MARKS, 'gu'), '').replace(/\s+/g, ' ').trim()
}
