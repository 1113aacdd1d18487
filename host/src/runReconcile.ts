import { parseArgs } from 'node:util'
import { claimUnmatchedPayment } from './api/unmatchedPayments/claimUnmatchedPayment.ts'
import { UnmatchedPaymentNotFoundError } from './api/unmatchedPayments/errors.ts'
import { createAudit } from './audit/createAudit.ts'
import { createChainClients } from './chains/createChainClients.ts'
import { openClock } from './clock/openClock.ts'
import type { Config } from './config.ts'
import { openExisting } from './db/databaseMark.ts'
import { migrate } from './db/migrate.ts'
import { COMMAND } from './folders.ts'
import { createLogger } from './log.ts'
import { createRandomPool } from './randomPool.ts'
import { describeReconciliation, reconcile } from './reconcile/reconcile.ts'

/**
 * Runs the operator's command `reconcile`: lists the payments of lost requests, or with a payment and a request counts that payment towards
 * that request, as the merchant could. `--finish` ends the reconciliation if it is complete. Returns null if the arguments are wrong, and false if a payment or a block is missing.
 *
 * @throws UnmatchedPaymentNotFoundError, RequestNotFoundError, ClaimRefusedError, ChainUnavailableError
 */
export async function runReconcile(
  config: Config,
  args: readonly string[],
  print: (line: string) => void,
): Promise<boolean | null> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean' }, finish: { type: 'boolean' } },
  })
  const [id, requestId, ...others] = positionals
  if (others.length > 0 || (id !== undefined && requestId === undefined)) return null
  if (id !== undefined && values.finish === true) return null
  await using db = await openExisting(config.databaseUrl)
  await migrate(db)
  const random = createRandomPool()
  const log = createLogger('silent')
  await using clock = await openClock({ db, log, random, wallClock: () => new Date() })
  const context = { config, db, log, random, clock, now: clock.now }
  if (id !== undefined && requestId !== undefined) {
    await claim(context, id, requestId)
    print(`The request ${requestId} counts the payment ${id}.`)
    return true
  }
  const found = await reconcile(context, { ends: values.finish === true })
  if (values.json === true) print(JSON.stringify(found, null, 2))
  else for (const line of describeReconciliation(found, COMMAND)) print(line)
  return found.isComplete
}

type Opened = Pick<
  Parameters<typeof claimUnmatchedPayment>[0],
  'config' | 'db' | 'log' | 'random' | 'now'
>

/** Counts a payment as its merchant's claim does, with the operator in the audit log. */
async function claim(context: Opened, id: string, requestId: string): Promise<void> {
  const payment = await context.db.kysely
    .selectFrom('unmatched_payments')
    .select('tenant_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (payment === undefined) throw new UnmatchedPaymentNotFoundError()
  const { tenant_id: tenantId } = payment
  const audit = createAudit(context, {
    tenantId,
    action: 'unmatched_payment.claimed',
    actor: { kind: 'operator', id: null },
  })
  await using chains = createChainClients(context.config.networks)
  // Market prices are left to a running host; a claimable request needs none.
  await claimUnmatchedPayment(
    { ...context, audit, chains, prices: null },
    { params: { id }, body: { requestId }, caller: { tenantId } },
  )
}
