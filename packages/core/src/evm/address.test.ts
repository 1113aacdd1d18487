import fc from 'fast-check'
import { getAddress, isAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidAddressError } from '../errors.ts'
import { checksumAddress, isEvmAddress, isSameAddress } from './index.ts'

/** The test cases from EIP-55 itself. */
const EIP_55 = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

describe('checksumAddress', () => {
  test.each(EIP_55)(
    'checksumAddress writes %s with its EIP-55 checksum, from any accepted case',
    (address) => {
      const body = address.slice(2)
      expect(checksumAddress(address)).toBe(address)
      expect(checksumAddress(`0x${body.toLowerCase()}`)).toBe(address)
      expect(checksumAddress(`0x${body.toUpperCase()}`)).toBe(address)
    },
  )

  test('checksumAddress names the checksum when it rejects mixed case', () => {
    const wrong = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'
    expect(() => checksumAddress(wrong)).toThrowError(InvalidAddressError)
    expect(() => checksumAddress(wrong)).toThrowError('has a wrong checksum')
    expect(isEvmAddress(wrong)).toBe(false)
  })

  test.each([
    '',
    '0x',
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg',
    ' 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\n',
    'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd',
    'vitalik.eth',
  ])('checksumAddress rejects %j', (text) => {
    expect(() => checksumAddress(text)).toThrow(InvalidAddressError)
    expect(isEvmAddress(text)).toBe(false)
  })

  test('checksumAddress rejects a value that is not a string', () => {
    // A caller without types, such as a page's script.
    for (const value of [null, undefined, 1, {}, ['0x']]) {
      expect(isEvmAddress(value as string)).toBe(false)
      expect(() => checksumAddress(value as string)).toThrow(InvalidAddressError)
    }
  })

  test('checksumAddress and isEvmAddress agree with viem on any address in any mix of cases, except all upper case', () => {
    const bytes = fc.uint8Array({ minLength: 20, maxLength: 20 })
    const flips = fc.array(fc.nat(39), { maxLength: 2 })
    fc.assert(
      fc.property(bytes, flips, (value, places) => {
        const lower = `0x${[...value].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
        const address = checksumAddress(lower)
        expect(address).toBe(getAddress(lower))
        const flipped = places.reduce((text, place) => flipCase(text, place + 2), `${address}`)
        // EIP-55 accepts all upper case as "no checksum"; viem does not.
        const isUpper = flipped.slice(2) === flipped.slice(2).toUpperCase()
        expect(isEvmAddress(flipped)).toBe(isUpper || isAddress(flipped))
      }),
      { numRuns: 6_000 },
    )
  })

  test('isEvmAddress rejects an address with a wrong checksum on every call', () => {
    const wrong = '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    expect([isEvmAddress(wrong), isEvmAddress(wrong), isEvmAddress(wrong)]).toEqual([
      false,
      false,
      false,
    ])
  })
})

test('isSameAddress ignores case only', () => {
  const [address = ''] = EIP_55
  expect(isSameAddress(address, address.toLowerCase())).toBe(true)
  expect(isSameAddress(address, EIP_55[1] ?? '')).toBe(false)
})

function flipCase(text: string, at: number): string {
  const character = text.charAt(at)
  const lower = character.toLowerCase()
  const flipped = character === lower ? character.toUpperCase() : lower
  return text.slice(0, at) + flipped + text.slice(at + 1)
}
