import { createUlid } from '@secure-payment/core'
import { getNetwork } from '@secure-payment/core/networks'
import { hashPermit } from '@secure-payment/core/recurring'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { keccak256 } from '../keccak.ts'
import { payeeUnits } from '../requests/feePayments.ts'
import type { PlannedRequest } from '../requests/planRequest.ts'
import { permitDomainOf, permitOf } from './permitOf.ts'
import type { PlannedSchedule } from './planSchedule.ts'

/** A schedule's facts, apart from its amounts and its calendar. */
export type ScheduleFacts = {
  id: string
  tenantId: string
  /** The public value of the client ID that created the schedule. */
  clientId: string | null
  /** The request id of the schedule's first payment. */
  requestId: string
  /** The address of the ERC20RecurringPaymentProxy. */
  contract: string
  reference: string | null
  /** The customer as JSON text of `CustomerInfo`. */
  customerInfo: string | null
  now: Date
}

const ULID_RANDOM_BYTES = 10
const NONCE_BYTES = 32

/** Creates a schedule's id: a ULID. */
export function createScheduleId(context: Pick<Context, 'random'>, now: Date): string {
  return createUlid(now.getTime(), context.random(ULID_RANDOM_BYTES))
}

/** Builds the row of a new schedule, which waits for its signature: creates the permit's nonce and computes its digest. */
export function buildSchedule(
  context: Pick<Context, 'random'>,
  planned: { request: PlannedRequest; schedule: PlannedSchedule },
  facts: ScheduleFacts,
): Row<'recurring_payments'> {
  const { request, schedule } = planned
  const createdAt = facts.now.toISOString()
  const row: Row<'recurring_payments'> = {
    id: facts.id,
    tenant_id: facts.tenantId,
    client_id: facts.clientId,
    request_id: facts.requestId,
    network: getNetwork(request.network).id,
    token_address: schedule.token,
    payment_currency: request.paymentCurrency,
    payer: schedule.payer,
    payee: request.payee,
    amount: request.amount,
    amount_units: String(payeeUnits(request)),
    fee_percentage: request.fee?.percentage ?? null,
    fee_units: String(request.fee?.units ?? 0n),
    fee_address: request.fee?.address ?? null,
    frequency: schedule.recurrence.frequency,
    start_date: schedule.recurrence.startDate,
    total_payments: schedule.totalPayments,
    first_payment_s: schedule.firstPaymentS,
    period_s: schedule.periodS,
    deadline_s: schedule.deadlineS,
    permit_nonce: `0x${Buffer.from(context.random(NONCE_BYTES)).toString('hex')}`,
    contract: facts.contract,
    digest: '',
    permit_signature: null,
    status: 'pending',
    processed_payments: 0,
    next_index: 1,
    next_due_at: null,
    failure_count: 0,
    failure_reason: null,
    last_payment_at: null,
    spare_allowance_units: null,
    reference: facts.reference,
    customer_info: facts.customerInfo,
    created_at: createdAt,
    updated_at: createdAt,
    activated_at: null,
    approval_id: null,
  }
  return { ...row, digest: hashPermit(permitOf(row), permitDomainOf(row), keccak256) }
}
