import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { hasGasLeft } from '../relayer/relayAllowance.ts'
import { type RelayContext, writeLeased } from '../relayer/relayContext.ts'
import { buildRequestRow } from '../requests/buildRequestRow.ts'
import { identifyPeriod } from '../requests/identifyPeriod.ts'
import { plannedOf } from '../requests/plannedOf.ts'
import { dueDate } from './dueDate.ts'

/** The maximum number of payments that one run opens, at most one per recurring payout. */
const MAX_OPENED = 100

/**
 * Opens the payments that have fallen due, in one transaction. Each payment gets an execution and, from a payout's second payment on, a
 * separate request. The key of an execution is its payout and its index, so none is opened twice. A payout has one open payment at a time:
 * payments that fell due while no host ran are opened one by one, in order.
 */
export async function openExecutions(
  context: Pick<RelayContext, 'config' | 'db' | 'now' | 'random' | 'sealer' | 'settings' | 'lease'>,
): Promise<{ count: number }> {
  const { db, settings, now } = context
  const facts = { network: settings.network.id, dueAt: now().toISOString(), context }
  if ((await selectDue(db.kysely, facts).limit(1).execute()).length === 0) {
    return { count: 0 }
  }
  return writeLeased(context, async (tx) => {
    const query = selectDue(tx, facts).limit(MAX_OPENED)
    const due = await (db.dialect === 'postgres' ? query.forUpdate().skipLocked() : query).execute()
    for (const schedule of due) await open(tx, context, schedule)
    return { count: due.length }
  })
}

/** Finds the active payouts of merchants with gas left whose next payment is due and has no execution yet, longest due first. */
function selectDue(
  db: Tx | Context['db']['kysely'],
  {
    network,
    dueAt,
    context,
  }: { network: string; dueAt: string; context: Pick<Context, 'config' | 'now'> },
) {
  return db
    .selectFrom('recurring_payments as s')
    .selectAll('s')
    .where('s.network', '=', network)
    .where('s.next_due_at', '<=', dueAt)
    .where('s.status', '=', 'active')
    .whereRef('s.next_index', '<=', 's.total_payments')
    .where(hasGasLeft(context))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('recurring_executions as e')
            .select('e.payment_index')
            .whereRef('e.recurring_payment_id', '=', 's.id')
            .whereRef('e.payment_index', '=', 's.next_index'),
        ),
      ),
    )
    .orderBy('s.next_due_at')
    .orderBy('s.id')
}

async function open(
  tx: Tx,
  context: Pick<Context, 'now' | 'random' | 'sealer'>,
  schedule: Row<'recurring_payments'>,
): Promise<void> {
  const now = context.now().toISOString()
  const isFirst = schedule.next_index === 1
  const requestId = isFirst ? schedule.request_id : await addRequest(tx, context, schedule)
  await tx
    .insertInto('recurring_executions')
    .values({
      recurring_payment_id: schedule.id,
      payment_index: schedule.next_index,
      network: schedule.network,
      request_id: requestId,
      status: 'due',
      due_at: schedule.next_due_at ?? now,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** Builds a request for the same amount and payee as the first payment, with a separate id and reference. */
async function addRequest(
  tx: Tx,
  context: Pick<Context, 'now' | 'random' | 'sealer'>,
  schedule: Row<'recurring_payments'>,
): Promise<string> {
  const parent = await tx
    .selectFrom('requests')
    .selectAll()
    .where('id', '=', schedule.request_id)
    .executeTakeFirstOrThrow()
  const plan = { way: 'scheduled', recurringPaymentId: schedule.id } as const
  const request = buildRequestRow(
    context,
    { ...plannedOf(parent), plan },
    {
      tenantId: parent.tenant_id,
      clientId: parent.client_id,
      origin: parent.origin,
      reference: parent.reference,
      now: context.now(),
      identity: identifyPeriod(context, parent, dueDate(schedule, schedule.next_index)),
      payer: parent.payer,
      customerInfo: parent.customer_info,
      original: { requestId: parent.id, paymentReference: parent.payment_reference },
      recipientIdentifier: parent.recipient_identifier,
    },
  )
  await tx.insertInto('requests').values(request).execute()
  return request.id
}
