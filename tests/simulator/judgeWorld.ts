import type { Row } from '../../host/src/db/schema.ts'
import type { MockChain } from '../flows/support/mockChain.ts'
import type { Claims } from './claims.ts'
import type { Receiver } from './receivers.ts'
import type { Shop } from './shop.ts'
import type { SimulatedServer } from './simulatedServer.ts'

/** The oracle's input at the end of a world. */
export type Evidence = {
  server: SimulatedServer
  chain: MockChain
  shop: Shop
  claims: Claims
  receivers: readonly Receiver[]
  /** Requests that a restored backup removed. */
  lost: ReadonlySet<string>
}

/** Describes each difference between the records and the facts in one sentence. */
export function judgeWorld(evidence: Evidence): string[] {
  return [
    ...judgeAnswers(evidence),
    ...judgeMoney(evidence),
    ...judgeEvents(evidence),
    ...judgeDeliveries(evidence),
    ...judgeSchedules(evidence),
  ]
}

/** Checks that no acknowledged record is lost, and that no call got a forbidden response. */
function judgeAnswers({ server, chain, shop, claims, lost }: Evidence): string[] {
  const mined = new Set(
    chain.blocks.flatMap(({ transactions }) => transactions.map(({ hash }) => String(hash))),
  )
  const recorded = new Set(server.read('select tx_hash from payments').map((row) => row['tx_hash']))
  const known = new Set(server.read('select id from requests').map(({ id }) => String(id)))
  return [
    ...shop.wrongAnswers,
    ...[...shop.acknowledged.keys()]
      .filter((id) => !known.has(id) && !lost.has(id))
      .map((id) => `the acknowledged request ${id} is lost`),
    ...[...claims.acknowledged]
      .filter(([hash]) => mined.has(hash) && !recorded.has(hash))
      .map(([hash, id]) => `the acknowledged claim of ${hash} for ${id} is lost`),
  ]
}

/** Returns each request's received amounts on the canonical chain. */
function foldChain({ server, chain, shop, claims }: Evidence): ReadonlyMap<string, bigint> {
  const worth = new Map<string, bigint>()
  const add = (id: string, units: bigint) => void worth.set(id, (worth.get(id) ?? 0n) + units)
  for (const block of chain.blocks) {
    for (const { hash } of block.transactions) {
      for (const [id, units] of shop.worth(hash, block)) add(id, units)
      const direct = claims.direct.get(hash)
      if (direct !== undefined) add(direct.requestId, direct.units)
      const claimed = claims.units.get(hash)
      if (claimed === undefined) continue
      for (const row of server.read('select request_id from payments where tx_hash = ?', hash)) {
        add(String(row['request_id']), claimed)
      }
    }
  }
  return worth
}

/** Checks that the records equal the state that follows from the canonical chain. */
function judgeMoney(evidence: Evidence): string[] {
  const { server } = evidence
  const worth = foldChain(evidence)
  const sums = new Map<string, bigint>()
  for (const row of server.read('select request_id, request_units from payments')) {
    const id = String(row['request_id'])
    sums.set(id, (sums.get(id) ?? 0n) + BigInt(String(row['request_units'])))
  }
  const requests = server.read('select * from requests order by id') as Row<'requests'>[]
  return requests.flatMap((request) => {
    const paid = worth.get(request.id) ?? 0n
    const isPaid = paid >= BigInt(request.expected_units)
    return [
      expectSame(`paid_units of ${request.id}`, request.paid_units, paid),
      expectSame(`the sum of the payments of ${request.id}`, sums.get(request.id) ?? 0n, paid),
      expectSame(`has_been_paid of ${request.id}`, request.has_been_paid, isPaid ? 1 : 0),
    ].flat()
  })
}

/**
 * Checks that every fact has one event with one identity, in a gapless order, and that receivers have no other event.
 */
function judgeEvents({ server, receivers, claims, lost }: Evidence): string[] {
  const events = server.read('select id, request_id, type, sequence from events') as Row<'events'>[]
  const requests = server.read('select id, has_been_paid, event_sequence from requests')
  const differences: string[] = []
  for (const { id, has_been_paid } of requests) {
    const own = events.filter((event) => event.request_id === id)
    const confirmed = own.filter(({ type }) => type === 'payment.confirmed').length
    const sequences = own.map(({ sequence }) => sequence).sort((a, b) => a - b)
    const gapless = sequences.map((_, index) => index + 1)
    differences.push(
      ...expectSame(`the number of confirmations of ${id}`, confirmed, has_been_paid),
      ...expectSame(`the sequences of the events of ${id}`, sequences, gapless),
    )
  }
  const known = new Set(events.map(({ id }) => id))
  for (const { url, received } of receivers) {
    for (const [id, { requestId, type }] of received) {
      if (known.has(id) || lost.has(requestId)) continue
      // A claim after a restore may complete the request in an earlier block than the lost records did: docs/design/event-ids.md.
      if (lost.size > 0 && claims.requestIds.has(requestId)) continue
      differences.push(
        `${url} received ${type} of ${requestId} under the id ${id}, which no event has`,
      )
    }
  }
  return differences
}

/** Checks that every delivery has ended, and that each delivery marked as delivered has arrived. */
function judgeDeliveries({ server, receivers }: Evidence): string[] {
  const rows = server.read(
    `select d.id, d.status, d.event_id, e.url from webhook_deliveries d
     join webhook_endpoints e on e.id = d.endpoint_id`,
  )
  return rows.flatMap(({ id, status, event_id, url }) => {
    if (status === 'pending') return [`the delivery ${id} has not ended`]
    const receiver = receivers.find((candidate) => candidate.url === url)
    const isThere = receiver?.received.get(String(event_id))?.isAcknowledged === true
    return status === 'delivered' && !isThere ? [`${url} never accepted the event ${event_id}`] : []
  })
}

const PERIODS_MS: Readonly<Record<string, number>> = { DAILY: 86_400_000, WEEKLY: 7 * 86_400_000 }

/** Checks that each recurring invoice has one request per started period, without gaps. */
function judgeSchedules({ server }: Evidence): string[] {
  const originals = server.read(
    'select id, recurrence, next_recurrence_at from requests where next_recurrence_at is not null',
  )
  return originals.flatMap(({ id, recurrence, next_recurrence_at }) => {
    const { startDate, frequency } = JSON.parse(String(recurrence))
    const [row] = server.read(
      'select count(*) as made from requests where original_request_id = ?',
      id,
    )
    const nextMs = Date.parse(String(next_recurrence_at))
    const sinceMs = nextMs - Date.parse(startDate)
    const periods = Math.round(sinceMs / (PERIODS_MS[frequency] ?? 1)) - 1
    return [
      ...expectSame(`the number of periods of ${id}`, row?.['made'], periods),
      ...(nextMs <= server.nowMs() ? [`${id} has not continued since ${next_recurrence_at}`] : []),
    ]
  })
}

function expectSame(what: string, actual: unknown, expected: unknown): string[] {
  return String(actual) === String(expected) ? [] : [`${what} is ${actual}, should be ${expected}`]
}
