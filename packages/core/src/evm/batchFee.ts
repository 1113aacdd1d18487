import { InvalidBatchError } from './InvalidBatchError.ts'

/**
 * BatchConversionPayments' own fee on top of a batch, as its owner has set it, in basis points: `bps` for the native coin, `tokenBps`
 * for tokens. `tokenBps` equals `bps`, or is 0 while the contract's cap in US dollars is 0. The batch's fee address receives it.
 */
export type BatchFee = { bps: number; tokenBps: number }

/** The contract's state at deployment. */
export const NO_BATCH_FEE: BatchFee = { bps: 0, tokenBps: 0 }

/** The owner's maximum: `setBatchFee` in BatchConversionPayments 0.1.0 rejects more than 200. */
export const MAX_BATCH_FEE_BPS = 200

/** Returns the contract's fee on the `units` that it pays out in one currency and one way, rounded down as in the contract. */
export function batchFeeUnits(units: bigint, bps: number): bigint {
  return (units * BigInt(bps)) / PARTS
}

/**
 * Rejects a fee that the contract cannot have.
 *
 * @throws InvalidBatchError
 */
export function assertBatchFee({ bps, tokenBps }: BatchFee): void {
  if (isFee(bps) && (tokenBps === bps || tokenBps === 0)) return
  const most = `at most ${MAX_BATCH_FEE_BPS} parts of 10,000, and for tokens the same or none`
  throw new InvalidBatchError(`its contract cannot charge ${bps} and ${tokenBps}: ${most}`)
}

const PARTS = 10_000n

function isFee(bps: number): boolean {
  return Number.isInteger(bps) && bps >= 0 && bps <= MAX_BATCH_FEE_BPS
}
