import type { Step } from '@secure-payment/core'
import type {
  api,
  BatchCalldata,
  Output,
  SecurePayment,
  SingleCalldata,
} from '@secure-payment/core/api'
import { NO_BATCH_FEE } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { rememberAnswers } from '../../http/rememberAnswers.ts'
import type { RenderedAnswer } from '../../http/renderedAnswer.ts'
import { nonEmpty } from '../../nonEmpty.ts'
import { codecOf } from '../../requests/chainCodec.ts'
import { chooseCrosschain } from './chooseCrosschain.ts'
import { describeBatchFee } from './describeBatchFee.ts'
import { describeMeans } from './describeMeans.ts'
import { describeSecurePayment, factsOf } from './describeSecurePayment.ts'
import { findPermit } from './findPermit.ts'
import { guardBatchChain } from './guardBatchChain.ts'
import { guardNotInProgress } from './guardNotInProgress.ts'
import { guardNotProcessing } from './guardNotProcessing.ts'
import { guardPayable } from './guardPayable.ts'
import { guardPayer } from './guardPayer.ts'
import { loadSecurePayment } from './loadSecurePayment.ts'
import { planRemainder } from './payable.ts'
import { planCrosschain } from './planCrosschain.ts'
import {
  isApproval,
  type PlanContext,
  type PlannedSteps,
  planSteps,
  planStepsOfAnyone,
  splitSteps,
} from './planSteps.ts'
import { readWallet } from './readWallet.ts'
import { remainingUnits } from './remainingUnits.ts'

type Pay = typeof api.securePayments.pay
type WireTransaction = BatchCalldata['batchPaymentTransaction']

const writeAnswer = rememberAnswers()

/**
 * Returns the transactions that pay the rest of a secure payment, on its network or from the chain and token that the
 * call names. Reads only; safe to repeat.
 */
export async function paySecurePayment(
  context: PlanContext & Pick<Context, 'db' | 'bridge' | 'random'>,
  { params, query, caller }: Call<Pay>,
): Promise<Output<Pay> | RenderedAnswer> {
  const stored = await loadSecurePayment(context, { token: params.token, caller })
  const wallet = readWallet(query.wallet, stored.securePayment.network)
  guardPayer(context, stored, wallet)
  const now = context.now()
  const guard = () => {
    const payment = describeSecurePayment(context.config, stored, now, wallet)
    guardPayable(payment)
    guardNotProcessing(payment, stored)
    guardNotInProgress(payment, stored, { now })
    const { paymentType } = payment
    if (paymentType === 'batch') guardBatchChain(context, payment, query)
    const [payable] = paymentType === 'batch' ? [] : open()
    const crosschain = payable && chooseCrosschain(context, payable, { ...query, wallet })
    return { paymentType, crosschain: crosschain ?? null }
  }
  const open = () =>
    stored.requests.filter((request) => remainingUnits(request) > 0n).map(planRemainder)
  const isConverted = stored.requests.some((request) => request.plan.way === 'converted')
  const isBatch = open().length > 1
  if (wallet !== null || isConverted || isBatch) {
    const { paymentType, crosschain } = guard()
    const { bridge } = context
    if (crosschain !== null && bridge !== null) {
      return planCrosschain({ ...context, bridge }, crosschain)
    }
    const planned = await planSteps(context, nonEmpty(open()), wallet)
    const described = describePlan(paymentType, planned)
    if (wallet === null || !('transactions' in described)) return described
    const permit = await findPermit(context, planned, {
      wallet,
      tenantId: stored.securePayment.tenant_id,
    })
    if (permit === null) return described
    return { ...described, metadata: { ...described.metadata, permit } }
  }
  const { chain = '', token = '' } = query
  const facts = { ...factsOf(stored, now), chain, token }
  const describe = () =>
    describePlan(
      guard().paymentType,
      planStepsOfAnyone(context, nonEmpty(open()), [], NO_BATCH_FEE),
    )
  return writeAnswer(context, { key: params.token, facts, describe })
}

function describePlan(
  paymentType: SecurePayment['paymentType'],
  planned: PlannedSteps,
): SingleCalldata | BatchCalldata {
  return paymentType === 'single' ? describeSingle(planned) : describeBatch(planned)
}

function describeSingle({ network, steps, means }: PlannedSteps): SingleCalldata {
  const needsApproval = steps.some(isApproval)
  return {
    transactions: steps.map((step) => toWire(step, network)),
    metadata: {
      stepsRequired: steps.length,
      needsApproval,
      approvalTransactionIndex: needsApproval ? 0 : null,
      paymentTransactionIndex: steps.length - 1,
      ...describeMeans(means),
    },
  }
}

function describeBatch(planned: PlannedSteps): BatchCalldata {
  const { network } = planned
  const { approvals, payment } = splitSteps(planned)
  return {
    ERC20ApprovalTransactions: approvals.map((step) => toWire(step, network)),
    batchPaymentTransaction: toWire(payment, network),
    metadata: { ...describeMeans(planned.means), ...describeBatchFee(planned) },
  }
}

/** Existing clients need the number 0 for tokens; a number cannot hold native amounts, so those are hex. */
function toWire(step: Step, network: Network): WireTransaction {
  const { to, data, value } = step.transaction
  const members = codecOf(network).transactionMembers(network, step)
  return { to, data, value: value === 0n ? 0 : `0x${value.toString(16)}`, ...members }
}
