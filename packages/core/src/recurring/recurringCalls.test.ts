import fc from 'fast-check'
import {
  encodeFunctionData,
  encodeFunctionResult,
  keccak256,
  stringToBytes,
  toFunctionSelector,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { numeric, permits, recurringAbi } from '../../test-support/recurringOracle.ts'
import { InvalidAddressError, MalformedValueError } from '../errors.ts'
import {
  decodeBool,
  encodeCancelPermit,
  encodeHasRelayerRole,
  encodeIsCancelled,
  RECURRING_SELECTORS,
  RELAYER_ROLE,
} from './index.ts'

const RELAYER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const DIGEST = `0x${'ab'.repeat(32)}` as const

test('every selector is the hash of its signature', () => {
  const permit =
    '(address,address,address,address,uint128,uint128,uint128,uint32,uint32,uint8,uint256,uint256,bool)'
  expect(RECURRING_SELECTORS).toEqual({
    triggerPayment: toFunctionSelector(
      `function triggerRecurringPayment(${permit},bytes,uint8,bytes)`,
    ),
    cancelPermit: toFunctionSelector(`function cancelPermit(${permit})`),
    isCancelled: toFunctionSelector('function isCancelled(bytes32)'),
    hasRole: toFunctionSelector('function hasRole(bytes32,address)'),
  })
  expect(RELAYER_ROLE).toBe(keccak256(stringToBytes('RELAYER_ROLE')))
})

test('encodeCancelPermit encodes as viem does', () => {
  fc.assert(
    fc.property(permits, (permit) => {
      expect(encodeCancelPermit(permit)).toBe(
        encodeFunctionData({
          abi: recurringAbi,
          functionName: 'cancelPermit',
          args: [numeric(permit)],
        }),
      )
    }),
  )
})

test('encodeIsCancelled encodes as viem does, and accepts only 32 bytes', () => {
  expect(encodeIsCancelled(DIGEST)).toBe(
    encodeFunctionData({ abi: recurringAbi, functionName: 'isCancelled', args: [DIGEST] }),
  )
  expect(() => encodeIsCancelled('0xabab')).toThrow(MalformedValueError)
})

test('encodeHasRelayerRole encodes as viem does, and accepts only an address', () => {
  expect(encodeHasRelayerRole(RELAYER)).toBe(
    encodeFunctionData({
      abi: recurringAbi,
      functionName: 'hasRole',
      args: [keccak256(stringToBytes('RELAYER_ROLE')), RELAYER],
    }),
  )
  expect(() => encodeHasRelayerRole('relayer')).toThrow(InvalidAddressError)
})

describe('decodeBool', () => {
  test.each([true, false])('decodeBool reads %s', (result) => {
    const answer = encodeFunctionResult({ abi: recurringAbi, functionName: 'isCancelled', result })
    expect(decodeBool(answer)).toBe(result)
  })

  test.each<[string, `0x${string}`]>([
    ['nothing', '0x'],
    ['one byte', '0x01'],
    ['2', `0x${'2'.padStart(64, '0')}`],
    ['two words', `0x${'1'.padStart(64, '0')}${'0'.repeat(64)}`],
    ['dirty padding', `0x1${'1'.padStart(63, '0')}`],
  ])('decodeBool rejects %s', (_, answer) => {
    expect(() => decodeBool(answer)).toThrow(MalformedValueError)
  })
})
