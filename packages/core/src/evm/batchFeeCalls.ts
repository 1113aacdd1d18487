import type { Hex } from 'viem'
import { MalformedValueError } from '../errors.ts'
import { READ_SELECTORS } from './abi.ts'
import { isAtEnd, openCursor, takeUint } from './cursor.ts'

/** Encodes the question to BatchConversionPayments which fee of its own it takes on top of each payment. */
export function encodeBatchFee(): Hex {
  return READ_SELECTORS.batchFee
}

/**
 * Decodes the answer to `encodeBatchFee`: parts of 10,000.
 *
 * @throws MalformedValueError when the data is not one word of 16 bits.
 */
export function decodeBatchFee(data: Hex): number {
  const cursor = openCursor(data, '0x')
  const fee = takeUint(cursor)
  if (!isAtEnd(cursor) || fee > MAX_UINT16) {
    const facts = { what: 'The answer to batchFee', expected: 'one word of 16 bits' }
    throw new MalformedValueError({ ...facts, actual: data })
  }
  return Number(fee)
}

const MAX_UINT16 = 0xffffn
