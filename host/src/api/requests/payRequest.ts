import type { Step } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import type { Network } from '@secure-payment/core/networks'
import { describeRequest } from '@secure-payment/core/ways'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { codecOf } from '../../requests/chainCodec.ts'
import { chooseCrosschain } from '../securePayments/chooseCrosschain.ts'
import { describeMeans } from '../securePayments/describeMeans.ts'
import { type Payable, type PayableRequest, planRemainder } from '../securePayments/payable.ts'
import { planCrosschain } from '../securePayments/planCrosschain.ts'
import {
  isApproval,
  type PlanContext,
  type PlannedSteps,
  planSteps,
} from '../securePayments/planSteps.ts'
import { readWallet } from '../securePayments/readWallet.ts'
import { chooseTarget } from './chooseTarget.ts'
import { UnsupportedCryptoToFiatError } from './fiatErrors.ts'
import { guardOpen } from './guardOpen.ts'
import { guardPages } from './guardPages.ts'
import { keepTarget } from './keepTarget.ts'
import { loadPayable, type StoredPayable } from './loadPayable.ts'
import { AlreadyPaidError } from './payErrors.ts'
import { planPart } from './planPart.ts'

type Pay = typeof api.requests.pay
type Answer = Output<Pay>
type WireTransaction = Answer['transactions'][number]

/** The parts of a call that paying reads; version 1 of the API builds one from a reference. */
export type PayCall = Pick<Call<Pay>, 'params' | 'query' | 'caller'> & {
  /** Of the API, where not 2. */
  version?: 1
}

/** The parts of a host that paying a request needs. */
export type PayContext = PlanContext &
  Pick<Context, 'db' | 'bridge' | 'dataSealer' | 'offramp' | 'random'>

/**
 * Returns the transactions that pay a request, or the part of it that `amount` names. They are on its own network, or
 * on the chain and token that the call names. Safe to repeat: the call stores only the bank account of a crypto-to-fiat
 * request.
 *
 * @throws RequestNotFoundError, UnsupportedCryptoToFiatError, and what `guardOpen`, `guardPages`, `chooseTarget`,
 * `keepTarget`, `planPart`, `chooseCrosschain`, `planCrosschain` and `planSteps` throw
 */
export async function payRequest(
  context: PayContext,
  { params, query, caller, version }: PayCall,
): Promise<Answer> {
  const request = await loadPayable(context, { requestId: params.requestId, caller })
  if (version === 1 && describeRequest(request.plan).isCryptoToFiat) {
    throw new UnsupportedCryptoToFiatError({ because: 'version' })
  }
  const wallet = readWallet(query.wallet, request.network)
  await linkWaiting(context, request, { stated: { ...query, wallet }, caller })
  guardOpen(request.payability)
  await guardPages(context, [request], { wallet, caller })
  const target = await chooseTarget(context, request, { stated: { ...query, wallet }, caller })
  const payable = planPart(request, query, caller)
  const crosschain = chooseCrosschain(context, payable, { ...query, wallet })
  const { bridge } = context
  if (crosschain !== null && bridge !== null) {
    const { transactions, metadata } = await planCrosschain({ ...context, bridge }, crosschain)
    return { transactions, metadata: { ...metadata, ...platformFeeOf(payable.fee) } }
  }
  const planned = await planSteps(context, [payable], wallet)
  if (target !== null) {
    const { hasMoney } = await keepTarget(context, request.id, { target, caller })
    if (hasMoney) throw new AlreadyPaidError()
  }
  return describeCalldata(planned, payable.fee)
}

/** The money may arrive before a bank account is named: then this call names it. */
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

/** Returns the transactions that pay a new request in full, before it is stored, for its payer where that is known. */
export async function payNewRequest(
  context: PlanContext,
  request: PayableRequest & Pick<Row<'requests'>, 'payer'>,
): Promise<Answer> {
  const payable = planRemainder(request)
  const planned = await planSteps(context, [payable], request.payer)
  return describeCalldata(planned, payable.fee)
}

/** Describes planned steps in the form of versions 1 and 2 of the API. */
function describeCalldata({ network, steps, means }: PlannedSteps, fee: Payable['fee']): Answer {
  const needsApproval = steps.some(isApproval)
  return {
    transactions: steps.map((step) => toWire(step, network)),
    metadata: {
      stepsRequired: steps.length,
      needsApproval,
      approvalTransactionIndex: needsApproval ? 0 : null,
      paymentTransactionIndex: steps.length - 1,
      ...describeMeans(means),
      ...platformFeeOf(fee),
    },
  }
}

/** The member that describes a fee; none where there is no fee. */
export function platformFeeOf(fee: Payable['fee']): Pick<Answer['metadata'], 'platformFee'> {
  if (fee === null || fee.units === 0n) return {}
  return { platformFee: { percentage: fee.percentage, address: fee.address } }
}

/** A transaction in the form of existing clients: they read `value.hex` of each one, and need whole bytes there. */
export function toWire(step: Step, network: Network): WireTransaction {
  const { to, data, value } = step.transaction
  const { chainId } = network
  const digits = value.toString(16)
  const hex = `0x${digits.padStart(digits.length + (digits.length % 2), '0')}` as const
  const members = codecOf(network).transactionMembers(network, step)
  return { to, data, value: { type: 'BigNumber', hex }, chainId, ...members }
}
