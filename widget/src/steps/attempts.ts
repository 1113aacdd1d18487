import type { AccountInfo } from '../accountInfo.ts'
import type { AttemptPhase, AttemptRecord } from '../machine/attemptRecord.ts'
import type { VerifiedPayment } from '../machine/verifiedPayment.ts'
import type { Session } from './session.ts'

/** Builds the row for one press of Pay, before any request to the wallet. */
export function newAttempt(
  session: Session,
  attemptId: string,
  verified: VerifiedPayment,
  account: AccountInfo,
): AttemptRecord {
  const { network, review, payment } = verified
  const [first] = review.spending
  const [item] = verified.items
  const now = session.now()
  const accepted = session.apiOptions.option?.()
  return {
    id: attemptId,
    v: 1,
    token: session.token,
    apiBase: session.apiBase,
    requestIds: payment.requestIds,
    kind: network.family,
    phase: 'created',
    from: account.address,
    walletRdns: account.wallet.rdns,
    walletName: account.wallet.name,
    chainId: network.chainId,
    network: network.id,
    networkName: network.name,
    option: {
      chain: network.id,
      token: first.symbol,
      needed: first.amount,
      ...(accepted !== undefined && { accepted }),
      ...(item && review.quote && { pays: String(item.amountUnits) }),
    },
    steps: review.steps,
    stepIndex: 0,
    nonce: null,
    blockBefore: null,
    to: null,
    valueHex: null,
    calldataHash: null,
    data: null,
    paymentReferences: verified.items.map((item) => item.paymentReference),
    txHash: null,
    leaseUntil: null,
    createdAt: now,
    updatedAt: now,
    lastError: null,
    tabId: session.tabId,
    ...(review.bridge === undefined
      ? {}
      : { destination: { network: payment.network, networkName: payment.chain.name } }),
  }
}

/** Changes the stored row. Returns the row that is stored afterwards; null if there is none. */
export async function updateAttempt(
  session: Session,
  attemptId: string,
  patch: Partial<AttemptRecord> & { readonly phase?: AttemptPhase },
): Promise<AttemptRecord | null> {
  const progress = await session.progress()
  const record = await progress.get(attemptId)
  if (record === null) return null
  const changed = { ...record, ...patch, updatedAt: session.now() }
  await progress.put(changed)
  return changed
}

/** After this time, a prompt without a response has disappeared with the wallet's session. */
export const PROMPT_LIFETIME_MS = 60_000

/** Updates an attempt like `updateAttempt`, for writes that must not stop the payment. */
export async function remember(
  session: Session,
  attemptId: string,
  patch: Partial<AttemptRecord>,
): Promise<void> {
  await updateAttempt(session, attemptId, patch).catch(() => null)
}
