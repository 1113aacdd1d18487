import type { BatchFee } from '@secure-payment/core/evm'
import type { VerifiedPayment } from '../machine/verifiedPayment.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import type { PayOption } from '../payOption.ts'
import type { Session, Task } from './session.ts'
import type { Verified } from './verifyPayment.ts'

/** One kind of payment, from the choice to the chain: an EVM network, another chain over a bridge, or Tron. */
export type Rail = {
  /**
   * Lists the ways to pay with the connected wallet; null if the rail has reported a failure instead. `batchFee`: the fee of the contract
   * of batches; null if the chain did not respond. Throws PaymentRefusedError.
   */
  options(
    task: Task,
    payment: PaymentMetadata,
    batchFee: BatchFee | null,
  ): Promise<readonly PayOption[] | null>
  /** Reads the payment and its transactions, and verifies them. Returns null if the rail has reported that they cannot be signed. */
  review(task: Task): Promise<Verified | null>
  /** Verifies the prepared transactions against the payment's current description. Throws PaymentRefusedError. */
  verify(session: Session, prepared: Prepared, payment: PaymentMetadata): Promise<VerifiedPayment>
  /** Returns the payment with one request for all its calls if the wallet supports that; otherwise unchanged. */
  combine(session: Session, verified: VerifiedPayment): Promise<VerifiedPayment>
  /** Runs the approval, or reset, at the plan's current step: -> step_sent, step_mined or step_failed. */
  approve(task: Task, attemptId: string): Promise<void>
  /** Requests the payment from the wallet, once: -> renewed, sent, not_sent, called, unbatched, lost or server. */
  pay(task: Task, attemptId: string): Promise<void>
  /** Follows a sent payment: -> confirmations, reverted, replaced or dropped. */
  watch(task: Task, attemptId: string, hash: string): Promise<void>
  /** Searches the chain for a payment that the wallet did not confirm: -> reconciled. */
  reconcile(task: Task, attemptId: string): Promise<void>
  /** Whether the service itself relays a payment to the chain, and so needs no report of its hash. */
  readonly isRelayed: boolean
}

/** The request that the wallet receives, and the account that pays: neither changes once the payment has begun. */
export type Prepared = { readonly verified: VerifiedPayment; readonly from: string }
