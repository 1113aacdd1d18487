import { BaseError } from '@secure-payment/core'
import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import type { Database } from '../db/openDatabase.ts'
import { siteOf } from './digestAddress.ts'
import { firstIdAt } from './firstIdAt.ts'

/** The owner whose unpaid requests are counted. */
type Owner = { tenantId: string; clientId: string | null; addressDigest: string | null }
/**
 * The kinds of counts. For a merchant, those that its client IDs made, which any visitor can, and the others count
 * apart.
 */
type Kind = 'address' | 'site' | 'clientId' | 'pages' | 'servers'
/** The owner whose rows are counted, and the limit. */
type Count = { kind: Kind; value: string; limit: number }

/** Unpaid requests count for a day. */
const WINDOW_MS = 86_400_000
/** After a count a host creates a share of the rest without counting again, for this long at most. */
const SHARE = 8
/** Near the limit at least so much of it, so that not each create counts: it may be passed by as little. */
const LEAST_SHARE = 1_000
const FRESH_MS = 10_000
/** A full owner is counted again after this time. */
const FULL_MS = 2_000
const RETRY_AFTER_S = 60
/** An address that has less than this part of its bound is still served where others have filled a client ID. */
const FEW_PART = 100
/** And where addresses have no bound. */
const FEW = 10
/** Owners whose counts a host keeps in memory, some 200 bytes each. */
const MAX_OWNERS = 20_000

/** The caller has created as many requests without a payment as are allowed per day. */
export class TooManyUnpaidError extends BaseError {
  readonly code = 'too_many_unpaid_requests'
  readonly kind = 'rate_limited'
  readonly retryAfterS = RETRY_AFTER_S

  constructor(facts: { kind: Kind; limit: number }) {
    const { whose, setting } = OWNERS[facts.kind]
    super(`${whose} created ${facts.limit} requests in 24 hours that are unpaid, the maximum.`, {
      hint: `Wait until some are paid or one day old, or have the operator raise ${setting}.`,
      retryable: true,
    })
  }
}

const OWNERS = {
  site: { whose: 'This address', setting: 'PAY_UNPAID_ADDRESS' },
  address: { whose: 'This address', setting: 'PAY_UNPAID_ADDRESS' },
  clientId: { whose: 'This client ID', setting: 'PAY_UNPAID_CLIENT_ID' },
  pages: { whose: 'The pages of this merchant', setting: 'PAY_UNPAID_MERCHANT' },
  servers: { whose: 'This merchant', setting: 'PAY_UNPAID_MERCHANT' },
} as const satisfies Record<Kind, { whose: string; setting: string }>

/**
 * The number that a host may create for an owner before it counts again, and the number let through: counters that only
 * grow.
 */
type Room = {
  left: number
  untilMs: number
  /** A call for more than the rest is refused without a count. */
  isFull: boolean
  granted: number
  /** The granted creates that were stored, or failed to be. The rest is on its way, where no count sees it. */
  settled: number
  /** A count that is under way: callers that arrive during it wait for it instead of counting as well. */
  counting: Promise<unknown> | null
}

const roomsOf = new WeakMap<Database, LRUCache<string, Room>>()

/**
 * Ensures that an address, a client ID and a merchant have not created too many requests in the last 24 hours that were
 * not paid. The count reads an index up to the limit and no further; most creates count nothing. The caller calls the
 * returned function once they are stored, or failed to be.
 *
 * A client ID is public, so strangers can fill its bound: an address with few requests is served beyond it. An IPv6
 * address counts by its /48 there, of which a subscriber may have all. The bound of a merchant counts client IDs and
 * servers apart, so strangers use none of the share of the merchant's server.
 *
 * @throws TooManyUnpaidError
 */
export async function guardUnpaid(
  context: Pick<Context, 'config' | 'db' | 'now'>,
  owner: Owner,
  count: number,
): Promise<() => void> {
  const { unpaid } = context.config
  const { addressDigest, clientId, tenantId } = owner
  const owners = [
    { kind: 'address', value: addressDigest, limit: unpaid.address },
    { kind: 'clientId', value: clientId, limit: unpaid.clientId },
    { kind: clientId === null ? 'servers' : 'pages', value: tenantId, limit: unpaid.tenant },
  ] as const
  const fewOf = Math.ceil((unpaid.address ?? FEW * FEW_PART) / FEW_PART)
  const few = (value: string) => ({ kind: 'site', value: siteOf(value), limit: fewOf }) as const
  const taken: Room[] = []
  const settle = () => {
    for (const room of taken.splice(0)) room.settled += count
  }
  try {
    for (const { kind, value, limit } of owners) {
      if (value === null || limit === null) continue
      const own = await takeRoom(context, { kind, value, limit }, count)
      const mayPass = own === null && kind === 'clientId' && addressDigest !== null
      const room = mayPass ? await takeRoom(context, few(addressDigest), count) : own
      if (room === null) throw new TooManyUnpaidError({ kind, limit })
      taken.push(room)
    }
  } catch (error) {
    settle()
    throw error
  }
  return settle
}

/** Null: there is none. */
async function takeRoom(
  context: Pick<Context, 'db' | 'now'>,
  asked: Count,
  count: number,
): Promise<Room | null> {
  const room = findRoom(context.db, asked)
  for (;;) {
    const nowMs = context.now().getTime()
    const isFresh = Math.abs(room.untilMs - nowMs) <= FRESH_MS && room.untilMs > nowMs
    if (isFresh && room.left >= count) {
      room.left -= count
      room.granted += count
      return room
    }
    if (isFresh && room.isFull) return null
    if (room.counting === null) break
    // Its result applies to them too; where it fails, so do they.
    await room.counting
  }
  const counting = recount(context, asked, { room, count })
  room.counting = counting
  try {
    return (await counting) ? room : null
  } finally {
    room.counting = null
  }
}

/** Counts the stored rows, and reserves the room for one call where there is any. */
async function recount(
  context: Pick<Context, 'db' | 'now'>,
  asked: Count,
  { room, count }: { room: Room; count: number },
): Promise<boolean> {
  const { limit } = asked
  const nowMs = context.now().getTime()
  const { granted, settled } = room
  const counted = await countUnpaid(context, asked)
  // Creates that were under way when the count began, and those granted during it: the count may have seen none of
  // them.
  const free = limit - counted - (granted - settled) - (room.granted - granted)
  room.isFull = free < count
  room.untilMs = nowMs + (room.isFull ? FULL_MS : FRESH_MS)
  if (room.isFull) {
    room.left = Math.max(free, 0)
    return false
  }
  const share = Math.max(Math.ceil(free / SHARE), Math.ceil(limit / LEAST_SHARE), count)
  room.left = Math.min(share, free) - count
  room.granted += count
  return true
}

function findRoom(db: Database, { kind, value, limit }: Count): Room {
  const rooms = roomsOf.get(db) ?? new LRUCache<string, Room>({ max: MAX_OWNERS })
  roomsOf.set(db, rooms)
  const key = `${kind}:${limit}:${value}`
  const room = rooms.get(key) ?? {
    left: 0,
    untilMs: 0,
    isFull: false,
    granted: 0,
    settled: 0,
    counting: null,
  }
  rooms.set(key, room)
  return room
}

/** Each reads an index, whose rows are unpaid alone. */
const FILTERS: Readonly<Record<Kind, (value: string) => RawBuilder<unknown>>> = {
  address: (value) => sql`address_digest = ${value}`,
  // Digests are hex, and `g` sorts behind it.
  site: (value) => sql`address_digest >= ${value} and address_digest < ${`${value}g`}`,
  clientId: (value) => sql`client_id = ${value}`,
  pages: (value) => sql`tenant_id = ${value} and client_id is not null`,
  servers: (value) => sql`tenant_id = ${value} and client_id is null`,
}

async function countUnpaid(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { kind, value, limit }: Count,
): Promise<number> {
  const since = firstIdAt(now().getTime() - WINDOW_MS)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 as one from requests
      where ${FILTERS[kind](value)} and status = 'created' and id >= ${since}
      limit ${limit}) as unpaid`.execute(db.kysely)
  return Number(rows[0]?.count ?? 0)
}
