/** The number of visible characters in a bank account's masked number. */
const SHOWN = 4

/** Masks all but the last four characters of a number; masks a number of up to four characters completely. */
export function maskNumber(text: string): string {
  const shown = text.length > SHOWN ? text.slice(-SHOWN) : ''
  return shown.padStart(text.length, '*')
}
