import jsQR from 'jsqr'
import { describe, expect, it } from 'vitest'
import { encodeQr, QrTooLongError } from './encodeQr.ts'

/** Returns what a reader decodes from a code of four pixels per module, within a quiet zone of four modules. */
function photograph(text: string): string {
  const matrix = encodeQr(text)
  const scale = 4
  const quiet = 4
  const side = (matrix.length + quiet * 2) * scale
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [y, row] of matrix.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (!isDark) continue
      for (let pixel = 0; pixel < scale * scale; pixel++) {
        const left = (x + quiet) * scale + (pixel % scale)
        const top = (y + quiet) * scale + Math.floor(pixel / scale)
        data.fill(0, (top * side + left) * 4, (top * side + left) * 4 + 3)
      }
    }
  }
  return jsQR(data, side, side)?.data ?? ''
}

/** ISO/IEC 18004, table 7: the number of bytes that versions 1 to 20 hold at level M. */
const BYTES_AT_LEVEL_M = [
  14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666,
]

describe('A QR code', () => {
  it('a QR code is decoded by an independent reader, in the smallest version that ISO/IEC 18004 allows for its length', () => {
    for (const [index, length] of BYTES_AT_LEVEL_M.entries()) {
      const text = Array.from({ length }, (_, at) =>
        String.fromCharCode(33 + ((at * 7 + length) % 90)),
      ).join('')
      expect(encodeQr(text)).toHaveLength(17 + 4 * (index + 1))
      expect(photograph(text)).toBe(text)
      if (index > 0)
        expect(encodeQr('a'.repeat((BYTES_AT_LEVEL_M[index - 1] ?? 0) + 1))).toHaveLength(
          17 + 4 * (index + 1),
        )
    }
  })

  it('a QR code encodes every payload of a payment: page addresses, WalletConnect URIs, letters of any language', () => {
    const texts = [
      'https://pay.example/?token=01KB4ZQ5T0J8B7J2VWJ7K6M9QF',
      `wc:${'7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9'}@2?relay-protocol=irn&symKey=${'587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'}&expiryTimestamp=1795310000`,
      'https://pay.example/zahlen?für=Bücher&名=支払い',
    ]
    expect(texts.map(photograph)).toEqual(texts)
  })

  it('a QR code encodes digits as bytes, so that the length of the text alone decides the version', () => {
    expect(encodeQr('1'.repeat(14))).toHaveLength(21)
    expect(encodeQr('1'.repeat(15))).toHaveLength(25)
    expect(photograph('1'.repeat(15))).toBe('1'.repeat(15))
  })

  it('a QR code is rejected when its modules would be too small to scan', () => {
    expect(() => encodeQr('a'.repeat(667))).toThrow(QrTooLongError)
    expect(() => encodeQr('a'.repeat(667))).toThrowErrorMatchingInlineSnapshot(
      `[QrTooLongError: A QR code holds at most 666 bytes, but the text has 667.]`,
    )
  })
})
