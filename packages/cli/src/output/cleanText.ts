/**
 * Returns a text as one line without control characters. Customers and receivers write some of the texts, and a terminal would run
 * their escape sequences.
 */
export function cleanText(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}
