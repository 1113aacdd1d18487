import { sql } from 'kysely'
import type { Context } from '../context.ts'

/** The state of the payments that payers sign and the relayer sends. */
export type SponsoredState = {
  /** By network and reason: stored payments that the relayer has not sent; the reason is `none` for a payment that it sends next. */
  waiting: readonly { network: string; reason: string; count: number }[]
  /** By network: the maximum cost of the payments of the last hour, in native coins. */
  costs: readonly { network: string; coins: number }[]
}

type Count = number | bigint | string
const HOUR_MS = 3_600_000
const GWEI_PER_COIN = 1e9

/** Reads the state of sponsored payments for metrics. */
export async function readSponsored({
  db: { kysely },
  now,
}: Pick<Context, 'db' | 'now'>): Promise<SponsoredState> {
  const since = new Date(now().getTime() - HOUR_MS).toISOString()
  const [waiting, costs] = await Promise.all([
    // The index of open payments needs its whole condition.
    sql<{ network: string; reason: string; count: Count }>`
      select network, coalesce(reason, 'none') as reason, count(*) as count from signed_payments
      where status in ('stored', 'sent') and status = 'stored'
      group by network, coalesce(reason, 'none')`.execute(kysely),
    sql<{ network: string; gwei: Count }>`
      select network, sum(cost_gwei) as gwei from signed_payments
      where created_at > ${since} group by network`.execute(kysely),
  ])
  return {
    waiting: waiting.rows.map((row) => ({ ...row, count: Number(row.count) })),
    costs: costs.rows.map(({ network, gwei }) => ({
      network,
      coins: Number(gwei) / GWEI_PER_COIN,
    })),
  }
}
