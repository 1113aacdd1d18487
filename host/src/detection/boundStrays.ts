import type { Context } from '../context.ts'
import { isLostBlock, noteOmission, readRestore } from '../restores/restore.ts'
import { among } from '../search/among.ts'
import { UNKNOWN_REFERENCE, type UnmatchedPayment } from '../settlement/detectedPayment.ts'

/** The maximum number of cheap payments with unknown references that are kept per payee and range, because any sender may create more. */
const MAX_STRAYS_A_PAYEE = 50
/** The same maximum for blocks after a restored backup, whose payments may belong to lost requests. */
const MAX_LOST_A_PAYEE = 1_000
/** The number of hashes per statement, below both engines' parameter limits. */
const HASHES_A_STATEMENT = 5_000

/**
 * Omits cheap payments with unknown references above a limit per payee and range. A payment in a listed token with a known value is cheap
 * only below 0.10 USD. A stored payment does not use up the limit, so each rescan stores further ones. An omission from blocks after a
 * restored backup is stored, because `reconcile` cannot be complete then.
 */
export async function boundStrays(
  context: Pick<Context, 'db' | 'now' | 'log'>,
  network: string,
  unmatched: readonly UnmatchedPayment[],
): Promise<readonly UnmatchedPayment[]> {
  const byPayee = Map.groupBy(unmatched.filter(isCheapStray), ({ payee }) => payee)
  const many = [...byPayee].filter(([, { length }]) => length > MAX_STRAYS_A_PAYEE)
  if (many.length === 0) return unmatched
  const restore = await readRestore(context)
  const isLost = ({ blockNumber }: UnmatchedPayment) => isLostBlock(restore, network, blockNumber)
  const dropped = new Set<UnmatchedPayment>()
  for (const [payee, ofPayee] of many) {
    const stored = await readStored(context, network, ofPayee)
    const fresh = ofPayee.filter((payment) => !stored.has(placeOf(payment)))
    const over = fresh.slice(fresh.some(isLost) ? MAX_LOST_A_PAYEE : MAX_STRAYS_A_PAYEE)
    if (over.length === 0) continue
    for (const payment of over) dropped.add(payment)
    context.log.warn(
      { network, payee, count: over.length },
      'Omitted cheap payments with unknown references',
    )
  }
  if ([...dropped].some(isLost)) await noteOmission(context, network)
  return unmatched.filter((payment) => !dropped.has(payment))
}

function isCheapStray({ reason, isNotable, worthUsd }: UnmatchedPayment): boolean {
  return reason === UNKNOWN_REFERENCE && (!isNotable || worthUsd === null)
}

async function readStored(
  { db }: Pick<Context, 'db'>,
  network: string,
  payments: readonly UnmatchedPayment[],
): Promise<ReadonlySet<string>> {
  const hashes = [...new Set(payments.map(({ txHash }) => txHash))]
  const stored = new Set<string>()
  for (let at = 0; at < hashes.length; at += HASHES_A_STATEMENT) {
    const rows = await db.kysely
      .selectFrom('unmatched_payments')
      .select(['tx_hash as txHash', 'log_index as logIndex'])
      .where('network', '=', network)
      .where(among(db.dialect, 'tx_hash', hashes.slice(at, at + HASHES_A_STATEMENT)))
      .execute()
    for (const row of rows) stored.add(placeOf(row))
  }
  return stored
}

function placeOf({ txHash, logIndex }: Pick<UnmatchedPayment, 'txHash' | 'logIndex'>): string {
  return `${txHash} ${logIndex}`
}
