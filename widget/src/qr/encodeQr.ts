import { encodeQR } from 'qr'

/** The dark and light modules of a QR code, row by row, without its quiet zone. */
export type QrMatrix = readonly (readonly boolean[])[]

/** The text has more bytes than the largest supported code can hold. */
export class QrTooLongError extends Error {
  override readonly name = 'QrTooLongError'
  readonly code = 'qr_too_long'

  constructor(bytes: number) {
    super(`A QR code holds at most 666 bytes, but the text has ${bytes}.`)
  }
}

/**
 * ISO/IEC 18004, table 7: the number of bytes in version 20 at level M. Larger versions are too fine for a phone's camera at the width
 * of a payment card.
 */
const MAX_BYTES = 666

/**
 * Draws text as a QR code: UTF-8 bytes, level M (15 % of the code may be unreadable), and the smallest version that
 * holds them. Throws QrTooLongError.
 */
export function encodeQr(text: string): QrMatrix {
  const bytes = new TextEncoder().encode(text).length
  if (bytes > MAX_BYTES) throw new QrTooLongError(bytes)
  // The library draws no code without a border.
  return encodeQR(text, 'raw', { ecc: 'medium', encoding: 'byte', border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1))
}
