import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizeOrigin } from './origin.ts'

describe('normalizeOrigin', () => {
  it.each([
    ['https://shop.example.com', 'https://shop.example.com'],
    ['https://shop.example.com/', 'https://shop.example.com'],
    ['HTTPS://Shop.Example.COM', 'https://shop.example.com'],
    ['https://shop.example.com:443', 'https://shop.example.com'],
    ['https://shop.example.com:8443/', 'https://shop.example.com:8443'],
    ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
    ['https://192.0.2.7', 'https://192.0.2.7'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://localhost:80', 'http://localhost'],
    ['http://127.0.0.1:5173', 'http://127.0.0.1:5173'],
    ['http://[::1]:5173', 'http://[::1]:5173'],
  ])('normalizeOrigin normalizes %j to %j', (text, origin) => {
    expect(normalizeOrigin(text)).toBe(origin)
  })

  it.each([
    '',
    'null',
    '*',
    'shop.example.com',
    '//shop.example.com',
    'http://shop.example.com',
    'http://localhost.example.com',
    'http://127.0.0.2',
    'ftp://shop.example.com',
    'https://',
    'https:///shop.example.com',
    'https://shop.example.com/path',
    'https://shop.example.com//',
    'https://shop.example.com?x',
    'https://shop.example.com#x',
    'https://user@shop.example.com',
    'https://user:pass@shop.example.com',
    'https://shop.example.com\\@evil.com',
    'https://shop.example.com.',
    'https://*.example.com',
    'https://-shop.example.com',
    'https://shop_1.example.com',
    'https://bücher.example',
    'https://shop。example.com',
    'https://shop.example.com:0',
    'https://shop.example.com:65536',
    'https://shop.example.com:',
    ' https://shop.example.com',
    'https://shop.example.com\n',
    'https://shop%2eexample.com',
    'https://[::2]',
    'https://0443',
    'https://1.2.3',
    'https://192.0.2.256',
    'https://192.0.2.07',
    'https://example.0x7f',
    `https://${'a'.repeat(64)}.com`,
    `https://${'a.'.repeat(200)}com`,
  ])('normalizeOrigin rejects %j', (text) => {
    expect(normalizeOrigin(text)).toBeNull()
  })

  it('normalizeOrigin agrees with the URL parser on every origin that it accepts', () => {
    const part = fc.constantFrom(
      'https://',
      'http://',
      'a',
      'shop.example.com',
      '.',
      ':',
      '443',
      '0443',
      '80',
      '0x1',
      '1.2',
      '/',
      '@',
      'localhost',
      '127.0.0.1',
      '[::1]',
      'B',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const origin = normalizeOrigin(parts.join(''))
        if (origin !== null) expect(new URL(parts.join('')).origin).toBe(origin)
      }),
      { numRuns: 2_000 },
    )
  })

  it('normalizeOrigin rejects a string of 100,000 characters', () => {
    expect(normalizeOrigin(`https://${'a-'.repeat(50_000)}`)).toBeNull()
  })
})
