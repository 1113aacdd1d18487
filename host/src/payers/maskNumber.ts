/** The number of visible characters of a bank account's number. */
const SHOWN = 4

/** Returns a number with only its end visible; if it is not longer than that, no digit is visible. */
export function maskNumber(text: string): string {
  const shown = text.length > SHOWN ? text.slice(-SHOWN) : ''
  return shown.padStart(text.length, '*')
}
