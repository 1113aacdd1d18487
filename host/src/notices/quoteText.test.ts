import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quoteText } from './quoteText.ts'

describe('quoteText', () => {
  it('quoteText keeps usual references', () => {
    expect(quoteText('PO-7781 / Ana')).toBe('“PO-7781 / Ana”')
  })

  it('quoteText leaves no link, no second line and no second address', () => {
    expect(quoteText('Visit https://evil.example.test/x?y=1')).toBe(
      '“Visit https[:]//evil[.]example[.]test/x?y=1”',
    )
    expect(quoteText('a\r\nBcc: b@c.test\u2028d\u202ee')).toBe('“a Bcc: b[at]c[.]test d e”')
    expect(quoteText('http://1.2.3.4')).toBe('“http[:]//1[.]2[.]3[.]4”')
  })

  it('quoteText returns one short line for every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const quoted = quoteText(text)
        expect(quoted).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]|:\/\/|@|\.[\p{L}\p{N}]/u)
        expect([...quoted].length).toBeLessThanOrEqual(103)
      }),
    )
  })
})
