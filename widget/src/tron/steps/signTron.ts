import type { Step } from '@secure-payment/core'
import {
  buildTronTransaction,
  formatTronTransaction,
  TRON_FEE_LIMITS,
  type TronBlockRef,
  type TronTransaction,
  TronTransactionMismatchError,
  verifyTronTransaction,
} from '@secure-payment/core/tron'
import type { Provider } from '../../wallets/provider.ts'
import { SIGN_METHOD } from '../wallets/injected.ts'

/** A transaction with the wallet's signature. */
export type SignedTron = TronTransaction & { readonly signature: string[] }

/**
 * The time from build to expiry: enough for a payer who must unlock a wallet, or a hardware device. A payer who declines need not
 * wait for the expiry.
 */
export const LIFETIME_MS = 180_000

/** Builds the transaction for the wallet, with times of the chain's own clock: the device's may be wrong. */
export function buildStep(step: Step, owner: string, block: TronBlockRef): TronTransaction {
  return buildTronTransaction({
    owner,
    contract: step.transaction.to,
    data: step.transaction.data,
    feeLimitSun: feeLimitOf(step),
    block,
    timestampMs: block.timestampMs,
    expirationMs: block.timestampMs + LIFETIME_MS,
  })
}

/**
 * Requests the signature of exactly this transaction, and returns it with the signature. Only the signature in the wallet's response is
 * used; it is rejected if it is for anything else.
 *
 * Throws TronTransactionMismatchError (`field` is `raw_data.expiration` if it came too late), and the wallet's errors.
 */
export async function signTron(
  provider: Provider,
  transaction: TronTransaction,
  call: { readonly step: Step; readonly owner: string; readonly chainNowMs: () => number },
): Promise<SignedTron> {
  const { step, owner, chainNowMs } = call
  // A copy: wallets modify their input.
  const params = [structuredClone(transaction)]
  const answered = await provider.request({ method: SIGN_METHOD, params })
  const parsed = verifyTronTransaction(answered, {
    owner,
    contract: step.transaction.to,
    data: step.transaction.data,
    maxFeeLimitSun: feeLimitOf(step),
    nowMs: chainNowMs(),
  })
  const { txID } = formatTronTransaction(parsed)
  const signature = readSignature(answered)
  if (txID !== transaction.txID || signature === null) {
    const facts = { field: 'txID', expected: transaction.txID, actual: txID }
    throw new TronTransactionMismatchError(facts)
  }
  return { ...transaction, signature: [signature] }
}

/** Returns whether a rejected response was correct except that it arrived too late. */
export function isTooLate(error: TronTransactionMismatchError): boolean {
  return error.field === 'raw_data.expiration'
}

function feeLimitOf({ kind }: Step): bigint {
  return kind === 'pay' ? TRON_FEE_LIMITS.paySun : TRON_FEE_LIMITS.approveSun
}

/** The form of the signature was checked: one text of 65 bytes, or none. */
function readSignature(answered: unknown): string | null {
  if (typeof answered !== 'object' || answered === null || !('signature' in answered)) return null
  const [first]: readonly unknown[] = Array.isArray(answered.signature) ? answered.signature : []
  return typeof first === 'string' ? first.replace(/^0x/, '').toLowerCase() : null
}
