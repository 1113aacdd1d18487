/** Control characters, line separators, and characters that change the direction of text. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu

const ESCAPE = '\u001b'

/** The sequences of this program's own styles, and line ends. */
const OWN = new RegExp(`(${ESCAPE}\\[(?:1|2|22|31|32|33|39)m|\\n)`)

/**
 * Returns a text as one line without control characters. Customers and receivers write some of the texts, and a terminal would run
 * their escape sequences.
 */
export function cleanText(text: string): string {
  return text.replace(UNSAFE, ' ').trim()
}

/** Returns the output of a command without control characters, except those of its lines and styles. */
export function cleanOutput(text: string): string {
  return text
    .split(OWN)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(UNSAFE, ' ')))
    .join('')
}

/** Returns JSON with the same value, in which characters that a terminal would run are escaped. JSON escapes the others itself. */
export function cleanJson(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
