import { InvalidInputError, isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { readRedirect } from '../../access/readRedirect.ts'
import type { Caller } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { changeUnpaid } from '../../paying/changeUnpaid.ts'
import { statusAt } from '../../paying/describeSecurePayment.ts'
import { EditRefusedError, RevisionConflictError } from '../../paying/editErrors.ts'
import { SecurePaymentNotFoundError } from '../../paying/errors.ts'
import { RequestCancelledError } from '../../paying/payErrors.ts'
import { writeCustomer } from '../../requests/customerColumn.ts'
import { readFeePlan, replanFees, writeFeePlan } from '../../requests/feePlan.ts'
import { guardSingleNode } from '../../requests/guardSingleNode.ts'
import { readOrder, writeOrder } from '../../requests/orderColumn.ts'
import { plannedWith } from '../../requests/plannedOf.ts'
import { type PlannedRequest, repriceRequest } from '../../requests/planRequest.ts'
import { readExpiry } from '../../requests/readExpiry.ts'
import { readOptions, saveOptions } from '../../requests/requestOptions.ts'
import type { WholeRequest } from '../../requests/requestPlan.ts'
import { editAccess } from './editAccess.ts'

type Update = typeof api.securePayments.update
type Body = Call<Update>['body']

/**
 * Edits an unpaid secure payment in the caller's tenant. The requests keep their payment references. Calldata that a payer obtained before
 * an edit pays the same request. The watcher compares such a payment with the current amount.
 *
 * @throws SecurePaymentNotFoundError, RequestCancelledError, RevisionConflictError, EditRefusedError, InvalidInputError,
 * SingleNodeLimitError
 */
export async function updateSecurePayment(
  context: Pick<
    Context,
    'audit' | 'chains' | 'config' | 'db' | 'log' | 'now' | 'random' | 'prices' | 'rates'
  >,
  { params: { token }, body, caller }: Call<Update>,
): Promise<Output<Update>> {
  if (!isUlid(token)) throw new SecurePaymentNotFoundError()
  const { feePlan, ...price } = await planPrice(context, { token, body, caller })
  const updated = await changeUnpaid<Output<Update>>(context, {
    caller,
    find: async (tx) => {
      const requestIds = await findIds(tx, token, caller)
      return requestIds.length === 0 ? null : { token, requestIds }
    },
    check: async (tx, { now }) => {
      guardEditable(await readPage(tx, token), { body, now })
      return null
    },
    refuse: (obstacle) => new EditRefusedError(obstacle),
    change: async (tx, { requests, now }) => {
      const page = await readPage(tx, token)
      const updatedAt = now.toISOString()
      const revision = page.revision + 1
      const expires =
        body.expiresAt === undefined
          ? {}
          : { expires_at: readExpiry(body.expiresAt, { now, lifetimeS: 0 }) }
      const reference = body.reference === undefined ? {} : { reference: body.reference }
      const redirect = await editRedirect(context, { page, body, caller })
      const access = await editAccess(context, tx, { body, requests, caller })
      await tx
        .updateTable('secure_payments')
        .set({ ...expires, ...reference, ...redirect, ...access, ...feePlan, revision })
        .where('token', '=', token)
        .execute()
      const requestIds = requests.map(({ id }) => id)
      await tx
        .updateTable('requests')
        .set({
          ...expires,
          ...reference,
          ...price,
          ...editCustomer(body),
          ...editOrder(body, requests),
          updated_at: updatedAt,
        })
        .where('id', 'in', requestIds)
        .execute()
      await saveOptions(tx, requestIds)
      await context.audit?.write(tx, token)
      return { token, revision, requestIds, updatedAt }
    },
  })
  if (updated === null) throw new SecurePaymentNotFoundError()
  return updated
}

/** Only an open link that a merchant's customers pay can be edited, and only in the version that the caller has read. */
function guardEditable(
  page: Row<'secure_payments'>,
  { body, now }: { body: Body; now: Date },
): void {
  if (page.status === 'invalidated') throw new RequestCancelledError({ supportUrl: null })
  if (page.flow === 'pay') throw new EditRefusedError({ reason: 'payout' })
  if (page.revision !== body.revision) throw new RevisionConflictError(page)
  if (page.is_reusable === 1 && body.customerInfo != null) throw refuseCustomer()
  if (statusAt(page, now) === 'expired') throw new EditRefusedError({ reason: 'expired' })
}

function refuseCustomer(): InvalidInputError {
  const message = 'must be omitted, because a reusable link has any number of payers'
  return new InvalidInputError([{ field: 'customerInfo', code: 'conflicting_fields', message }])
}

/**
 * Plans a stated amount before the transaction begins, because planning may read rates. Currencies and fee percentage never change, so the
 * columns are still correct under the lock.
 */
async function planPrice(
  context: Pick<Context, 'config' | 'db' | 'prices' | 'rates'>,
  { token, body: { amount }, caller }: { token: string; body: Body; caller: Caller },
): Promise<Price> {
  if (amount === undefined) return {}
  const rows = await context.db.kysely
    .selectFrom('requests')
    .selectAll()
    .where('secure_payment_token', '=', token)
    .where('tenant_id', '=', caller.tenantId)
    .execute()
  const [row, ...others] = rows
  if (row === undefined) throw new SecurePaymentNotFoundError()
  if (others.length > 0) throw severalItems('amount', rows.length)
  const options = await readOptions(context.db.kysely, row.option_count === 0 ? [] : [row.id])
  const planned: PlannedRequest = repriceRequest(plannedWith(row, options.get(row.id)), amount)
  for (const one of [planned, ...(planned.options ?? [])]) {
    await guardSingleNode(context, [one], 'amount')
  }
  const page = await readPage(context.db.kysely, token)
  const plan = await replanFees(context, planned, readFeePlan(page.fee_plan))
  return {
    feePlan: { fee_plan: writeFeePlan(plan) },
    amount,
    expected_units: String(planned.amountUnits),
    fee_units: String(planned.fee?.units ?? 0n),
  }
}

/** The columns of an edited amount: those of the request and, in `feePlan`, those of the page. */
type Price = Partial<Pick<Row<'requests'>, 'amount' | 'expected_units' | 'fee_units'>> & {
  feePlan?: Pick<Row<'secure_payments'>, 'fee_plan'>
}

function severalItems(field: string, count: number): InvalidInputError {
  const message = `belongs to one item, but the payment has ${count}`
  return new InvalidInputError([{ field, code: 'amount_unsupported', message }])
}

async function findIds(tx: Tx, token: string, { tenantId }: Caller): Promise<string[]> {
  const rows = await tx
    .selectFrom('requests')
    .select('id')
    .where('secure_payment_token', '=', token)
    .where('tenant_id', '=', tenantId)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

function readPage(tx: Pick<Tx, 'selectFrom'>, token: string): Promise<Row<'secure_payments'>> {
  return tx
    .selectFrom('secure_payments')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirstOrThrow()
}

/** Returns the redirect's columns after the edit; a label needs a URL. */
async function editRedirect(
  context: Pick<Context, 'db'>,
  { page, body, caller }: { page: Row<'secure_payments'>; body: Body; caller: Caller },
) {
  const { redirectUrl = page.redirect_url, redirectLabel = page.redirect_label } = body
  const isRemoved = body.redirectUrl === null && body.redirectLabel === undefined
  return readRedirect(
    context,
    {
      redirectUrl: redirectUrl ?? undefined,
      redirectLabel: isRemoved ? undefined : (redirectLabel ?? undefined),
    },
    caller,
  )
}

function editCustomer({ customerInfo }: Body): Partial<Pick<Row<'requests'>, 'customer_info'>> {
  return customerInfo === undefined ? {} : { customer_info: writeCustomer(customerInfo ?? {}) }
}

/** Returns the order after the edit; its lines must add up to the amount after the edit. */
function editOrder(
  { order, amount }: Body,
  requests: readonly WholeRequest[],
): Partial<Pick<Row<'requests'>, 'order_details'>> {
  if (order === undefined && amount === undefined) return {}
  const priced = requests.map((request) => ({ amount: amount ?? request.amount }))
  const [first] = requests
  const kept = readOrder(first?.order_details ?? null).order
  return { order_details: writeOrder(order === undefined ? kept : (order ?? undefined), priced) }
}
