import type { NoteFact, ServerAnswer } from '../effects/fact.ts'
import type { PaymentMetadata, Review } from '../model.ts'
import { payOptions } from './payOptions.ts'
import type { Task } from './session.ts'
import { PaymentRefusedError, type VerifiedPayment, verifyPayment } from './verifyPayment.ts'

/** Reads the payment for the connected account: -> options, server, request_failed or refused. */
export async function loadOptions({ session, signal, tell }: Task): Promise<void> {
  const wallet = session.state().account?.address
  if (wallet === undefined) return
  const answer = await session.api.metadata({ wallet, signal })
  if (answer.kind !== 'payment') return tellServer(answer, tell)
  const { payment } = answer
  refusable(tell, () => tell({ type: 'options', options: payOptions(payment), payment }))
}

/** Reads and verifies the transactions: -> review, server, request_failed or refused. */
export async function loadReview(task: Task): Promise<void> {
  const found = await readVerified(task)
  if (found === null) return
  task.session.verified = found.verified
  task.tell({ type: 'review', review: found.verified.review })
}

/**
 * Reads the payment and its transactions anew and verifies them. Tells what went wrong and answers null when they cannot
 * be signed. `shortOf` is what the service found the account to lack.
 */
export async function readVerified({ session, signal, tell }: Task): Promise<{
  readonly verified: VerifiedPayment
  readonly shortOf: 'balance' | 'gas' | null
} | null> {
  const { account } = session.state()
  if (account === null) return null
  const wallet = account.address
  const [metadata, answer] = await Promise.all([
    session.api.metadata({ signal }),
    session.api.calldata({ wallet, signal }),
  ])
  if (metadata.kind !== 'payment') {
    tellServer(metadata, tell)
    return null
  }
  if (answer.kind !== 'calldata') {
    tellServer(answer, tell)
    return null
  }
  const { calldata } = answer
  const { payment } = metadata
  const { pinnedDestinations } = session
  const verified = refusable(tell, () =>
    verifyPayment({ payment, calldata, account: wallet, pinnedDestinations }),
  )
  if (verified === undefined) return null
  const shortOf =
    calldata.hasEnoughBalance === false ? 'balance' : calldata.hasEnoughGas === false ? 'gas' : null
  return { verified, shortOf }
}

/** Whether the payer would sign for anything else than what was reviewed; which approvals are left may differ. */
export function isSamePayment(a: Review, b: Review): boolean {
  const essence = ({ items, totalNeeded, contractAddress, networkName }: Review) =>
    JSON.stringify([items, totalNeeded, contractAddress, networkName])
  return essence(a) === essence(b)
}

/** Passing troubles are told as a note, ends as the service's answer. */
export function tellServer(
  answer: Exclude<ServerAnswer, { readonly kind: 'payment' }>,
  tell: Task['tell'],
  asNote: 'request_failed' | 'step_failed' = 'request_failed',
): void {
  const note = passingNote(answer)
  if (note === null) tell({ type: 'server', answer })
  else tell({ type: asNote, note })
}

function passingNote(answer: Exclude<ServerAnswer, { readonly kind: 'payment' }>): NoteFact | null {
  if (answer.kind !== 'unavailable') return null
  if (answer.reason === 'rate_limited') return { code: 'rate_limited', params: { seconds: '30' } }
  const isPassing = answer.reason === 'server' || answer.reason === 'offline'
  return isPassing ? { code: 'service_unavailable' } : null
}

/** What the shortage is called, with the network's coin for gas. */
export function shortageNote(payment: PaymentMetadata, review: Review, shortOf: 'balance' | 'gas') {
  const [cost] = review.totalNeeded
  return shortOf === 'gas'
    ? ({
        code: 'insufficient_gas',
        params: { symbol: payment.chain.nativeCurrency.symbol },
      } as const)
    : ({
        code: 'insufficient_balance',
        params: { symbol: cost?.symbol ?? '', needed: cost?.amount ?? '' },
      } as const)
}

function refusable<T>(tell: Task['tell'], check: () => T): T | undefined {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof PaymentRefusedError)) throw error
    tell({ type: 'refused', refusal: error.refusal })
    return undefined
  }
}
