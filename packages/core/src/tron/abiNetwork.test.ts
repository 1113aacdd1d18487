import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { network, PROXY, THIEF, USDC, USDT } from '../../test-support/honestTronHost.ts'
import { tronwebBody, tronwebText } from '../../test-support/tronOracle.ts'
import { InvalidAddressError } from '../errors.ts'
import { getNetwork } from '../networks/index.ts'
import { withContracts } from '../withContracts.ts'
import { abiNetwork, fromAbiAddress, toAbiAddress } from './index.ts'

const anyBody = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => Buffer.from(bytes).toString('hex'))

describe('addresses', () => {
  test('addresses survive a round trip, and match tronweb', () => {
    const property = fc.property(anyBody, (body) => {
      const text = fromAbiAddress(`0x${body}`)
      expect(text).toBe(tronwebText(body))
      expect(toAbiAddress(text)).toBe(`0x${body}`)
      expect(fromAbiAddress(`0x${body.toUpperCase()}`)).toBe(text)
    })
    fc.assert(property, { numRuns: 500 })
  })

  test.each([
    ['nothing', ''],
    ['an EVM address', '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c'],
    ['the hex form', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
    ['a wrong checksum', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u'],
    ['lower case', USDT.toLowerCase()],
    ['a space', ` ${USDT}`],
  ])('addresses in the text form of Tron cannot be %s', (_, text) => {
    expect(() => toAbiAddress(text)).toThrow(InvalidAddressError)
  })

  test.each([
    ['nothing', ''],
    ['the text of Tron', USDT],
    ['the hex form', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
    ['21 bytes', '0x41a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
    ['19 bytes', '0x14f803b6fd780986a42c78ec9c7f77e6ded13c'],
    ['no prefix', 'a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
  ])('addresses in the ABI form cannot be %s', (_, text) => {
    expect(() => fromAbiAddress(text)).toThrow(InvalidAddressError)
    expect(() => fromAbiAddress(text)).toThrow(expect.objectContaining({ reason: 'malformed' }))
  })
})

describe('abiNetwork', () => {
  test('abiNetwork converts all addresses to ABI form and leaves the rest unchanged', () => {
    const { tokens, contracts, ...rest } = network
    expect(abiNetwork(network)).toEqual({
      ...rest,
      family: 'evm',
      tokens: tokens.map((token) => ({ ...token, address: tronwebBody(token.address) })),
      contracts: {
        ERC20FeeProxy: { ...contracts.ERC20FeeProxy, address: tronwebBody(PROXY) },
      },
    })
    expect(tokens.map(({ address }) => address)).toEqual([USDT, USDC])
  })

  test('abiNetwork caches its result, and returns an EVM network itself', () => {
    expect(abiNetwork(network)).toBe(abiNetwork(network))
    const mainnet = getNetwork('mainnet')
    expect(abiNetwork(mainnet)).toBe(mainnet)
  })

  test('abiNetwork includes contracts that operators deployed themselves', () => {
    const own = withContracts(network, { ERC20FeeProxy: THIEF })
    expect(abiNetwork(own).contracts.ERC20FeeProxy).toMatchObject({
      address: tronwebBody(THIEF),
      others: [{ address: tronwebBody(PROXY), version: 'tron' }],
    })
  })
})
