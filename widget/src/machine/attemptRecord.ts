import type { TronTransaction } from '@secure-payment/core/tron'
import type { LastAttempt } from '../paymentMetadata.ts'
import type { TransactionKind } from '../review.ts'

/**
 * Phase of an attempt. `created`, `approving`, `approved`: the wallet has received no request for the payment yet.
 * `signing`: the wallet may have sent it. `broadcast`: it has a hash. The rest are terminal.
 */
export type AttemptPhase =
  | 'created'
  | 'approving'
  | 'approved'
  | 'signing'
  | 'broadcast'
  | 'done'
  | 'abandoned'
  | 'reverted'
  | 'dropped'

/**
 * One press of Pay, as stored on this device before the wallet receives the request. It contains no names, e-mail addresses or fiat
 * amounts.
 */
export type AttemptRecord = {
  /** A UUID; the service's attempt has the same. */
  readonly id: string
  readonly v: 1
  readonly token: string
  readonly apiBase: string
  readonly requestIds: readonly string[]
  readonly kind: 'evm' | 'tron'
  readonly phase: AttemptPhase
  /** The payer's address: checksummed, or base58 on Tron. */
  readonly from: string
  readonly walletRdns: string | null
  readonly walletName: string
  readonly chainId: number
  /** The network's id, and its name for the payer. */
  readonly network: string
  readonly networkName: string
  readonly option: {
    readonly chain: string
    readonly token: string
    readonly needed: string
    /** The id of the accepted currency that the payer chose; absent for a payment with one currency. */
    readonly accepted?: string
    /** At a price that the host fixed: the payee's amount, without a fee, in base units of the payment currency, as decimal text. */
    readonly pays?: string
  }
  readonly steps: readonly TransactionKind[]
  readonly stepIndex: number
  /** The pending transaction count of `from` before the wallet's request; null until `signing`. */
  readonly nonce: number | null
  /** The head of the chain before the wallet's request; null until `signing`. */
  readonly blockBefore: number | null
  readonly to: string | null
  readonly valueHex: string | null
  /** keccak256 of the calldata. */
  readonly calldataHash: string | null
  /** The calldata, if it has at most 8 KB. */
  readonly data: string | null
  /** The payment references, one per item: `0x` and 16 hex digits. */
  readonly paymentReferences: readonly string[]
  readonly txHash: string | null
  readonly leaseUntil: string | null
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly lastError: string | null
  readonly tabId: string
  /**
   * On Tron: the payment as built, stored before the wallet's request. Its `signature` is present as soon as the
   * wallet returns it, before anything is sent; `txHash` is then its id.
   */
  readonly tron?: TronTransaction
  /**
   * The id of a batch, if the wallet received all calls in one request (EIP-5792); it is chosen and stored before the request. On a
   * Safe, the id of its transaction. For a signed payment, the hash of the payment.
   */
  readonly callsId?: string
  /**
   * Set if the payer signs the payment and the service sends it: the contract that makes it, and its deadline in unix seconds. The
   * signature itself is not stored.
   */
  readonly signed?: { readonly contract: string; readonly deadline: number }
  /** The hash of a Safe's transaction that waits for its signers. */
  readonly safeTxHash?: string
  /**
   * Set if the payer signed a permit and the element submitted it; the signature itself is not stored. The nonce is decimal text, the
   * deadline is in unix seconds, and the hash is that of the service's transaction, once known. Null if the permit is not sent.
   */
  readonly permit?: {
    readonly nonce: string
    readonly deadline: number
    readonly hash: string | null
  } | null
  /**
   * For a payment from another chain, the network on which it arrives. `network` is then the network from which it is paid.
   */
  readonly destination?: { readonly network: string; readonly networkName: string }
}

/** An attempt that may still become a payment, together with earlier attempts at the same payment that may do so too. */
export type LiveAttempt = AttemptRecord & { readonly others?: readonly AttemptRecord[] }

/** Returns whether the service's last attempt has this id; false if the service returns no id. */
export function isLastAttempt(id: string, last: LastAttempt | null | undefined): boolean {
  const prefix = last?.attemptPrefix ?? null
  return prefix !== null && id.startsWith(prefix)
}

const LIVE_PHASES: ReadonlySet<AttemptPhase> = new Set([
  'created',
  'approving',
  'approved',
  'signing',
  'broadcast',
])

/**
 * Finds the newest of a payment's attempts that may still become a payment; null if there is none. The input is ordered oldest first.
 */
export function findLive(attempts: readonly AttemptRecord[]): LiveAttempt | null {
  const live = attempts.filter(isLive)
  const newest = live.pop()
  if (newest === undefined) return null
  const others = live.filter(({ txHash }) => txHash !== null)
  return others.length > 0 ? { ...newest, others } : newest
}

/** Returns whether the attempt may still become a payment. */
export function isLive(record: Pick<AttemptRecord, 'phase'>): boolean {
  return LIVE_PHASES.has(record.phase)
}
