import type { api, PayoutSchedule, RecurringPayout } from '@secure-payment/core/api'
import { checksumAddress } from '@secure-payment/core/evm'
import { getNetwork, type Network } from '@secure-payment/core/networks'
import { atField } from '../../atField.ts'
import { addressDigestOf, clientIdOf } from '../../auth/caller.ts'
import { CallerRefusedError } from '../../auth/errors.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import type { AllowancePlan } from '../../recurring/allowance.ts'
import { approveTransactions } from '../../recurring/approveTransactions.ts'
import { buildSchedule, createScheduleId } from '../../recurring/buildSchedule.ts'
import { describeAllowance } from '../../recurring/describeAllowance.ts'
import { describePermit } from '../../recurring/describePermit.ts'
import { RecurringUnavailableError } from '../../recurring/errors.ts'
import { guardWorth } from '../../recurring/guardWorth.ts'
import { type PlannedSchedule, planSchedule } from '../../recurring/planSchedule.ts'
import { readAllowancePlan } from '../../recurring/readAllowancePlan.ts'
import { refuseContractPayer } from '../../recurring/refuseContractPayer.ts'
import { requireRecurring } from '../../recurring/requireRecurring.ts'
import { requireRelayAllowance } from '../../recurring/requireRelayAllowance.ts'
import { buildRequestRow } from '../../requests/buildRequestRow.ts'
import { commitCreated } from '../../requests/commitCreated.ts'
import { decideFee } from '../../requests/decideFee.ts'
import { findBoundDestination } from '../../requests/findBoundDestination.ts'
import { guardPayees } from '../../requests/guardPayees.ts'
import { guardSingleNode } from '../../requests/guardSingleNode.ts'
import { type PlannedRequest, planRequest } from '../../requests/planRequest.ts'

type Create = typeof api.payouts.create
type CreateCall = Pick<Call<Create>, 'body' | 'caller' | 'idempotency'>
type CreateContext = Pick<Context, 'config' | 'db' | 'now' | 'random' | 'chains' | 'rates'>

const CREATED = 201

/**
 * Creates a recurring payout, which waits for its payer's signature, with the request of its first payment. Returns
 * once both are durable: the permit to sign and the approvals that the payer still has to send. Nothing is stored for a
 * payout that could not be sent, or that costs its relayer more than it moves.
 *
 * @throws CallerRefusedError, InvalidInputError naming the field, RecurringUnavailableError, PayerIsContractError,
 * ChainUnavailableError, and what `planRequest` throws
 */
export async function createRecurringPayout(
  context: CreateContext,
  { body, caller, idempotency }: CreateCall,
  recurrence: PayoutSchedule,
): Promise<RecurringPayout> {
  if (caller.credential === 'clientId' && caller.isFirstParty) {
    throw new CallerRefusedError('client_id_restricted')
  }
  const now = context.now()
  const request = planRequest(context.config, body, {
    fee: decideFee(body, caller),
    bound: findBoundDestination(caller),
    path: '',
  })
  await guardPayees(context, caller, [request], () => 'payee')
  await guardSingleNode(context, [request], 'amount')
  requireEvm(request.network)
  // An error names the field that the caller sent.
  atField(body.payerField ?? 'payer', () => checksumAddress(body.payer ?? ''))
  const schedule = planSchedule(request, { payer: body.payer ?? '', recurrence }, now)
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
    tenantId: caller.tenantId,
    clientId: clientIdOf(caller),
    reference: body.reference ?? null,
    customerInfo: Object.keys(customerInfo).length === 0 ? null : JSON.stringify(customerInfo),
    now,
  }
  return commitCreated(context, async () => {
    const id = createScheduleId(context, now)
    const plan = { way: 'scheduled', recurringPaymentId: id } as const
    const requestRow = buildRequestRow(
      context,
      { ...request, plan },
      {
        ...facts,
        origin: caller.credential === 'clientId' ? caller.origin : null,
        addressDigest: addressDigestOf(caller),
        payer,
      },
    )
    const row = buildSchedule(
      context,
      { request, schedule },
      { ...facts, id, requestId: requestRow.id, contract },
    )
    const answer = describeCreated(network, row, allowance)
    const idempotencyKey = idempotency?.row(CREATED, answer) ?? null
    const requests = [requestRow]
    return {
      rows: { securePayment: null, requests, recurringPayment: row, idempotencyKey },
      answer,
    }
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
  const ownUnits =
    (request.amountUnits + (request.fee?.units ?? 0n)) * BigInt(schedule.totalPayments)
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
      // The signature is one more action.
      stepsRequired: transactions.length + 1,
      ...describeAllowance(allowance),
    },
  }
}
