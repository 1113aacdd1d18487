import { BaseError } from '@secure-payment/core'
import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { siteOf } from '../auth/digestAddress.ts'
import type { Context } from '../context.ts'
import { isListed } from '../db/isListed.ts'
import type { Database } from '../db/openDatabase.ts'
import { firstIdAt } from './firstIdAt.ts'

/** The owner whose unpaid requests are counted. The copies of reusable links count only for the addresses that opened them. */
type Owner = { tenantId: string | null; clientId: string | null; addressDigest: string | null }
/**
 * The kinds of counts. A merchant's requests through client IDs are counted separately from its other requests, because any visitor can
 * create them.
 */
type Kind = 'address' | 'site' | 'clientId' | 'pages' | 'servers'
/** The owner whose rows are counted, and the limit. */
type Count = { kind: Kind; value: string; limit: number }

/** Unpaid requests count for a day. */
const WINDOW_MS = 86_400_000
/** After a count, a host may create as many requests as the remainder divided by this number before it counts again. */
const SHARE = 8
/**
 * Near the limit, a host still reserves at least the limit divided by this number, so that not every call needs a count. The
 * limit may be exceeded by that amount.
 */
const LEAST_SHARE = 1_000
/** The maximum time for which a host relies on a count. */
const FRESH_MS = 10_000
/** The requests of an owner at the limit are counted again after this time. */
const FULL_MS = 2_000
const RETRY_AFTER_S = 60
/** An address below its limit divided by this number is still served after others have used up a client ID's limit. */
const FEW_PART = 100
/** The number of requests that such an address may create if addresses have no limit. */
const FEW = 10
/** The maximum number of owners whose counts a host keeps in memory, about 200 bytes each. */
const MAX_OWNERS = 20_000

/** An address, a client ID or a merchant account has the maximum number of unpaid requests per day. */
class TooManyUnpaidError extends BaseError {
  readonly code = 'too_many_unpaid_requests'
  readonly kind = 'rate_limited'
  readonly retryAfterS = RETRY_AFTER_S

  constructor(facts: { kind: Kind; limit: number }) {
    const { whose, setting } = OWNERS[facts.kind]
    super(`${whose} created ${facts.limit} unpaid requests in 24 hours, the maximum.`, {
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

/** The number of requests that a host may still create for an owner before the next count. `granted` and `settled` only grow. */
type Room = {
  left: number
  untilMs: number
  /** Whether a call for more than the remainder is rejected without a count. */
  isFull: boolean
  granted: number
  /**
   * The number of granted requests that were stored or have failed. The other granted requests are in progress, so no count
   * includes them yet.
   */
  settled: number
  /** The count in progress; callers that arrive during it wait for it. */
  counting: Promise<unknown> | null
}

const roomsOf = new WeakMap<Database, LRUCache<string, Room>>()

/**
 * Ensures that an address, a client ID and a merchant have not created too many unpaid requests in the last 24 hours. The count reads an
 * index up to the limit and no further; most calls need no count. The caller calls the returned function once the requests are
 * stored or have failed.
 *
 * A client ID is public, so strangers can fill its limit; an address with few requests may exceed it. For this limit, an IPv6 address
 * counts by its /48, all of which may belong to one subscriber. A merchant's limit counts client IDs and servers separately, so that
 * strangers do not use up the share of the merchant's servers.
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
  // A server with a client ID has no address digest, so strangers who exhaust the limit of pages do not block the server.
  const isPage = clientId !== null && addressDigest !== null
  // Visitors open a link's copies, which count towards no merchant, so an IPv6 address counts by its /48.
  const address =
    tenantId === null && addressDigest !== null
      ? ({ kind: 'site', value: siteOf(addressDigest) } as const)
      : ({ kind: 'address', value: addressDigest } as const)
  const owners = [
    { ...address, limit: unpaid.address },
    { kind: 'clientId', value: clientId, limit: unpaid.clientId },
    { kind: isPage ? 'pages' : 'servers', value: tenantId, limit: unpaid.tenant },
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

/** Reserves a number of requests within the limit; returns null if the limit allows fewer. */
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
    // The result of the count, including a failure, applies to the waiting callers too.
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

/** Counts the stored rows, and reserves one call's requests if the limit allows them; returns whether it does. */
async function recount(
  context: Pick<Context, 'db' | 'now'>,
  asked: Count,
  { room, count }: { room: Room; count: number },
): Promise<boolean> {
  const { limit } = asked
  const nowMs = context.now().getTime()
  const { granted, settled } = room
  const counted = await countUnpaid(context, asked)
  // The count may include none of the requests that were in progress when it began, or that were granted during it.
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

/** Each query reads an index that contains only unpaid rows. */
const FILTERS: Readonly<Record<Kind, (value: string) => RawBuilder<unknown>>> = {
  address: (value) => sql`address_digest = ${value}`,
  // Digests are hex, and `g` sorts after every hex digit.
  site: (value) => sql`address_digest >= ${value} and address_digest < ${`${value}g`}`,
  clientId: (value) => sql`client_id = ${value} and ${isListed}`,
  pages: (value) => sql`tenant_id = ${value} and client_id is not null and ${isListed}`,
  servers: (value) => sql`tenant_id = ${value} and client_id is null and ${isListed}`,
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
