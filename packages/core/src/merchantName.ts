/**
 * Symbols that a payer could mistake for the page's own sign, such as a check mark: all pictographs, emoji and private-use characters.
 * Symbols that belong to names (©, ®, ™, №, °) are allowed. The list includes all invisible characters, such as directional overrides,
 * zero-width spaces, fillers, soft hyphens and tags. They move or hide the text next to them, or make a name look like another one. The
 * joiners and marks that some scripts need are allowed.
 */
const MARKS =
  /(?![©®™№°]|\u034f|[\u061c\u200c-\u200f])(?:\p{So}|\p{Extended_Pictographic}|\p{Co}|\p{Me}|\p{Variation_Selector}|\p{Regional_Indicator}|\p{Default_Ignorable_Code_Point}|\u221a)/u

const ALL_MARKS = new RegExp(MARKS, 'gu')

/** Returns whether a merchant's name contains a symbol that a payer could mistake for a sign of the page. */
export function hasMarks(name: string): boolean {
  return MARKS.test(name)
}

/** Returns a merchant's name as payers see it: without symbols that imitate the page, which earlier releases may have stored. */
export function withoutMarks(name: string): string {
  return name.replace(ALL_MARKS, '').replace(/\s+/g, ' ').trim()
}
