import type { Context } from '../context.ts'

/** Returns the networks on which a payment may arrive soon; all watchers of a host share one instance. */
export type OpenCheck = {
  isOpen(networkId: string): Promise<boolean>
}

/**
 * The result of one database query serves all networks for this time. After a new request, detection is therefore fast again within this
 * time plus one tick.
 */
export const CACHE_MS = 400
const DAY_MS = 24 * 3_600_000
/**
 * An unpaid request without a link can always be paid. Its network is polled closely for this long after the request's creation or last
 * change.
 */
const CLOSE_DAYS = 7

/**
 * Finds unpaid requests that were created or changed recently: within a link's lifetime, or a week, plus a day. A link that has
 * just expired may still be paid, and a bridge may need hours. Every payment (through a link, an intent, a recurring payout or an
 * offramp) belongs to such a request. Payments of older requests are still found, at an idle network's pace.
 */
export function createOpenCheck(
  context: Pick<Context, 'db' | 'now' | 'config'>,
  nowMs: () => number = () => performance.now(),
): OpenCheck {
  const ids = context.config.networks.map(({ network }) => network.id)
  const closeMs = Math.max(CLOSE_DAYS * DAY_MS, context.config.linkLifetimeS * 1_000) + DAY_MS
  let kept: { open: Promise<ReadonlySet<string>>; untilMs: number } | null = null
  return {
    async isOpen(networkId) {
      if (kept === null || nowMs() >= kept.untilMs) {
        const since = new Date(context.now().getTime() - closeMs).toISOString()
        kept = { open: readOpen(context, ids, since), untilMs: nowMs() + CACHE_MS }
      }
      return (await kept.open).has(networkId)
    },
  }
}

/** The query needs two seeks per network: in the index of unpaid requests, and in that of their options. */
async function readOpen(
  { db }: Pick<Context, 'db'>,
  ids: readonly string[],
  since: string,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { kysely } = db
  const row = await kysely
    .selectNoFrom((eb) =>
      (['requests', 'request_options'] as const).flatMap((table) =>
        ids.map((id, index) =>
          eb
            .selectFrom(table)
            .select('network')
            .where('network', '=', id)
            .where('has_been_paid', '=', eb.lit(0))
            .where('updated_at', '>', since)
            .orderBy('network')
            .orderBy('updated_at', 'desc')
            .limit(1)
            .as(`${table}_${index}`),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return new Set(Object.values(row).filter((network) => network !== null))
}
