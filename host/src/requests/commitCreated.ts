import type { Context } from '../context.ts'
import { isUniqueViolation } from '../db/errors.ts'
import { type CreatedRows, commitRequests } from './commitRequests.ts'
import { guardUnpaid } from './guardUnpaid.ts'

/** Tries with new ids after a clash of references, which by chance does not happen. */
const MAX_TRIES = 3

/**
 * Commits the rows that `build` makes and returns its response once they are durable. Each try builds again, so the
 * response is always about the stored ids; when `build` fails nothing is stored. `commit` stores the rows, all or none;
 * by default together with those of other creates. Nothing is stored for an owner with too many unpaid requests.
 *
 * @throws TooManyUnpaidError, and what `build` and `commit` throw
 */
export async function commitCreated<T>(
  context: Pick<Context, 'config' | 'db' | 'now'>,
  build: () => Promise<{ rows: CreatedRows; answer: T }>,
  commit: (context: Pick<Context, 'db'>, rows: CreatedRows) => Promise<void> = commitRequests,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    const { rows, answer } = await build()
    const settle = await guardRows(context, rows)
    try {
      await commit(context, rows)
      return answer
    } catch (error) {
      // The clash may also be the idempotency key's: then the last error leads to the response that was stored first.
      if (!isUniqueViolation(error) || tried >= MAX_TRIES) throw error
    } finally {
      settle()
    }
  }
}

/** One create is of one owner. */
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
