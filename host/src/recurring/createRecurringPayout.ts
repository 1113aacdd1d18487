import type { api, Input, PayoutSchedule, RecurringPayout } from '@secure-payment/core/api'
import { checksumAddress } from '@secure-payment/core/evm'
import { getNetwork, type Network } from '@secure-payment/core/networks'
import { atField } from '../atField.ts'
import { type Caller, creatorOf } from '../auth/caller.ts'
import { refuseHostedPage } from '../auth/refuseHostedPage.ts'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import type { AcceptedAnswer } from '../http/acceptedAnswer.ts'
import type { IdempotencyClaim } from '../http/idempotency.ts'
import { buildRequestRow } from '../requests/buildRequestRow.ts'
import { commitPayout, waitingRows } from '../requests/commitPayout.ts'
import { decideFee } from '../requests/decideFee.ts'
import { refuseReservedDestinations } from '../requests/destinationPolicies.ts'
import { payerUnits } from '../requests/feePayments.ts'
import { findBoundDestination } from '../requests/findBoundDestination.ts'
import { guardPayees } from '../requests/guardPayees.ts'
import { guardSingleNode } from '../requests/guardSingleNode.ts'
import { type PlannedRequest, planRequest } from '../requests/planRequest.ts'
import type { AllowancePlan } from './allowance.ts'
import { approveTransactions } from './approveTransactions.ts'
import { buildSchedule, createScheduleId } from './buildSchedule.ts'
import { describeAllowance } from './describeAllowance.ts'
import { describePermit } from './describePermit.ts'
import { RecurringUnavailableError } from './errors.ts'
import { guardWorth } from './guardWorth.ts'
import { type PlannedSchedule, planSchedule } from './planSchedule.ts'
import { readAllowancePlan } from './readAllowancePlan.ts'
import { refuseContractPayer } from './refuseContractPayer.ts'
import { requireRecurring } from './requireRecurring.ts'
import { requireRelayAllowance } from './requireRelayAllowance.ts'

type Create = typeof api.payouts.create
type CreateCall = Pick<Input<Create>, 'body'> & {
  caller: Caller
  idempotency: IdempotencyClaim | null
}
type CreateContext = Pick<
  Context,
  'audit' | 'config' | 'db' | 'now' | 'random' | 'chains' | 'prices' | 'rates'
>

const CREATED = 201

/**
 * Creates a recurring payout, which waits for its payer's signature, with the request of its first payment. Returns once both are
 * durable, with the permit to sign and the approvals that the payer must still send. Stores nothing for a payout that cannot be sent, or
 * that costs the relayer more than it transfers.
 *
 * @throws CallerRefusedError, InvalidInputError naming the field, RecurringUnavailableError, PayerIsContractError,
 * ChainUnavailableError, and what `planRequest` throws
 */
export async function createRecurringPayout(
  context: CreateContext,
  { body, caller, idempotency }: CreateCall,
  recurrence: PayoutSchedule,
): Promise<RecurringPayout | AcceptedAnswer> {
  refuseHostedPage(caller)
  const now = context.now()
  const request = planRequest(context.config, body, {
    fee: decideFee(body, caller),
    bound: findBoundDestination(caller),
    path: '',
  })
  await guardPayees(context, caller, [request], () => 'payee')
  await refuseReservedDestinations(context, caller, [request], {
    isReceived: false,
    fieldAt: () => 'payee',
  })
  await guardSingleNode(context, [request], 'amount')
  requireEvm(request.network)
  // Errors name the field in which the caller stated the payer.
  const stated = atField(body.payerField ?? 'payer', () => checksumAddress(body.payer ?? ''))
  const schedule = planSchedule(request, { payer: stated, recurrence }, now)
  const { network, contract } = await requireRecurring(context, request.network)
  await requireRelayAllowance(context, { tenantId: caller.tenantId, network: network.id })
  const { payer } = schedule
  const [allowance] = await Promise.all([
    readAllowance(context, { request, schedule, contract }),
    refuseContractPayer(context, { network: network.id, payer, field: body.payerField }),
    guardWorth(context, request),
  ])
  const { customerInfo = {} } = body
  const facts = {
    ...creatorOf(caller),
    reference: body.reference ?? null,
    customerInfo: Object.keys(customerInfo).length === 0 ? null : JSON.stringify(customerInfo),
    now,
  }
  const payout = {
    caller,
    kind: 'schedule',
    items: [request],
    times: schedule.totalPayments,
  } as const
  return commitPayout<RecurringPayout | AcceptedAnswer>(context, payout, async (approvalId) => {
    const id = createScheduleId(context, now)
    const plan = { way: 'scheduled', recurringPaymentId: id } as const
    const requestRow = buildRequestRow(context, { ...request, plan }, { ...facts, payer })
    const row = buildSchedule(
      context,
      { request, schedule },
      { ...facts, id, requestId: requestRow.id, contract },
    )
    const requests = [requestRow]
    const rows = { securePayment: null, requests, recurringPayment: row, idempotencyKey: null }
    if (approvalId !== null) return waitingRows(rows, approvalId, idempotency)
    const answer = describeCreated(network, row, allowance)
    const idempotencyKey = idempotency?.row(CREATED, answer) ?? null
    return { rows: { ...rows, idempotencyKey }, answer }
  })
}

function requireEvm(network: string): void {
  if (getNetwork(network).family === 'evm') return
  throw new RecurringUnavailableError({ network, reason: 'evm_only' })
}

async function readAllowance(
  context: CreateContext,
  facts: { request: PlannedRequest; schedule: PlannedSchedule; contract: string },
): Promise<AllowancePlan> {
  const { request, schedule, contract } = facts
  const { payer, token } = schedule
  const ownUnits = payerUnits(request) * BigInt(schedule.totalPayments)
  const { network } = request
  return readAllowancePlan(context, { network, payer, token, contract, ownUnits, schedule: null })
}

function describeCreated(
  network: Network,
  row: Row<'recurring_payments'>,
  allowance: AllowancePlan,
): RecurringPayout {
  const transactions = approveTransactions(network, row, allowance)
  return {
    id: row.id,
    requestId: row.request_id,
    transactions,
    recurringPaymentPermit: describePermit(row),
    metadata: {
      // The payer's signature is a step in addition to the approvals.
      stepsRequired: transactions.length + 1,
      ...describeAllowance(allowance),
    },
  }
}
