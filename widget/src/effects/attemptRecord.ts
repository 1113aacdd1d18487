import type { TronTransaction } from '@secure-payment/core/tron'
import type { LastAttempt, TransactionKind } from '../model.ts'

/**
 * How far an attempt got. `created`, `approving`, `approved`: nothing of the payment was asked of the wallet yet.
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

/** One Pay press, as stored on this device before the wallet is asked. Holds no names, e-mail or fiat amounts. */
export type AttemptRecord = {
  /** UUID; the service's attempt has the same. */
  readonly id: string
  readonly v: 1
  readonly token: string
  readonly apiBase: string
  readonly requestIds: readonly string[]
  readonly kind: 'evm' | 'tron'
  readonly phase: AttemptPhase
  /** Address of the payer: checksummed, or Tron's text. */
  readonly from: string
  readonly walletRdns: string | null
  readonly walletName: string
  readonly chainId: number
  /** Network id and its name for the payer. */
  readonly network: string
  readonly networkName: string
  readonly option: { readonly chain: string; readonly token: string; readonly needed: string }
  readonly steps: readonly TransactionKind[]
  readonly stepIndex: number
  /** The pending transaction count of `from` before the wallet was asked; null until `signing`. */
  readonly nonce: number | null
  /** Head of the chain before the wallet was asked; null until `signing`. */
  readonly blockBefore: number | null
  readonly to: string | null
  readonly valueHex: string | null
  /** keccak256 of the calldata. */
  readonly calldataHash: string | null
  /** The calldata when it is at most 8 KB. */
  readonly data: string | null
  /** One an item, `0x` + 16 hex. */
  readonly paymentReferences: readonly string[]
  readonly txHash: string | null
  readonly leaseUntil: string | null
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly lastError: string | null
  readonly tabId: string
  /**
   * On Tron: the payment as it was built, stored before the wallet is asked. Its `signature` is there from the moment that the
   * wallet gave it, before anything is sent; `txHash` is then its id.
   */
  readonly tron?: TronTransaction
  /** The wallet was given all calls at once (EIP-5792): their id, chosen and stored before it was asked. On a Safe, its transaction's. */
  readonly callsId?: string
  /** Of a Safe's transaction, which waits for its signers. */
  readonly safeTxHash?: string
  /**
   * A permit was signed and handed in, whose signature is kept nowhere. The nonce is decimal text, the deadline in unix seconds, the
   * hash that of the service's transaction where it is known. Null: the permit is not sent.
   */
  readonly permit?: {
    readonly nonce: string
    readonly deadline: number
    readonly hash: string | null
  } | null
  /** Of a payment from another chain: where it arrives. `network` is then where it is paid from. */
  readonly destination?: { readonly network: string; readonly networkName: string }
}

/** An attempt that may still turn into a payment, with those of the same payment that were sent before it and may as well. */
export type LiveAttempt = AttemptRecord & { readonly others?: readonly AttemptRecord[] }

/** Whether the service's last attempt is the one with this id. Of one that it does not name, nothing is known. */
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

/** The newest of a payment's attempts, which are given oldest first, that may still turn into a payment; null when there is none. */
export function findLive(attempts: readonly AttemptRecord[]): LiveAttempt | null {
  const live = attempts.filter(isLive)
  const newest = live.pop()
  if (newest === undefined) return null
  const others = live.filter(({ txHash }) => txHash !== null)
  return others.length > 0 ? { ...newest, others } : newest
}

/** Whether the attempt may still turn into a payment. */
export function isLive(record: Pick<AttemptRecord, 'phase'>): boolean {
  return LIVE_PHASES.has(record.phase)
}
