import type { Context } from '../context.ts'
import { isUniqueViolation } from '../db/errors.ts'
import type { NewRow } from '../db/schema.ts'
import type { SpanFacts } from '../tracing/tracing.ts'
import { type CreatedRows, commitRequests } from './commitRequests.ts'
import { guardUnpaid } from './guardUnpaid.ts'

/** The number of attempts with new ids after a clash of references, which is practically impossible with random ids. */
const MAX_TRIES = 3

const COMMIT: SpanFacts = { name: 'commit created rows', kind: 'internal', attributes: {} }

/**
 * Commits the rows that `build` makes and returns its response once they are durable. Each attempt builds again, so the response always
 * contains the stored ids; if `build` fails, nothing is stored. `commit` stores the rows, all or none; by default together with
 * other calls' rows. For an owner with too many unpaid requests, this function stores nothing.
 *
 * @throws TooManyUnpaidError, and what `build` and `commit` throw
 */
export async function commitCreated<T>(
  context: Pick<Context, 'audit' | 'config' | 'db' | 'metrics' | 'now' | 'tracing'>,
  build: () => Promise<{ rows: CreatedRows; answer: T }>,
  commit: (context: Pick<Context, 'db'>, rows: CreatedRows) => Promise<void> = commitRequests,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    const { rows, answer } = await build()
    const settle = await guardRows(context, rows)
    const readyMs = performance.now()
    const end = context.tracing?.begin(() => COMMIT)
    try {
      await commit(context, { ...rows, auditEntry: auditEntryOf(context, rows) })
      context.metrics?.created((performance.now() - readyMs) / 1_000)
      return answer
    } catch (error) {
      // The idempotency key may be the clash; the caller of this function then returns the response that was stored first.
      if (!isUniqueViolation(error) || tried >= MAX_TRIES) throw error
    } finally {
      end?.()
      settle()
    }
  }
}

/** Returns a payout's audit log entry, with the id of its schedule, its link, or its first refund or request; null for other calls. */
function auditEntryOf(
  { audit }: Pick<Context, 'audit'>,
  { recurringPayment, securePayment, refunds, requests }: CreatedRows,
): NewRow<'audit_log'> | null {
  const [first] = refunds ?? requests
  const subject = recurringPayment?.id ?? securePayment?.token ?? first?.id ?? null
  return audit?.row(subject) ?? null
}

/** Checks the limits on unpaid requests; all requests in one create call have the same owner. */
async function guardRows(
  context: Pick<Context, 'config' | 'db' | 'now'>,
  { requests }: CreatedRows,
): Promise<() => void> {
  const [first] = requests
  if (first === undefined) return () => undefined
  const owner = {
    tenantId: first.tenant_id,
    clientId: first.client_id ?? null,
    addressDigest: first.address_digest ?? null,
  }
  return guardUnpaid(context, owner, requests.length)
}
