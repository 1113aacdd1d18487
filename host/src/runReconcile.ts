import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { BaseError } from '@secure-payment/core'
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
import { type ClaimPair, findUniquePayments, pairsOf, parsePairs } from './reconcile/claimPairs.ts'
import { describePairs, describeReconciliation, reconcile } from './reconcile/reconcile.ts'

/** The maximum number of claims per run, because each claim reads a block. */
const MAX_CLAIMS = 1_000

const OPTIONS = {
  json: { type: 'boolean' },
  finish: { type: 'boolean' },
  unique: { type: 'boolean' },
  yes: { type: 'boolean' },
  pairs: { type: 'string' },
} as const

/**
 * Runs the operator's command `reconcile`: lists the payments of lost requests. Before, it counts a payment towards a request, as the
 * merchant could: with two arguments this pair, with `--unique --yes` each payment that exactly one request matches, with `--pairs` those of a
 * file. `--unique` alone only prints the pairs. `--finish` ends the reconciliation if it is complete. Returns null if the arguments are wrong,
 * and false if a payment or a block is missing, or a claim failed.
 *
 * @throws ClaimFileError; and for two arguments, the errors of `claimUnmatchedPayment`
 */
export async function runReconcile(
  config: Config,
  args: readonly string[],
  print: (line: string) => void,
): Promise<boolean | null> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: OPTIONS,
  })
  const [id, requestId, ...others] = positionals
  if (others.length > 0 || (id !== undefined && requestId === undefined)) return null
  const modes = [id !== undefined, values.unique === true, values.pairs !== undefined]
  if (modes.filter(Boolean).length > 1 || (id !== undefined && values.finish === true)) return null
  const isPreview = values.unique === true && values.yes !== true
  if (isPreview && values.finish === true) return null
  if (values.yes === true && values.unique !== true) return null
  const given = values.pairs === undefined ? [] : parsePairs(readFileSync(values.pairs, 'utf8'))
  await using db = await openExisting(config.databaseUrl)
  await migrate(db)
  const random = createRandomPool()
  const log = createLogger('silent')
  await using clock = await openClock({ db, log, random, wallClock: () => new Date() })
  await using chains = createChainClients(config.networks)
  const context = { config, db, log, random, clock, chains, now: clock.now }
  if (id !== undefined && requestId !== undefined) {
    await claim(context, { paymentId: id, requestId })
    print(`The request ${requestId} counts the payment ${id}.`)
    return true
  }
  return countAndList(context, { ...values, given }, print)
}

type Choices = { json?: boolean; finish?: boolean; unique?: boolean; yes?: boolean }

/** Counts the chosen pairs, and prints what is left; `unique` without `yes` prints the pairs, and changes nothing. */
export async function countAndList(
  context: Opened & Parameters<typeof reconcile>[0],
  { json, finish = false, unique, yes, given }: Choices & { given: readonly ClaimPair[] },
  print: (line: string) => void,
): Promise<boolean> {
  const printJson = (found: object) => print(JSON.stringify(found, null, 2))
  // The JSON that follows has the facts of the text, so it stays whole.
  const printText = json === true ? () => {} : print
  let pairs = given
  if (unique === true) {
    const found = await reconcile(context)
    const payments = findUniquePayments(found.lost)
    pairs = pairsOf(payments)
    if (yes !== true) {
      for (const line of describePairs(payments, COMMAND)) printText(line)
      if (json === true) printJson({ ...found, pairs })
      return found.isComplete
    }
  }
  const isCounted = await claimAll(context, pairs, printText)
  const found = await reconcile(context, { ends: finish })
  if (json === true) printJson(found)
  for (const line of describeReconciliation(found, COMMAND)) printText(line)
  return found.isComplete && isCounted
}

type Opened = Pick<
  Parameters<typeof claimUnmatchedPayment>[0],
  'config' | 'db' | 'log' | 'random' | 'now' | 'chains'
>

/** Claims pairs one after another; a failed claim does not stop the others. Returns false if one failed or is left. */
export async function claimAll(
  context: Opened,
  pairs: readonly ClaimPair[],
  print: (line: string) => void,
): Promise<boolean> {
  let counted = 0
  const some = pairs.slice(0, MAX_CLAIMS)
  for (const pair of some) {
    try {
      await claim(context, pair)
      counted += 1
    } catch (error) {
      if (!(error instanceof BaseError)) throw error
      print(`${pair.paymentId} was not counted towards ${pair.requestId}: ${error.message}`)
    }
  }
  if (pairs.length > 0) print(`Counted ${counted} of ${pairs.length} payments.`)
  if (pairs.length > some.length) print(`One run counts at most ${MAX_CLAIMS}. Run it again.`)
  return counted === pairs.length
}

/** Counts a payment as its merchant's claim does, with the operator in the audit log. */
async function claim(context: Opened, { paymentId: id, requestId }: ClaimPair): Promise<void> {
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
  // Market prices are left to a running host; a claimable request needs none.
  await claimUnmatchedPayment(
    { ...context, audit, prices: null },
    { params: { id }, body: { requestId }, caller: { tenantId } },
  )
}
