import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  encodeFunctionResult,
  parseAbi,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidAddressError, MalformedValueError } from '../errors.ts'
import {
  decodeConversionPathOf,
  decodeRate,
  encodeConversionPathOf,
  encodeGetRate,
} from './index.ts'

/** The declarations in the artifacts of @requestnetwork/smart-contracts 0.48.0. */
const abi = parseAbi([
  'function getRate(address[] path) view returns (uint256 rate, uint256 oldestRateTimestamp, uint256 decimals)',
  'function chainlinkConversionPath() view returns (address)',
])
const EUR = '0x17b4158805772ced11225e77339f90beb5aae968'
const USD = '0x775eb53d00dd0acd3ec1696472105d579b9b386b'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

describe('encodeGetRate', () => {
  test.each([[[EUR, USD, USDC] as const], [[USD, USDC] as const]])(
    'encodeGetRate encodes the call as viem does',
    (path) => {
      const asked = encodeFunctionData({ abi, functionName: 'getRate', args: [path] })
      expect(encodeGetRate(path)).toBe(asked)
      expect(decodeFunctionData({ abi, data: encodeGetRate(path) }).functionName).toBe('getRate')
    },
  )

  test('encodeGetRate rejects a value that is not an address', () => {
    expect(() => encodeGetRate([USD, 'USDC'])).toThrow(InvalidAddressError)
  })
})

test('encodeConversionPathOf encodes the call as viem does', () => {
  const asked = encodeFunctionData({ abi, functionName: 'chainlinkConversionPath' })
  expect(encodeConversionPathOf()).toBe(asked)
})

describe('decodeRate', () => {
  const answering = (scale: bigint) =>
    encodeFunctionResult({
      abi,
      functionName: 'getRate',
      result: [10_002n * 10n ** 12n, 1_763_740_800n, scale],
    })
  const answer = answering(10n ** 18n)

  test('decodeRate reads the rate and the time of its oldest part', () => {
    expect(decodeRate(answer)).toEqual({
      rate: 10_002n * 10n ** 12n,
      oldestTimestampS: 1_763_740_800n,
    })
  })

  test.each<`0x${string}`>([
    '0x',
    '0x00',
    `${answer}00`,
    `0x${answer.slice(66)}`,
    answering(10n ** 17n),
  ])('decodeRate rejects %s', (data) => {
    expect(() => decodeRate(data)).toThrow(MalformedValueError)
  })
})

test('decodeConversionPathOf accepts only an address', () => {
  const answer = encodeAbiParameters([{ type: 'address' }], [USDC])
  expect(decodeConversionPathOf(answer)).toBe(USDC.toLowerCase())
  expect(() => decodeConversionPathOf('0x')).toThrow(MalformedValueError)
  expect(() => decodeConversionPathOf(`0x${'f'.repeat(64)}`)).toThrow(MalformedValueError)
})
