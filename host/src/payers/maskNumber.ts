/** Characters of a bank account's number that are shown. */
const SHOWN = 4

/** A number of which only the end is shown, and no digits when it is not longer than that. */
export function maskNumber(text: string): string {
  const shown = text.length > SHOWN ? text.slice(-SHOWN) : ''
  return shown.padStart(text.length, '*')
}
