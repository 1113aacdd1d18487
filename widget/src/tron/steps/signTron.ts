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
 * How long a transaction can be carried out after it was built: enough for a payer who has to unlock a wallet, or a device
 * beside it. Whoever declines need not wait for the end.
 */
export const LIFETIME_MS = 180_000

/** Builds what the wallet is asked to sign, in times of the chain's own clock: the device's may be wrong. */
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
 * Asks the wallet to sign exactly this, and returns it with the signature: nothing of the wallet's answer but the signature is
 * used, and it is refused when it is for anything else.
 *
 * Throws TronTransactionMismatchError (`field` is `raw_data.expiration` when it came too late), and what the wallet throws.
 */
export async function signTron(
  provider: Provider,
  transaction: TronTransaction,
  call: { readonly step: Step; readonly owner: string; readonly chainNowMs: () => number },
): Promise<SignedTron> {
  const { step, owner, chainNowMs } = call
  // A copy: wallets write into what they are given.
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

/** Whether a refused answer was right, and only late. */
export function isTooLate(error: TronTransactionMismatchError): boolean {
  return error.field === 'raw_data.expiration'
}

function feeLimitOf({ kind }: Step): bigint {
  return kind === 'pay' ? TRON_FEE_LIMITS.paySun : TRON_FEE_LIMITS.approveSun
}

/** Its form was checked: one text of 65 bytes, or none. */
function readSignature(answered: unknown): string | null {
  if (typeof answered !== 'object' || answered === null || !('signature' in answered)) return null
  const [first]: readonly unknown[] = Array.isArray(answered.signature) ? answered.signature : []
  return typeof first === 'string' ? first.replace(/^0x/, '').toLowerCase() : null
}
