/** The number of visible characters of a bank account's number. */
const SHOWN = 4

/** Returns a number with only its end visible; a number no longer than that end is hidden completely. */
export function maskNumber(text: string): string {
  const shown = text.length > SHOWN ? text.slice(-SHOWN) : ''
  return shown.padStart(text.length, '*')
}
