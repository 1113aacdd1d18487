import { sql } from 'kysely'
import type { Context } from '../context.ts'

/** The inputs of the state that metrics show. */
export type StateContext = Pick<Context, 'config' | 'db' | 'now'>

/** The state of the database's queues, for all hosts together. Ages are in seconds. */
export type QueueState = {
  /** Webhook deliveries that are not completed, counted up to {@link MAX_COUNTED}. */
  deliveriesPending: number
  /** The time since the oldest due delivery should have been sent; 0 if none is due. */
  deliveriesOverdueS: number
  /** By lease: the time until its holder must renew it; negative if no host holds it. */
  leases: readonly { lease: string; remainsS: number }[]
  /** By network: the relayer's transactions that are not mined; absent without any. */
  relayed: readonly { network: string; pending: number; oldestS: number }[]
  /** By network: the gas that the relayer has spent today (UTC), for all merchants. */
  gasToday: readonly { network: string; gas: number }[]
  /** By network: the time since a watcher last read the chain; absent without a cursor. */
  watched: readonly { network: string; silentS: number }[]
}

/** A larger number of waiting deliveries is not counted, so that a long queue does not delay the response. */
const MAX_COUNTED = 100_000

/** Reads the state with a few small statements, which use indexes. */
export async function readState({ config, db, now }: StateContext): Promise<QueueState> {
  const nowMs = now().getTime()
  const at = new Date(nowMs).toISOString()
  const served = new Set(config.networks.map(({ network }) => network.id))
  const secondsSince = (time: string) => (nowMs - Date.parse(time)) / 1_000
  const [pending, overdue, leases, relayed, gas, cursors] = await Promise.all([
    countPending(db),
    findOldestDue(db, at),
    db.kysely.selectFrom('leases').select(['name', 'expires_at']).execute(),
    readRelayed(db),
    db.kysely
      .selectFrom('relay_spending')
      .select(['network', 'gas'])
      .where('day', '=', at.slice(0, 10))
      .where('bucket', '=', '')
      .execute(),
    db.kysely.selectFrom('chain_cursors').select(['network', 'updated_at']).execute(),
  ])
  return {
    deliveriesPending: pending,
    deliveriesOverdueS: overdue === null ? 0 : Math.max(0, secondsSince(overdue)),
    leases: leases
      .filter(({ name }) => isStanding(name, served))
      .map(({ name, expires_at }) => ({ lease: name, remainsS: -secondsSince(expires_at) })),
    relayed: relayed.map(({ network, pending, oldest }) => ({
      network,
      pending: Number(pending),
      oldestS: secondsSince(oldest),
    })),
    gasToday: gas.map((row) => ({ network: row.network, gas: Number(row.gas) })),
    watched: cursors
      .filter(({ network }) => served.has(network))
      .map((row) => ({ network: row.network, silentS: Math.max(0, secondsSince(row.updated_at)) })),
  }
}

/** Leases of single records are too many for labels, so only the leases of networks and jobs count. */
function isStanding(name: string, served: ReadonlySet<string>): boolean {
  const [kind, network] = name.split(':', 2)
  if (network === undefined) return name === 'track intents' || name === 'poll offramps'
  return (kind === 'watch' || kind === 'relay') && served.has(network)
}

async function countPending({ kysely }: StateContext['db']): Promise<number> {
  const { rows } = await sql<{ pending: number | bigint }>`
    select count(*) as pending from (
      select 1 from webhook_deliveries where status = 'pending' limit ${sql.lit(MAX_COUNTED)}
    ) as waiting`.execute(kysely)
  return Number(rows[0]?.pending ?? 0)
}

/** Needs one probe of an index per active endpoint. */
async function findOldestDue({ kysely }: StateContext['db'], at: string): Promise<string | null> {
  const { rows } = await sql<{ oldest: string | null }>`
    select min(due_at) as oldest from (
      select (
        select min(delivery.due_at) from webhook_deliveries as delivery
        where delivery.endpoint_id = endpoint.id and delivery.status = 'pending'
      ) as due_at from webhook_endpoints as endpoint where endpoint.is_active = 1
    ) as firsts where due_at <= ${at}`.execute(kysely)
  return rows[0]?.oldest ?? null
}

async function readRelayed({
  kysely,
}: StateContext['db']): Promise<{ network: string; pending: number | bigint; oldest: string }[]> {
  const { rows } = await sql<{ network: string; pending: number | bigint; oldest: string }>`
    select network, count(*) as pending, min(created_at) as oldest from relayer_transactions
    where status = 'pending' group by network`.execute(kysely)
  return rows
}
