import {
  buildTronTransaction,
  type TronCall,
  type TronExpectation,
  type TronTransaction,
} from '../src/tron/index.ts'
import { tronwebAddress, tronwebSign } from './tronOracle.ts'

/** A payer's key without funds. */
export const PAYER_KEY = '11'.repeat(32)
export const PAYER = tronwebAddress(PAYER_KEY)
export const THIEF_KEY = '22'.repeat(32)
export const THIEF = tronwebAddress(THIEF_KEY)

/** The clock for the checks: the transaction was just built and can be mined for one minute. */
export const NOW_MS = 1_795_233_573_000

/** An approval for the registry's ERC20FeeProxy to spend the largest amount of USDT. */
export const approvalCall: TronCall = {
  owner: PAYER,
  contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  data: `0x095ea7b3${'1b6ca35d39842cf8fbe49000653a1505412da659'.padStart(64, '0')}${'f'.repeat(64)}`,
  feeLimitSun: 100_000_000n,
  block: {
    number: 79_216_121n,
    id: `0000000004b8bdf9${'38fb00be9601341d'}${'ab'.repeat(16)}`,
    timestampMs: NOW_MS - 3_000,
  },
  timestampMs: NOW_MS,
  expirationMs: NOW_MS + 60_000,
}

/** The values that the checks expect in the approval. */
export const approvalExpected: TronExpectation = {
  owner: PAYER,
  contract: approvalCall.contract,
  data: approvalCall.data,
  maxFeeLimitSun: 100_000_000n,
  nowMs: NOW_MS,
}

/** Builds the approval with some facts replaced, and signs it with the payer's key through tronweb. */
export function signedApproval(
  change: Partial<TronCall> = {},
): TronTransaction & { signature: string[] } {
  return tronwebSign(buildTronTransaction({ ...approvalCall, ...change }), PAYER_KEY)
}
