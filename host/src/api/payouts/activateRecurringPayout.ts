import { InvalidInputError } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { isSameAddress } from '@secure-payment/core/evm'
import { hashPermit } from '@secure-payment/core/recurring'
import type { Hex } from 'viem'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { keccak256 } from '../../keccak.ts'
import { approveTransactions } from '../../recurring/approveTransactions.ts'
import { describeAllowance } from '../../recurring/describeAllowance.ts'
import { dueDate } from '../../recurring/dueDate.ts'
import { RecurringStateError } from '../../recurring/errors.ts'
import { guardDeadline } from '../../recurring/guardDeadline.ts'
import { guardActivation } from '../../recurring/guardRunningPayouts.ts'
import { loadSchedule, lockSchedule } from '../../recurring/loadSchedule.ts'
import { networkOf } from '../../recurring/networkOf.ts'
import { permitDomainOf, permitOf } from '../../recurring/permitOf.ts'
import { readScheduleAllowance } from '../../recurring/readAllowancePlan.ts'
import { readSoon } from '../../recurring/readSoon.ts'
import { refuseContractPayer } from '../../recurring/refuseContractPayer.ts'
import { requireRelayerRole } from '../../recurring/requireRecurring.ts'
import { requireRelayAllowance } from '../../recurring/requireRelayAllowance.ts'

type Activate = typeof api.payouts.activate
type ActivateContext = Pick<Context, 'config' | 'db' | 'now' | 'chains' | 'log'>

/**
 * Accepts the payer's signature of a permit. From then on the service sends the payout; payments that fell due before
 * are sent at once, in order. The signature must be over exactly the permit that is stored. Of two concurrent calls,
 * one succeeds. Returns the approval that is still missing, where a node returns it in time: the payout is active
 * either way.
 *
 * @throws RecurringPaymentNotFoundError, RecurringStateError, InvalidInputError naming `permitSignature`,
 * PayerIsContractError, RecurringUnavailableError, TooManyPayoutsError, ChainUnavailableError
 */
export async function activateRecurringPayout(
  context: ActivateContext,
  { params, body, caller }: Pick<Call<Activate>, 'params' | 'body' | 'caller'>,
): Promise<Output<Activate>> {
  const asked = { id: params.id, caller }
  const row = await loadSchedule(context, asked)
  guardPending(row)
  guardDeadline(row, context.now())
  const signature = await readSignature(row, body.permitSignature)
  await refuseContractPayer(context, { network: row.network, payer: row.payer })
  await requireRelayerRole(context, row)
  await requireRelayAllowance(context, { tenantId: caller.tenantId, network: row.network })
  await context.db.transaction(async (tx) => {
    const current = await lockSchedule(tx, context.db.dialect, asked)
    guardPending(current)
    await guardActivation(tx, context, caller)
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
  })
  const message = 'Recurring payment activated successfully'
  return { id: row.id, status: 'active', message, ...(await findLackingApproval(context, row)) }
}

/**
 * Read after the commit: an approval replaces the one before it. Of several payouts that are activated, also
 * concurrently, the last response counts all of them.
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

/** The signature in the contract's form: lower case, and v as 27 or 28. */
async function readSignature(row: Row<'recurring_payments'>, signature: string): Promise<Hex> {
  const digest = hashPermit(permitOf(row), permitDomainOf(row), keccak256)
  // The signature library is large, and few hosts ever need it.
  const { recoverSigner } = await import('../../auth/wallet/recoverSigner.ts')
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
