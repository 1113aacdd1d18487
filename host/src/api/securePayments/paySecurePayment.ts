import type {
  api,
  BatchCalldata,
  Output,
  SecurePayment,
  SingleCalldata,
} from '@secure-payment/core/api'
import { NO_BATCH_FEE } from '@secure-payment/core/evm'
import { describeRequest } from '@secure-payment/core/ways'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { rememberAnswers } from '../../http/rememberAnswers.ts'
import type { RenderedAnswer } from '../../http/renderedAnswer.ts'
import { nonEmpty } from '../../nonEmpty.ts'
import { atNamedQuote } from '../../paying/atNamedQuote.ts'
import { chooseCrosschain, guardBatchChain } from '../../paying/chooseCrosschain.ts'
import { describeBatchCalldata, describeCalldata, pageForm } from '../../paying/describeCalldata.ts'
import { describeFeeBundle } from '../../paying/describeFeeBundle.ts'
import { describeSecurePayment, factsOf } from '../../paying/describeSecurePayment.ts'
import { findPermit } from '../../paying/findPermit.ts'
import { findSigned } from '../../paying/findSigned.ts'
import { guardPayer, guardPayment } from '../../paying/guardPayment.ts'
import { guardScreened, isScreened } from '../../paying/guardScreened.ts'
import { loadSecurePayment } from '../../paying/loadSecurePayment.ts'
import { planRemainders } from '../../paying/payable.ts'
import { planCrosschain } from '../../paying/planCrosschain.ts'
import {
  type PlanContext,
  type PlannedSteps,
  type Priced,
  planSteps,
  planStepsOfAnyone,
} from '../../paying/planSteps.ts'
import { readWallet } from '../../paying/readWallet.ts'

type Pay = typeof api.securePayments.pay

const writeAnswer = rememberAnswers()

/** The prices of one direct request. */
const UNPRICED: Priced = { rates: [], quotes: [], fee: NO_BATCH_FEE }

/**
 * Returns the transactions that pay the rest of a secure payment, on its network or from the chain and token that the call names. The
 * call only reads, so it is safe to repeat.
 *
 * @throws what `loadSecurePayment`, `guardPayer`, `guardPayment`, `guardScreened`, `chooseCrosschain`, `planCrosschain`, `atNamedQuote`
 *   and `planSteps` throw
 */
export async function paySecurePayment(
  context: PlanContext & Pick<Context, 'db' | 'bridge' | 'random' | 'screening'>,
  { params, query, caller }: Pick<Call<Pay>, 'params' | 'query' | 'caller'>,
): Promise<Output<Pay> | RenderedAnswer> {
  const stored = await loadSecurePayment(context, {
    token: params.token,
    caller,
    option: query.option,
  })
  const wallet = readWallet(query.wallet, stored.securePayment.network)
  guardPayer(context, stored, wallet)
  const now = context.now()
  const open = planRemainders(stored.requests)
  const priced = () => nonEmpty(atNamedQuote(open, query.quote))
  const withFees = <A extends object>(answer: A) => ({
    ...('transactions' in answer && { paymentType: 'single' as const }),
    ...answer,
    feeBundle: describeFeeBundle(open, stored.securePayment),
  })
  const guard = () => {
    const payment = describeSecurePayment(context.config, stored, now, wallet)
    guardPayment(payment, stored, { now })
    const { paymentType } = payment
    if (paymentType === 'batch') guardBatchChain(context, payment, query)
    return paymentType
  }
  const choose = async () => {
    const paymentType = guard()
    const [payable] = paymentType === 'batch' ? [] : open
    const asked = { ...query, wallet }
    const crosschain = payable && (await chooseCrosschain(context, payable, asked))
    return { paymentType, crosschain: crosschain ?? null }
  }
  if (isScreened(context, stored.access)) {
    guard()
    await guardScreened(context, stored, wallet)
  }
  const isPriced =
    query.quote !== undefined ||
    stored.requests.some(({ plan }) => describeRequest(plan).pricing !== 'none')
  if (wallet !== null || isPriced || open.length > 1) {
    const { paymentType, crosschain } = await choose()
    const { bridge } = context
    if (crosschain !== null && bridge !== null) {
      return withFees(await planCrosschain({ ...context, bridge }, crosschain))
    }
    const planned = await planSteps(context, priced(), wallet)
    const described = withFees(describePlan(paymentType, planned))
    if (wallet === null || !('transactions' in described)) return described
    const { tenant_id: tenantId, client_id: clientId } = stored.securePayment
    const [permit, signed] = await Promise.all([
      findPermit(context, planned, { wallet, tenantId }),
      query.signed === undefined
        ? {}
        : findSigned(context, planned, { payables: open, wallet, tenantId, clientId }),
    ])
    const metadata = permit === null ? described.metadata : { ...described.metadata, permit }
    return { ...described, ...signed, metadata }
  }
  // Without a wallet, another chain is an error.
  if (query.chain !== undefined) await choose()
  const { chain = '', token = '' } = query
  const facts = { ...factsOf(stored, now), chain, token }
  const describe = () =>
    withFees(describePlan(guard(), planStepsOfAnyone(context, nonEmpty(open), UNPRICED)))
  return writeAnswer(context, { key: `${params.token} ${query.option}`, facts, describe })
}

function describePlan(
  paymentType: SecurePayment['paymentType'],
  planned: PlannedSteps,
): SingleCalldata | BatchCalldata {
  return paymentType === 'single'
    ? describeCalldata(planned, pageForm)
    : describeBatchCalldata(planned, pageForm)
}
