import { encodeFunctionData, encodeFunctionResult, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { MalformedValueError } from '../errors.ts'
import { askBatchFee } from './index.ts'

/** The declarations in the artifacts of @requestnetwork/smart-contracts 0.48.0. */
const abi = parseAbi([
  'function batchFee() view returns (uint256)',
  'function batchFeeAmountUSDLimit() view returns (uint256)',
])
const FEE = encodeFunctionData({ abi, functionName: 'batchFee' })
const LIMIT = encodeFunctionData({ abi, functionName: 'batchFeeAmountUSDLimit' })
const word = (result: bigint) => encodeFunctionResult({ abi, functionName: 'batchFee', result })

/** Returns a contract that answers the two reads, and a record of the reads that it received. */
function contract(answers: { fee: Hex | null; limit?: Hex | null }) {
  const asked: Hex[] = []
  const ask = async (data: Hex) => {
    asked.push(data)
    return data === FEE ? answers.fee : (answers.limit ?? null)
  }
  return { ask, asked }
}

describe('askBatchFee', () => {
  test('askBatchFee sends one call when there is no fee', async () => {
    const { ask, asked } = contract({ fee: word(0n) })
    expect(await askBatchFee(ask)).toEqual({ bps: 0, tokenBps: 0 })
    expect(asked).toEqual([FEE])
  })

  test.each<[string, Hex | null, number]>([
    ['of 150 dollars', word(150_00000000n), 30],
    ['that no contract returns', null, 30],
    ['that a contract without the method returns empty', '0x', 30],
    ['of zero, which makes tokens free', word(0n), 0],
  ])('askBatchFee returns the fee with a cap %s', async (_cap, limit, tokenBps) => {
    const { ask, asked } = contract({ fee: word(30n), limit })
    expect(await askBatchFee(ask)).toEqual({ bps: 30, tokenBps })
    expect(asked).toEqual([FEE, LIMIT])
  })

  test.each([null, '0x'] as const)(
    'askBatchFee returns null if the contract returns %j',
    async (fee) => {
      expect(await askBatchFee(contract({ fee }).ask)).toBeNull()
    },
  )

  test.each<[string, Hex]>([
    ['half a word', `0x${'00'.repeat(16)}`],
    ['two words', `0x${'00'.repeat(64)}`],
    ['more than 16 bits', `0x${'00'.repeat(29)}010000`],
  ])('askBatchFee rejects %s', async (_what, fee) => {
    await expect(askBatchFee(contract({ fee }).ask)).rejects.toThrow(MalformedValueError)
    const limit: Hex = `0x${'00'.repeat(16)}`
    const halfLimit = contract({ fee: word(30n), limit }).ask
    await expect(askBatchFee(halfLimit)).rejects.toThrow(MalformedValueError)
  })
})
