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
 * The lifetime of a built transaction: enough to unlock a wallet or a hardware device. A payer who declines need not wait until
 * it expires.
 */
export const LIFETIME_MS = 180_000

/** Builds the transaction for the wallet with the newest block's time, because the device's clock may be wrong. */
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
 * Requests a signature for exactly this transaction, and returns the transaction with the signature. Uses only the signature from the
 * wallet's response, and rejects one for another transaction.
 *
 * Throws TronTransactionMismatchError (`field` is `raw_data.expiration` if it came too late), and the wallet's errors.
 */
export async function signTron(
  provider: Provider,
  transaction: TronTransaction,
  call: { readonly step: Step; readonly owner: string; readonly chainNowMs: () => number },
): Promise<SignedTron> {
  const { step, owner, chainNowMs } = call
  // Passes a copy, because wallets modify their input.
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

/** Returns the signature in lower case without `0x`; null if there is none. `verifyTronTransaction` has checked its form. */
function readSignature(answered: unknown): string | null {
  if (typeof answered !== 'object' || answered === null || !('signature' in answered)) return null
  const [first]: readonly unknown[] = Array.isArray(answered.signature) ? answered.signature : []
  return typeof first === 'string' ? first.replace(/^0x/, '').toLowerCase() : null
}
