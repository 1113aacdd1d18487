import type { api, PayoutBatch, PayoutBatchCreate } from '@secure-payment/core/api'
import { checksumAddress } from '@secure-payment/core/evm'
import { describeRequest } from '@secure-payment/core/ways'
import { atField } from '../../atField.ts'
import { type Caller, creatorOf } from '../../auth/caller.ts'
import { refuseHostedPage } from '../../auth/refuseHostedPage.ts'
import { recognizeWallet } from '../../auth/wallet/recognizeWallet.ts'
import type { Context } from '../../context.ts'
import type { AcceptedAnswer } from '../../http/acceptedAnswer.ts'
import type { Call } from '../../http/implement.ts'
import { nonEmpty } from '../../nonEmpty.ts'
import { UnsupportedCryptoToFiatError } from '../../paying/fiatErrors.ts'
import { guardOpen } from '../../paying/guardOpen.ts'
import { guardPages } from '../../paying/guardPages.ts'
import { guardScreenedPayer } from '../../paying/guardScreened.ts'
import { loadPayables } from '../../paying/loadPayable.ts'
import { planRemainder } from '../../paying/payable.ts'
import { planPart } from '../../paying/planPart.ts'
import type { PlanContext } from '../../paying/planSteps.ts'
import { buildRequestRow } from '../../requests/buildRequestRow.ts'
import { commitPayout, waitingRows } from '../../requests/commitPayout.ts'
import { decideFee } from '../../requests/decideFee.ts'
import { refuseReservedDestinations } from '../../requests/destinationPolicies.ts'
import { findBoundDestination } from '../../requests/findBoundDestination.ts'
import { guardBatch } from '../../requests/guardBatch.ts'
import { guardPayees } from '../../requests/guardPayees.ts'
import { guardSingleNode } from '../../requests/guardSingleNode.ts'
import { planRequest } from '../../requests/planRequest.ts'
import { withPlan } from '../../requests/requestPlan.ts'
import { guardItems, payBatch } from './payBatch.ts'

type BatchContext = PlanContext & Pick<Context, 'audit' | 'db' | 'random' | 'screening'>
type NewItems = NonNullable<PayoutBatchCreate['requests']>

const CREATED = 201

/**
 * Returns the one transaction that pays many requests: new ones, one per item, or existing ones. New requests are committed together,
 * after their calldata is built; if the calldata cannot be built, no request is created. Requests that wait for an approval have no
 * calldata.
 *
 * @throws CallerRefusedError, and the errors of the two forms
 */
export async function createPayoutBatch(
  context: BatchContext,
  { body, caller, idempotency }: Call<typeof api.payouts.batch>,
): Promise<PayoutBatch | AcceptedAnswer> {
  refuseHostedPage(caller)
  const { requests, requestIds = [], payer: stated } = body
  const payer =
    stated === undefined ? null : atField('payer', () => recognizeWallet(stated).address)
  const call = { body, caller, idempotency, payer }
  return requests === undefined
    ? payExisting(context, requestIds, call)
    : payNew(context, requests, call)
}

/** Only EVM networks support batches. */
function requireEvmPayer(payer: string | null): void {
  if (payer !== null) atField('payer', () => checksumAddress(payer))
}

type BatchCall = Pick<Call<typeof api.payouts.batch>, 'body' | 'caller' | 'idempotency'> & {
  payer: string | null
}

/** @throws FeeNotAllowedError, and what `planRequest`, `guardItems` and `payBatch` throw */
async function payNew(
  context: BatchContext,
  items: NewItems,
  { body, caller, idempotency, payer }: BatchCall,
): Promise<PayoutBatch | AcceptedAnswer> {
  const fee = decideFee(body, caller)
  const bound = findBoundDestination(caller)
  const planned = items.map((item, index) =>
    planRequest(context.config, item, { fee, bound, path: `requests[${index}].` }),
  )
  await guardPayees(context, caller, planned, (index) => `requests[${index}].payee`)
  await refuseReservedDestinations(context, caller, planned, {
    isReceived: false,
    fieldAt: (index) => `requests[${index}].payee`,
  })
  guardBatch(context.config, planned, 'requests')
  await guardSingleNode(context, planned, 'requests')
  requireEvmPayer(payer)
  await guardScreenedPayer(context, { payer, caller }, 'payer')
  guardItems(nonEmpty(planned), payer, (index) => ({
    network: `requests[${index}].paymentCurrency`,
    payee: `requests[${index}].payee`,
  }))
  const facts = { ...creatorOf(caller), now: context.now(), payer, isPayout: true }
  const payout = { caller, kind: 'payout', items: planned } as const
  return commitPayout<PayoutBatch | AcceptedAnswer>(context, payout, async (approvalId) => {
    const requests = planned.map((item, index) =>
      buildRequestRow(context, item, { ...facts, reference: items[index]?.reference ?? null }),
    )
    const rows = { securePayment: null, requests, idempotencyKey: null }
    if (approvalId !== null) return waitingRows(rows, approvalId, idempotency)
    const answer = await payBatch(
      context,
      nonEmpty(requests.map(withPlan).map(planRemainder)),
      payer,
    )
    const idempotencyKey = idempotency?.row(CREATED, answer) ?? null
    return { answer, rows: { ...rows, idempotencyKey } }
  })
}

/**
 * Only reads: it creates no record, so an idempotency key would protect nothing. A repeated call is planned again, and rejects requests
 * that have been paid since.
 *
 * @throws RequestNotFoundError, UnsupportedCryptoToFiatError, and what `guardOpen`, `guardItems`, `guardPages`, `planPart` and `payBatch`
 *   throw
 */
async function payExisting(
  context: BatchContext,
  requestIds: readonly string[],
  { body, caller, payer }: { body: PayoutBatchCreate; caller: Caller; payer: string | null },
): Promise<PayoutBatch> {
  const requests = await loadPayables(context, { requestIds, caller })
  const fieldAt = (index: number) => `requestIds[${index}]`
  requests.forEach((request, index) => {
    const field = fieldAt(index)
    if (describeRequest(request.plan).isCryptoToFiat)
      throw new UnsupportedCryptoToFiatError({ because: 'batch', field })
    guardOpen(request, { field })
  })
  guardBatch(context.config, requests, 'requestIds')
  requireEvmPayer(payer)
  guardItems(nonEmpty(requests), payer, (index) => ({
    network: fieldAt(index),
    payee: fieldAt(index),
  }))
  await guardPages(context, requests, { wallet: payer, caller, field: 'payer' })
  const { feePercentage, feeAddress } = body
  const payables = requests.map((request) =>
    planPart(request, { feePercentage, feeAddress }, caller),
  )
  return payBatch(context, nonEmpty(payables), payer)
}
