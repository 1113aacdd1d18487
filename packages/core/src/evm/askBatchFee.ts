import { MAX_UINT256 } from '../amount.ts'
import { MalformedValueError } from '../errors.ts'
import type { Hex } from '../hex.ts'
import { READ_SELECTORS } from './abi.ts'
import type { BatchFee } from './batchFee.ts'
import { isAtEnd, openCursor, takeUint } from './cursor.ts'

/**
 * Reads BatchConversionPayments' own fee; null if the contract returns nothing. It needs one read if there is no fee, otherwise two. While
 * the cap in US dollars is 0, the contract charges the fee on the native coin only. `ask` returns the result of a contract read: null or
 * `0x` for none.
 *
 * @throws MalformedValueError if the contract does not return one word, or returns a fee above 16 bits; and what `ask` throws.
 */
export async function askBatchFee(
  ask: (data: Hex) => Promise<Hex | null>,
): Promise<BatchFee | null> {
  const answer = await ask(READ_SELECTORS.batchFee)
  if (answer === null || answer === '0x') return null
  const bps = Number(decodeWord('batchFee', answer, MAX_UINT16))
  if (bps === 0) return { bps, tokenBps: 0 }
  const limit = await ask(READ_SELECTORS.batchFeeLimit)
  const hasLimit = limit !== null && limit !== '0x'
  const isCappedAtZero = hasLimit && decodeWord('batchFeeAmountUSDLimit', limit, MAX_UINT256) === 0n
  return { bps, tokenBps: isCappedAtZero ? 0 : bps }
}

function decodeWord(what: string, data: Hex, largest: bigint): bigint {
  const cursor = openCursor(data, '0x')
  const word = takeUint(cursor)
  if (isAtEnd(cursor) && word <= largest) return word
  const facts = { what: `The result of ${what}`, expected: `one number of at most ${largest}` }
  throw new MalformedValueError({ ...facts, actual: data })
}

const MAX_UINT16 = 0xffffn
