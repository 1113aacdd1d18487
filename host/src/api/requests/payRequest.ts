import type { api, Output } from '@secure-payment/core/api'
import { describeRequest } from '@secure-payment/core/ways'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { atNamedQuote } from '../../paying/atNamedQuote.ts'
import { chooseCrosschain } from '../../paying/chooseCrosschain.ts'
import { chooseTarget } from '../../paying/chooseTarget.ts'
import { platformFeeOf } from '../../paying/describeCalldata.ts'
import { UnsupportedCryptoToFiatError } from '../../paying/fiatErrors.ts'
import { guardOpen } from '../../paying/guardOpen.ts'
import { guardPages } from '../../paying/guardPages.ts'
import { keepTarget } from '../../paying/keepTarget.ts'
import { loadChosen } from '../../paying/loadChosen.ts'
import type { StoredPayable } from '../../paying/loadPayable.ts'
import { AlreadyPaidError } from '../../paying/payErrors.ts'
import { planCalldata } from '../../paying/planCalldata.ts'
import { planCrosschain } from '../../paying/planCrosschain.ts'
import { planPart } from '../../paying/planPart.ts'
import type { PlanContext } from '../../paying/planSteps.ts'
import { readWallet } from '../../paying/readWallet.ts'

type Pay = typeof api.requests.pay
type Answer = Output<Pay>

/** The parts of a call that are needed to pay a request; version 1 of the API builds such a call from a reference. */
export type PayCall = Pick<Call<Pay>, 'params' | 'query' | 'caller'> & {
  /** The version of the API, if not 2. */
  version?: 1
}

/** The parts of a host that paying a request needs. */
export type PayContext = PlanContext &
  Pick<Context, 'db' | 'bridge' | 'dataSealer' | 'offramp' | 'random' | 'screening'>

/**
 * Returns the transactions that pay a request, or the part in `amount`. The transactions are on the request's own network, or on the chain
 * that the call names. Safe to repeat: the call stores only a crypto-to-fiat request's bank account.
 *
 * @throws RequestNotFoundError, InvalidInputError naming `option`, UnsupportedCryptoToFiatError, AlreadyPaidError, and what `guardOpen`,
 * `guardPages`, `chooseTarget`, `keepTarget`, `planPart`, `chooseCrosschain`, `planCrosschain` and `planCalldata` throw
 */
export async function payRequest(
  context: PayContext,
  { params, query, caller, version }: PayCall,
): Promise<Answer> {
  const request = await loadChosen(context, {
    requestId: params.requestId,
    caller,
    option: query.option,
  })
  if (version === 1 && describeRequest(request.plan).isCryptoToFiat) {
    throw new UnsupportedCryptoToFiatError({ because: 'version' })
  }
  const wallet = readWallet(query.wallet, request.network)
  await linkWaiting(context, request, { stated: { ...query, wallet }, caller })
  guardOpen(request)
  await guardPages(context, [request], { wallet, caller })
  const target = await chooseTarget(context, request, { stated: { ...query, wallet }, caller })
  const payable = planPart(request, query, caller)
  const crosschain = await chooseCrosschain(context, payable, { ...query, wallet })
  const { bridge } = context
  if (crosschain !== null && bridge !== null) {
    const { transactions, metadata } = await planCrosschain({ ...context, bridge }, crosschain)
    return { transactions, metadata: { ...metadata, ...platformFeeOf(payable.fee) } }
  }
  const [priced = payable] = atNamedQuote([payable], query.quote)
  const calldata = await planCalldata(context, priced, wallet)
  if (target !== null) {
    const { hasMoney } = await keepTarget(context, request.id, { target, caller })
    if (hasMoney) throw new AlreadyPaidError()
  }
  return calldata
}

/** Sets the bank account of a crypto-to-fiat request whose money arrived before the account was named. */
async function linkWaiting(
  context: PayContext,
  request: StoredPayable,
  call: Parameters<typeof chooseTarget>[2],
): Promise<void> {
  const { clientUserId, paymentDetailsId } = call.stated
  if (!describeRequest(request.plan).isCryptoToFiat || request.payability !== 'paid') return
  if (clientUserId === undefined || paymentDetailsId === undefined) return
  const waiting = await context.db.kysely
    .selectFrom('offramps')
    .select('id')
    .where('request_id', '=', request.id)
    .where('payer_id', 'is', null)
    .executeTakeFirst()
  if (waiting === undefined) return
  const target = await chooseTarget(context, request, call)
  if (target !== null) await keepTarget(context, request.id, { target, caller: call.caller })
}
