import { encodeFunctionData, encodeFunctionResult, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { MalformedValueError } from '../errors.ts'
import { decodeBatchFee, encodeBatchFee } from './index.ts'

/** As the artifacts of @requestnetwork/smart-contracts 0.48.0 declare it. */
const abi = parseAbi(['function batchFee() view returns (uint16)'])

test('encodeBatchFee asks as viem does', () => {
  expect(encodeBatchFee()).toBe(encodeFunctionData({ abi, functionName: 'batchFee' }))
})

test.each([0, 1, 30, 10_000, 65_535])('decodeBatchFee reads %i', (fee) => {
  expect(decodeBatchFee(encodeFunctionResult({ abi, functionName: 'batchFee', result: fee }))).toBe(
    fee,
  )
})

test.each<[string, Hex]>([
  ['nothing', '0x'],
  ['half a word', `0x${'00'.repeat(16)}`],
  ['two words', `0x${'00'.repeat(64)}`],
  ['more than 16 bits', `0x${'00'.repeat(29)}010000`],
])('decodeBatchFee refuses %s', (_what, data) => {
  expect(() => decodeBatchFee(data)).toThrow(MalformedValueError)
})
