import type { Step } from '@secure-payment/core'
import type { Calldata } from '../api.ts'
import type { AttemptRecord } from '../machine/attemptRecord.ts'
import type { NoteFact } from '../machine/fact.ts'
import type { VerifiedPayment } from '../machine/verifiedPayment.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import type { PayOption } from '../payOption.ts'
import type { Provider } from '../wallets/provider.ts'
import type { ChainReader } from './chainReader.ts'
import type { Session, Task } from './session.ts'
import type { Verified } from './verifyPayment.ts'

/**
 * The parts that only some payments need; each loads when one needs it. They build on the steps, so the steps receive
 * them with the session.
 */
export type Parts = {
  readonly accepted: () => Promise<AcceptedPart>
  readonly calls: () => Promise<CallsPart>
  /** A payment that the payer signs and the service sends. */
  readonly signed: () => Promise<SignedPart>
  /** Loads the part for permits; null if it does not load: the approval is then a transaction. */
  readonly permit: () => Promise<PermitPart | null>
  /** Loads the sentences on why the service pays no network fee; null if they do not load: the payer then reads no reason. */
  readonly obstacles: () => Promise<ObstaclesPart | null>
}

/** The choice among the currencies that a payment accepts. */
type AcceptedPart = {
  /**
   * Lists the currencies that the wallet can hold. Ways from other chains follow if `isWide`, or if the wallet can pay in none of the
   * currencies. Returns null if a failure has been reported instead. Throws PaymentRefusedError.
   */
  acceptedOptions(
    task: Task,
    payment: PaymentMetadata,
    isWide: boolean,
  ): Promise<readonly PayOption[] | null>
}

/** All of a payment's calls in one request, and a Safe's signers. */
export type CallsPart = {
  canBatch(provider: Provider, account: string, chainId: number): Promise<boolean>
  askForCalls(...request: CallsRequest): Promise<void>
  /** Requests all calls from a Safe in one proposal; `propose` requests one transaction. */
  proposeCalls(...request: CallsRequest): Promise<void>
  propose(...request: CallsRequest): Promise<void>
  followCalls(task: Task, attemptId: string): Promise<void>
  reconcileCalls(task: Task, attemptId: string): Promise<void>
}

/** A signature in place of all transactions. */
type SignedPart = Pick<CallsPart, 'followCalls' | 'reconcileCalls'> & {
  /** Throws PaymentRefusedError. */
  offerSignature(session: Session, read: Verified, calldata: Calldata): Verified
  askToSign(...request: CallsRequest): Promise<void>
}

/** The reasons for which the service offers no signature. */
type ObstaclesPart = {
  obstacleWords(obstacle: unknown, language: string): string
}

/** The inputs of a request for calls. */
export type CallsRequest = [
  task: Task,
  provider: Provider,
  verified: VerifiedPayment,
  record: AttemptRecord,
]

/** A signature in place of an approval. */
type PermitPart = {
  offerPermit(session: Session, verified: VerifiedPayment, offered: unknown): VerifiedPayment
  askForPermit(run: PermitTask): Promise<PermitOutcome>
}

/** The result of an approval by a signature: allowed, or a transaction is needed, or the payer declined. */
export type PermitOutcome = 'allowed' | 'approve' | NoteFact

/** The inputs of a permit: the approval that it replaces, and the reader of its allowance. */
export type PermitTask = {
  readonly task: Task
  readonly attemptId: string
  readonly reader: ChainReader
  readonly owner: string
  readonly step: Step
  /** Whether the chain shows the allowance that the step requires. */
  readonly isAllowed: () => Promise<boolean>
}
