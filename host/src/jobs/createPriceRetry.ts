import { type ClaimContext, readBlockAgain } from '../claims/readBlockAgain.ts'
import type { Row } from '../db/schema.ts'
import { NO_PRICE } from '../settlement/detectedPayment.ts'

/** The maximum number of blocks that one step reads again, so that unpriced payments delay no other job for long. */
const BLOCKS_A_STEP = 10
/** The interval between two passes over the young unpriced payments. */
const PASS_EVERY_MS = 60_000
/** Payments older than this are read only in a pass over all, because a price that is still missing seldom appears later. */
const YOUNG_MS = 3_600_000
/** The interval between two passes over all unpriced payments. */
const ALL_EVERY_MS = 3_600_000
/** After this time, no source is expected to return a payment's price. */
const MAX_AGE_MS = 30 * 24 * 3_600_000

/** This text sorts before every id. */
const FIRST = ''

type Unpriced = Pick<Row<'unmatched_payments'>, 'id' | 'network' | 'block_number'>

/**
 * Creates the job that rereads the blocks of payments without a price. A payment whose price is known by then counts as if the price
 * had been known at once, with its events.
 */
export function createPriceRetry(context: ClaimContext): () => Promise<{ more: boolean }> {
  let cursor: string | null = null
  let nextPassMs = Number.NEGATIVE_INFINITY
  let nextAllMs = Number.NEGATIVE_INFINITY
  let sinceMs = 0
  return async () => {
    const nowMs = context.now().getTime()
    if (context.prices === null) return { more: false }
    if (cursor === null) {
      if (isBefore(nowMs, nextPassMs, PASS_EVERY_MS)) return { more: false }
      const isYoungOnly = isBefore(nowMs, nextAllMs, ALL_EVERY_MS)
      if (!isYoungOnly) nextAllMs = nowMs + ALL_EVERY_MS
      sinceMs = nowMs - (isYoungOnly ? YOUNG_MS : MAX_AGE_MS)
    }
    const page = await readPage(context, { after: cursor, sinceMs })
    const blocks = new Map(page.map((row) => [`${row.network} ${row.block_number}`, row]))
    for (const row of blocks.values()) await retry(context, row)
    // The pass ends at a page that is not full.
    cursor = page[BLOCKS_A_STEP - 1]?.id ?? null
    if (cursor === null) nextPassMs = nowMs + PASS_EVERY_MS
    return { more: cursor !== null }
  }
}

/** Returns whether a time is still in the future. A clock that was set back must not delay it. */
function isBefore(nowMs: number, nextMs: number, everyMs: number): boolean {
  return nowMs < nextMs && nextMs - nowMs <= everyMs
}

async function readPage(
  { db, config }: Pick<ClaimContext, 'db' | 'config'>,
  { after, sinceMs }: { after: string | null; sinceMs: number },
): Promise<readonly Unpriced[]> {
  const served = config.networks.map(({ network }) => network.id)
  return db.kysely
    .selectFrom('unmatched_payments')
    .select(['id', 'network', 'block_number'])
    .where('reason', '=', NO_PRICE)
    .where('network', 'in', served)
    .where('id', '>', after ?? FIRST)
    .where('detected_at', '>', new Date(sinceMs).toISOString())
    .orderBy('id')
    .limit(BLOCKS_A_STEP)
    .execute()
}

/** Reads one block again; a failure leaves its payments for the next pass. */
async function retry(context: ClaimContext, row: Unpriced): Promise<void> {
  try {
    await readBlockAgain(context, row)
  } catch (error) {
    context.log.warn({ network: row.network, err: error }, 'Could not price a payment again')
  }
}
