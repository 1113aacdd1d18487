import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'

/** The maximum number of rows per statement, far below both engines' parameter limits. */
const ROWS_A_STATEMENT = 500

type Dialect = Context['db']['dialect']

/** The columns of a request that are needed to look up its refund. */
type Request = Pick<Row<'requests'>, 'id' | 'is_payout'>

/** Reads the refunds that these requests pay, by request id. Only payouts are looked up, because no other request pays a refund. */
export async function findRefunds(
  tx: Tx,
  requests: Iterable<Request>,
): Promise<ReadonlyMap<string, Row<'refunds'>>> {
  const ids = [...requests].flatMap(({ id, is_payout }) => (is_payout === 1 ? id : []))
  const found = new Map<string, Row<'refunds'>>()
  for (let at = 0; at < ids.length; at += ROWS_A_STATEMENT) {
    const rows = await tx
      .selectFrom('refunds')
      .selectAll()
      .where('refund_request_id', 'in', ids.slice(at, at + ROWS_A_STATEMENT))
      .execute()
    for (const row of rows) found.set(row.refund_request_id, row)
  }
  return found
}

/** Reads the requests whose refunds these requests pay. */
export async function findRefunded(
  tx: Tx,
  refundRequestIds: readonly string[],
): Promise<readonly string[]> {
  const found = new Set<string>()
  for (let at = 0; at < refundRequestIds.length; at += ROWS_A_STATEMENT) {
    const rows = await tx
      .selectFrom('refunds')
      .select('request_id')
      .where('refund_request_id', 'in', refundRequestIds.slice(at, at + ROWS_A_STATEMENT))
      .execute()
    // Money that counts towards no request has an empty id here.
    for (const { request_id } of rows) if (request_id !== '') found.add(request_id)
  }
  return [...found]
}

/** Sets one of the times of refunds, in the order of their ids, so that no two transactions wait for each other. */
export async function setRefunds(
  tx: Tx,
  dialect: Dialect,
  ids: readonly string[],
  change: Partial<
    Pick<Row<'refunds'>, 'cancelled_at' | 'confirmed_at' | 'exceeds_at' | 'held_at'>
  > & {
    updated_at: string
  },
): Promise<void> {
  const ordered = [...ids].sort()
  for (let at = 0; at < ordered.length; at += ROWS_A_STATEMENT) {
    const some = ordered.slice(at, at + ROWS_A_STATEMENT)
    await lockRefunds(tx, dialect, some)
    await tx.updateTable('refunds').set(change).where('id', 'in', some).execute()
  }
}

async function lockRefunds(tx: Tx, dialect: Dialect, ids: readonly string[]): Promise<void> {
  if (dialect === 'sqlite') return
  await tx
    .selectFrom('refunds')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Holds the refunds, in any state, of payments that are no longer on the chain. A confirmed refund also stores the time of the hold.
 * `requestIds` are the removed payments' locked requests. Returns the refunds that now have the status `held`, by request.
 */
export async function holdRefunds(
  tx: Tx,
  context: Pick<Context, 'db' | 'now'>,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, readonly HeldRefund[]>> {
  const at = context.now().toISOString()
  const held: HeldRefund[] = []
  for (let from = 0; from < requestIds.length; from += ROWS_A_STATEMENT) {
    const rows = await tx
      .selectFrom('refunds')
      .select(['id', 'request_id', 'confirmed_at', 'cancelled_at'])
      .where('request_id', 'in', requestIds.slice(from, from + ROWS_A_STATEMENT))
      .where('held_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('payments')
              .select('payments.id')
              .whereRef('payments.network', '=', 'refunds.network')
              .whereRef('payments.tx_hash', '=', 'refunds.tx_hash')
              .whereRef('payments.request_id', '=', 'refunds.request_id'),
          ),
        ),
      )
      .execute()
    const ids = rows.map(({ id }) => id)
    await setRefunds(tx, context.db.dialect, ids, { held_at: at, updated_at: at })
    held.push(...rows.filter((row) => row.confirmed_at === null && row.cancelled_at === null))
  }
  return Map.groupBy(held, ({ request_id }) => request_id)
}

type HeldRefund = Pick<Row<'refunds'>, 'id' | 'request_id'>

/** A recorded payment. */
type Recorded = {
  id: string
  requestId: string
  network: string
  txHash: string
  logIndex: number
}

/**
 * Releases the refunds of payments that are on the chain again, and binds them to the new rows. Only requests whose payments left the
 * chain are looked up. Returns these refunds' requests.
 */
export async function releaseRefunds(
  tx: Tx,
  context: Pick<Context, 'db' | 'now'>,
  facts: {
    requests: Iterable<Pick<Row<'requests'>, 'id' | 'revocations'>>
    payments: readonly Recorded[]
  },
): Promise<readonly string[]> {
  const revoked = [...facts.requests].flatMap(({ id, revocations }) => (revocations > 0 ? id : []))
  const updated_at = context.now().toISOString()
  const released: string[] = []
  for (let from = 0; from < revoked.length; from += ROWS_A_STATEMENT) {
    const rows = await tx
      .selectFrom('refunds')
      .select(['id', 'request_id', 'network', 'tx_hash', 'log_index'])
      .where('request_id', 'in', revoked.slice(from, from + ROWS_A_STATEMENT))
      .where('held_at', 'is not', null)
      .orderBy('id')
      .execute()
    for (const row of rows) {
      const payment = findPayment(row, facts.payments)
      if (payment === null) continue
      await tx
        .updateTable('refunds')
        .set({ payment_id: payment.id, held_at: null, updated_at })
        .where('id', '=', row.id)
        .execute()
      released.push(row.request_id)
    }
  }
  return released
}

/**
 * Finds a refund's payment; by its log index, if its transaction made several payments of the request. Null if it is not among the
 * payments.
 */
function findPayment(
  refund: Pick<Row<'refunds'>, 'request_id' | 'network' | 'tx_hash' | 'log_index'>,
  payments: readonly Recorded[],
): Recorded | null {
  const same = payments.filter(
    ({ requestId, network, txHash }) =>
      requestId === refund.request_id && network === refund.network && txHash === refund.tx_hash,
  )
  return same.find(({ logIndex }) => logIndex === refund.log_index) ?? same[0] ?? null
}
