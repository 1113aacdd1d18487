import fc from 'fast-check'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { describe, expect, it } from 'vitest'
import { MalformedValueError } from '../errors.ts'
import { formatSignInMessage } from './formatSignInMessage.ts'
import { parseSignInMessage } from './parseSignInMessage.ts'
import type { SignInMessage } from './signInMessage.ts'

const MESSAGE: SignInMessage = {
  walletType: 'evm',
  domain: 'example.com',
  address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  statement: 'I accept the ExampleOrg Terms of Service: https://example.com/tos',
  uri: 'https://example.com/login',
  chainId: 1,
  nonce: '32891756',
  issuedAt: '2021-09-30T16:25:24Z',
  expiresAt: '2021-09-30T16:30:24Z',
}

/** EIP-4361's example of an implicit scheme, with the expiry in place of the resources. */
const EIP_EXAMPLE = `example.com wants you to sign in with your Ethereum account:
0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2

I accept the ExampleOrg Terms of Service: https://example.com/tos

URI: https://example.com/login
Version: 1
Chain ID: 1
Nonce: 32891756
Issued At: 2021-09-30T16:25:24Z
Expiration Time: 2021-09-30T16:30:24Z`

/**
 * The ABNF of EIP-4361, rule by rule, without the optional parts that the service never uses (scheme, not-before, request id,
 * resources). RFC 3986 defines the characters of the authority and the URI; RFC 3339 defines the date-time.
 */
const ABNF = (() => {
  const unreserved = `[A-Za-z0-9\\-._~]`
  const reserved = `[:/?#\\[\\]@!$&'()*+,;=]`
  const escaped = `%[0-9A-Fa-f]{2}`
  const authority = `(?:${unreserved}|${escaped}|[!$&'()*+,;=:@\\[\\]])+`
  const address = `0x[0-9A-Fa-f]{40}`
  const statement = `(?:${reserved}|${unreserved}| )+`
  const uri = `[A-Za-z][A-Za-z0-9+\\-.]*:(?:${unreserved}|${reserved}|${escaped})+`
  const dateTime = `\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)?(?:Z|[+-]\\d{2}:\\d{2})`
  return new RegExp(
    `^${authority} wants you to sign in with your Ethereum account:\n${address}\n\n(?:${statement}\n)?\n` +
      `URI: ${uri}\nVersion: 1\nChain ID: \\d+\nNonce: [A-Za-z0-9]{8,}\nIssued At: ${dateTime}(?:\nExpiration Time: ${dateTime})?$`,
  )
})()

const characters = (text: string, min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...text), minLength: min, maxLength: max })
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const time = fc
  .date({ min: new Date(0), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const message = fc.record({
  walletType: fc.constant('evm' as const),
  domain: fc.constantFrom('example.com', 'localhost:8080', '[::1]:443', 'a-b.example', '127.0.0.1'),
  address: fc.constant(MESSAGE.address),
  statement: characters(`${LETTERS} -._~:/?#[]@!$&'()*+,;=`, 1, 80),
  uri: fc.constantFrom('https://example.com', 'http://localhost:8080', 'https://a.b/c?d=e#f%20'),
  chainId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  nonce: characters(LETTERS, 8, 40),
  issuedAt: time,
  expiresAt: time,
})

describe('formatSignInMessage', () => {
  it('formatSignInMessage writes the lines of EIP-4361', () => {
    expect(formatSignInMessage(MESSAGE)).toBe(EIP_EXAMPLE)
  })

  it('formatSignInMessage names the Tron account on Tron', () => {
    const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
    const text = formatSignInMessage({
      ...MESSAGE,
      walletType: 'tron',
      address,
      chainId: 728126428,
    })
    expect(text.split('\n').slice(0, 3)).toEqual([
      'example.com wants you to sign in with your Tron account:',
      address,
      '',
    ])
    expect(text).toContain('\nChain ID: 728126428\n')
  })

  it('formatSignInMessage follows the EIP-4361 grammar and writes the same text as viem', () => {
    fc.assert(
      fc.property(message, (fields) => {
        const text = formatSignInMessage(fields)
        expect(text).toMatch(ABNF)
        const { issuedAt, expiresAt } = fields
        if (fields.domain.startsWith('[')) return
        const viems = createSiweMessage({
          domain: fields.domain,
          address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
          statement: fields.statement,
          uri: fields.uri,
          version: '1',
          chainId: fields.chainId,
          nonce: fields.nonce,
          issuedAt: new Date(issuedAt),
          expirationTime: new Date(expiresAt),
        })
        expect(text).toBe(viems)
      }),
    )
  })

  it.each([
    ['domain', 'example.com evil.com'],
    ['domain', 'user@example.com'],
    ['domain', 'example.com/path'],
    ['domain', 'exаmple.com'],
    ['domain', ''],
    ['address', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc'],
    ['address', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['statement', 'two\nlines'],
    ['statement', 'one\rline'],
    ['statement', 'naïve'],
    ['statement', ''],
    ['uri', 'https://example.com\nVersion: 2'],
    ['uri', 'javascript:alert(1)'],
    ['uri', 'https://example.com/a b'],
    ['chainId', 0],
    ['chainId', -1],
    ['chainId', 1.5],
    ['chainId', 2 ** 53],
    ['chainId', Number.NaN],
    ['nonce', '1234567'],
    ['nonce', '12345678-'],
    ['issuedAt', '2021-09-30'],
    ['issuedAt', '2021-13-30T16:25:24Z'],
    ['issuedAt', '2021-09-30T16:25:24+02:00'],
    ['expiresAt', '2021-09-30T16:25:24Z\n'],
  ])('formatSignInMessage rejects the %s %j, which would break its line', (field, value) => {
    expect(() => formatSignInMessage({ ...MESSAGE, [field]: value })).toThrow(MalformedValueError)
  })
})

describe('parseSignInMessage', () => {
  it('parseSignInMessage parses its own output, as viem does', () => {
    fc.assert(
      fc.property(message, (fields) => {
        const text = formatSignInMessage(fields)
        expect(parseSignInMessage(text)).toEqual(fields)
        if (fields.domain.startsWith('[')) return
        expect(parseSiweMessage(text)).toMatchObject({
          domain: fields.domain,
          address: fields.address,
          uri: fields.uri,
          chainId: fields.chainId,
          nonce: fields.nonce,
          issuedAt: new Date(fields.issuedAt),
          expirationTime: new Date(fields.expiresAt),
        })
      }),
    )
  })

  it('parseSignInMessage reads a Tron message', () => {
    const fields = {
      ...MESSAGE,
      walletType: 'tron' as const,
      address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      chainId: 728126428,
    }
    expect(parseSignInMessage(formatSignInMessage(fields))).toEqual(fields)
  })

  it.each([
    ['nothing', () => ''],
    ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a line feed at the end', (text: string) => `${text}\n`],
    ['a line feed at the start', (text: string) => `\n${text}`],
    ['another line at the end', (text: string) => `${text}\nResources:`],
    ['no statement', (text: string) => text.replace(/I accept.*\n/, '')],
    ['a statement of two lines', (text: string) => text.replace('Terms of', 'Terms\nof')],
    ['no expiry', (text: string) => text.replace(/\nExpiration.*/, '')],
    ['another order', (text: string) => text.replace(/(Nonce.*)\n(Issued.*)/, '$2\n$1')],
    ['another version', (text: string) => text.replace('Version: 1', 'Version: 2')],
    ['a chain id with a zero in front', (text: string) => text.replace('ID: 1', 'ID: 01')],
    ['a chain id in hex', (text: string) => text.replace('ID: 1', 'ID: 0x1')],
    ['an enormous chain id', (text: string) => text.replace('ID: 1', 'ID: 9999999999999999')],
    ['a label in another case', (text: string) => text.replace('Nonce:', 'nonce:')],
    ['a label with another space', (text: string) => text.replace('Nonce: ', 'Nonce:\u00a0')],
    ['two spaces after a label', (text: string) => text.replace('Nonce: ', 'Nonce:  ')],
    ['a short nonce', (text: string) => text.replace('32891756', '3289175')],
    ['a look-alike letter', (text: string) => text.replace('example.com', 'exаmple.com')],
    ['a zero-width space', (text: string) => text.replace('example.com', 'example\u200b.com')],
    ['the account of another chain', (text: string) => text.replace('Ethereum', 'Tron')],
    ['the account of no chain', (text: string) => text.replace('Ethereum', 'Bitcoin')],
    ['an endless text', (text: string) => text + ' '.repeat(100_000)],
  ])('parseSignInMessage returns null for a text with %s', (_, change) => {
    expect(parseSignInMessage(EIP_EXAMPLE)).toEqual(MESSAGE)
    expect(parseSignInMessage(change(EIP_EXAMPLE))).toBeNull()
  })
})
