import { InvalidInputError } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { isSameAddress } from '@secure-payment/core/evm'
import { hashPermit } from '@secure-payment/core/recurring'
import type { Hex } from 'viem'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { keccak256 } from '../keccak.ts'
import { approveTransactions } from './approveTransactions.ts'
import { describeAllowance } from './describeAllowance.ts'
import { dueDate } from './dueDate.ts'
import { RecurringStateError } from './errors.ts'
import { guardApproved } from './guardApproved.ts'
import { guardDeadline } from './guardDeadline.ts'
import { guardActivation } from './guardRunningPayouts.ts'
import { type AskedSchedule, loadSchedule, lockSchedule } from './loadSchedule.ts'
import { networkOf } from './networkOf.ts'
import { permitDomainOf, permitOf } from './permitOf.ts'
import { readScheduleAllowance } from './readAllowancePlan.ts'
import { readSoon } from './readSoon.ts'
import { refuseContractPayer } from './refuseContractPayer.ts'
import { requireRelayerRole } from './requireRecurring.ts'
import { requireRelayAllowance } from './requireRelayAllowance.ts'

type Activate = typeof api.payouts.activate
type ActivateContext = Pick<Context, 'audit' | 'config' | 'db' | 'now' | 'chains' | 'log'>

/**
 * Accepts the payer's signature of a permit. From then on the service sends the payout; overdue payments are sent at once, in order. The
 * signature must be over exactly the permit that is stored. Of two concurrent calls, only one succeeds. Returns the approval that is still
 * missing, if a node returns it in time: the payout is active either way.
 *
 * @throws RecurringPaymentNotFoundError, RecurringStateError, InvalidInputError naming `permitSignature`,
 * PayerIsContractError, RecurringUnavailableError, TooManyPayoutsError, ChainUnavailableError
 */
export async function activateRecurringPayout(
  context: ActivateContext,
  asked: AskedSchedule,
  permitSignature: string,
): Promise<Output<Activate>> {
  const row = await loadSchedule(context, asked)
  guardPending(row)
  await guardApproved(context.db.kysely, row)
  guardDeadline(row, context.now())
  const signature = await readSignature(row, permitSignature)
  await refuseContractPayer(context, { network: row.network, payer: row.payer })
  await requireRelayerRole(context, row)
  await requireRelayAllowance(context, { tenantId: asked.caller.tenantId, network: row.network })
  await context.db.transaction(async (tx) => {
    const current = await lockSchedule(tx, context.db.dialect, asked)
    guardPending(current)
    await guardApproved(tx, current)
    await guardActivation(tx, context, asked.caller)
    const now = context.now().toISOString()
    await tx
      .updateTable('recurring_payments')
      .set({
        status: 'active',
        permit_signature: signature,
        next_due_at: dueDate(current, current.next_index).toISOString(),
        activated_at: now,
        updated_at: now,
      })
      .where('id', '=', current.id)
      .execute()
    await context.audit?.write(tx, current.id)
  })
  const message = 'Recurring payment activated successfully'
  return { id: row.id, status: 'active', message, ...(await findLackingApproval(context, row)) }
}

/**
 * The approval is read after the commit, because an approval replaces the previous one. If several payouts are activated, even
 * concurrently, the last response covers all of them.
 */
async function findLackingApproval(
  context: ActivateContext,
  row: Row<'recurring_payments'>,
): Promise<Pick<Output<Activate>, 'metadata' | 'transactions'>> {
  const plan = await readSoon(context, row, () => readScheduleAllowance(context, row))
  if (plan === null) return {}
  const transactions = approveTransactions(networkOf(context, row), row, plan)
  return { metadata: describeAllowance(plan), transactions }
}

function guardPending({ status }: Pick<Row<'recurring_payments'>, 'status'>): void {
  switch (status) {
    case 'pending':
      return
    case 'active':
    case 'paused':
      throw new RecurringStateError('already_active')
    case 'completed':
      throw new RecurringStateError('already_completed')
    case 'cancelled':
      throw new RecurringStateError('already_cancelled')
    default:
      status satisfies never
  }
}

/**
 * Returns the payer's signature in the contract's form: lower case, with v as 27 or 28.
 *
 * @throws InvalidInputError naming `permitSignature`
 */
async function readSignature(row: Row<'recurring_payments'>, signature: string): Promise<Hex> {
  const digest = hashPermit(permitOf(row), permitDomainOf(row), keccak256)
  // Loads the signature library at its first use, because the library is large and few hosts need it.
  const { recoverSigner } = await import('../auth/wallet/recoverSigner.ts')
  const signer = await recoverSigner(digest, signature)
  if (signer === null || !isSameAddress(signer, row.payer)) {
    throw new InvalidInputError([
      {
        field: 'permitSignature',
        code: 'invalid_signature',
        message: 'is not the signature of this permit by its payer',
      },
    ])
  }
  const digits = signature.toLowerCase().replace(/^0x/, '')
  const v = Number.parseInt(digits.slice(-V_DIGITS), 16)
  return `0x${digits.slice(0, -V_DIGITS)}${v === 1 || v === 28 ? '1c' : '1b'}`
}

const V_DIGITS = 2
