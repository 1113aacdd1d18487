import { cancelRefund } from '../../../host/src/api/refunds/cancelRefund.ts'
import { claimUnmatchedPayment } from '../../../host/src/api/unmatchedPayments/claimUnmatchedPayment.ts'
import type { Row } from '../../../host/src/db/schema.ts'
import { loadPayable } from '../../../host/src/paying/loadPayable.ts'
import type { MockTransaction } from './mockChain.ts'
import type { Random } from './random.ts'
import {
  createRefundOf,
  refundingKey,
  refundUnmatchedOf,
  withPlainAccounts,
} from './refundCalls.ts'
import { type MockWorld, startMockWorld, UNITS } from './startMockWorld.ts'

/** A merchant who receives and refunds payments while the chain reorganises. */
export type RefundWorld = AsyncDisposable & {
  /** Makes one random step, mines, and lets the watcher read the chain. */
  step(): Promise<void>
  /** Mines all waiting transactions, deep enough to count. */
  settle(): Promise<void>
  /** Returns a sentence per refund that could be paid although its payment does not cover it. */
  findExceeding(): Promise<string[]>
  /** Returns a sentence per difference between the books and the settled chain. */
  findDifferences(): Promise<string[]>
  /** The numbers of created, cancelled and paid refunds, of claims, and of reorganisations. */
  counts: { created: number; cancelled: number; paid: number; claimed: number; reorgs: number }
}

/** The errors with which the service rejects the random merchant's calls. */
const EXPECTED: readonly unknown[] = [
  'refund_exceeds_payment',
  'refund_unsupported',
  'refund_not_cancellable',
  'payment_not_found',
  'unmatched_payment_not_found',
  'claim_refused',
]
/** The deepest reorganisation, several times the two confirmations of the world. */
const MAX_DEPTH = 40
const CONFIRMATIONS = 2

/** All sent refund payments by hash: the refund's request, the units, and whether a stranger paid them. */
type Sent = Map<string, { requestId: string; units: bigint; isStranger: boolean }>
/** The units of all calldata that the host could return so far, by the refund's request. */
type Offered = Map<string, Set<bigint>>

/** Starts a world whose steps follow from `random`. */
export async function startRefundWorld(random: Random): Promise<RefundWorld> {
  const world = await startMockWorld()
  const { db } = world.context
  const context = withPlainAccounts(world.context)
  const counts = { created: 0, cancelled: 0, paid: 0, claimed: 0, reorgs: 0 }
  const sent: Sent = new Map()
  const offered: Offered = new Map()
  /** The intended request of each payment with an unknown reference. */
  const meant = new Map<string, string>()
  let mempool: MockTransaction[] = []
  for (let block = 0; block <= MAX_DEPTH; block += 1) world.mine()
  await world.poll()

  const refunds = () => db.kysely.selectFrom('refunds').selectAll().orderBy('id').execute()
  const oneOf = <T>(items: readonly T[]): T | undefined =>
    items[random.integer(0, Math.max(0, items.length - 1))]

  async function receive(): Promise<void> {
    const request = await world.createRequest()
    const kind = random.integer(0, 3)
    if (kind < 2) mempool.push(world.payment(request))
    else if (kind === 2) {
      mempool.push(world.payment(request, UNITS, { token: world.network.tokens[1]?.address ?? '' }))
    } else {
      const unknown = { ...request, payment_reference: random.hex(8) }
      const stray = world.payment(unknown)
      meant.set(stray.hash, request.id)
      mempool.push(stray)
    }
  }

  async function refund(): Promise<void> {
    const amount = random.pick(['0.2', '0.5', 'all'])
    const unmatched = oneOf(await db.kysely.selectFrom('unmatched_payments').selectAll().execute())
    const payment = oneOf(
      await db.kysely
        .selectFrom('payments')
        .innerJoin('requests', 'requests.id', 'payments.request_id')
        .select(['payments.id', 'payments.tenant_id'])
        .where('requests.is_payout', '=', 0)
        .execute(),
    )
    if (unmatched !== undefined && random.chance(0.5)) {
      await refundUnmatchedOf(context, unmatched, { amount })
    } else if (payment !== undefined) await createRefundOf(context, payment, { amount })
    else return
    counts.created += 1
  }

  async function cancel(): Promise<void> {
    const row = oneOf(await refunds())
    if (row === undefined) return
    const caller = refundingKey(row.tenant_id)
    await cancelRefund(context, { params: { id: row.id }, caller } as never)
    counts.cancelled += 1
  }

  /** The merchant may sign any calldata that the host returned, at any time and several times. */
  async function pay(): Promise<void> {
    const row = oneOf(await refunds())
    const units = row && oneOf([...(offered.get(row.refund_request_id) ?? [])])
    if (row !== undefined && units !== undefined) await send(row, { units, isStranger: false })
  }

  async function payAsStranger(): Promise<void> {
    const row = oneOf(await refunds())
    if (row === undefined) return
    const amount = BigInt(row.amount_units)
    const units = random.pick([1n, amount / 4n, amount / 2n, amount])
    await send(row, { units, isStranger: true })
  }

  async function send(
    { refund_request_id: requestId }: Row<'refunds'>,
    paid: { units: bigint; isStranger: boolean },
  ): Promise<void> {
    const transaction = world.payment(await world.request(requestId), paid.units)
    sent.set(transaction.hash, { requestId, ...paid })
    mempool.push(transaction)
    counts.paid += 1
  }

  /** A payer pays twice, or replaces a payment that left the chain. */
  async function payAgain(): Promise<void> {
    const refunded = (await refunds()).filter(({ request_id }) => request_id !== '')
    const row = oneOf(refunded)
    if (row !== undefined) mempool.push(world.payment(await world.request(row.request_id)))
  }

  async function claim(): Promise<void> {
    const row = oneOf(await db.kysely.selectFrom('unmatched_payments').selectAll().execute())
    const requestId = row && meant.get(row.tx_hash)
    if (row === undefined || requestId === undefined) return
    await claimUnmatchedPayment(context, {
      ...{ params: { id: row.id }, body: { requestId }, caller: { tenantId: row.tenant_id } },
    } as never)
    counts.claimed += 1
  }

  function reorganise(): void {
    const depth = random.integer(1, MAX_DEPTH)
    const dropped = world.blocks.slice(-depth).flatMap(({ transactions }) => transactions)
    counts.reorgs += 1
    world.drop(0, depth)
    world.unite(0)
    // Some transactions return at once, some later, and some never.
    const byTime = Map.groupBy(dropped, () => random.pick(['now', 'later', 'later', 'never']))
    world.mine(byTime.get('now') ?? [])
    mempool = [...mempool, ...(byTime.get('later') ?? [])]
    for (let block = 0; block < depth; block += 1) world.mine()
  }

  const ACTIONS = [
    receive,
    receive,
    refund,
    refund,
    refund,
    cancel,
    pay,
    pay,
    claim,
    payAsStranger,
    payAgain,
  ] as const

  return {
    counts,
    async step() {
      try {
        if (random.chance(0.12)) reorganise()
        else await random.pick(ACTIONS)()
      } catch (error) {
        if (!EXPECTED.includes((error as { code?: unknown }).code)) throw error
      }
      world.mine(mempool.splice(0, random.integer(0, 2)))
      await world.poll(3)
    },
    async settle() {
      world.mine(mempool.splice(0))
      for (let block = 0; block <= CONFIRMATIONS; block += 1) world.mine()
      await world.poll(4)
    },
    findExceeding: async () => findExceeding(world, await refunds(), { sent, offered }),
    findDifferences: async () => findDifferences(world, await refunds(), sent),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

/** The units that left the merchant's wallet, or that calldata can still send, for refunds of one incoming payment. */
type Leaving = { requestId: string; units: bigint; isPayable: boolean; isGone: boolean }

/**
 * Compares the units that can leave for each incoming payment and for each request with the received amounts. A merchant who sent too much
 * for one payment may still refund the others, but not the payments that replaced this one. Records the calldata that the host can return
 * now.
 */
async function findExceeding(
  world: MockWorld,
  refunds: readonly Row<'refunds'>[],
  known: { sent: Sent; offered: Offered },
): Promise<string[]> {
  const byMoney = new Map<string, Leaving>()
  for (const row of refunds) {
    const { units, isPayable } = await findLeaving(world, row, known)
    const money = `${row.tx_hash} ${row.token_address} ${row.request_id}`
    const before = byMoney.get(money)
    byMoney.set(money, {
      requestId: row.request_id,
      units: (before?.units ?? 0n) + units,
      isPayable: isPayable || before?.isPayable === true,
      isGone: row.held_at !== null,
    })
  }
  const faults: string[] = []
  // Every incoming payment in this world has this amount.
  for (const [money, { units, isPayable }] of byMoney) {
    if (isPayable && units > UNITS) faults.push(`${units} of ${money} can leave`)
  }
  const received = await world.context.db.kysely
    .selectFrom('payments')
    .select('request_id')
    .execute()
  for (const [requestId, some] of Map.groupBy(byMoney.values(), (one) => one.requestId)) {
    if (requestId === '' || !some.some(({ isPayable }) => isPayable)) continue
    const sum = some.reduce(
      (total, { units, isGone }) => total + (isGone || units < UNITS ? units : UNITS),
      0n,
    )
    const count = received.filter((row) => row.request_id === requestId).length
    if (sum > BigInt(count) * UNITS) faults.push(`${sum} of the request ${requestId} can leave`)
  }
  return faults
}

/** Adds up the units that the merchant sent for a refund, and the units that calldata can send now. */
async function findLeaving(
  { context }: MockWorld,
  { refund_request_id: requestId, tenant_id }: Row<'refunds'>,
  { sent, offered }: { sent: Sent; offered: Offered },
): Promise<Pick<Leaving, 'units' | 'isPayable'>> {
  const caller = refundingKey(tenant_id)
  const request = await loadPayable(context, { requestId, caller })
  const left = BigInt(request.expected_units) - BigInt(request.paid_units)
  const isPayable = request.payability === 'open'
  if (isPayable) offered.set(requestId, (offered.get(requestId) ?? new Set()).add(left))
  const { kysely } = context.db
  const seen = await Promise.all(
    (['payments', 'pending_payments'] as const).map((table) =>
      kysely.selectFrom(table).select('tx_hash').where('request_id', '=', requestId).execute(),
    ),
  )
  const units = [...new Set(seen.flat().map(({ tx_hash }) => tx_hash))]
    .flatMap((hash) => sent.get(hash) ?? [])
    .filter(({ isStranger }) => !isStranger)
    .reduce((sum, paid) => sum + paid.units, isPayable ? left : 0n)
  return { units, isPayable }
}

async function findDifferences(
  world: MockWorld,
  refunds: readonly Row<'refunds'>[],
  sent: Sent,
): Promise<string[]> {
  const { kysely } = world.context.db
  const mined = new Set(
    world.blocks.flatMap(({ transactions }) => transactions.map(({ hash }) => String(hash))),
  )
  const faults: string[] = []
  const expectEqual = (what: string, found: unknown, expected: unknown) => {
    if (found !== expected) faults.push(`${what}: ${found} instead of ${expected}`)
  }
  for (const row of refunds) {
    const onChain = [...sent]
      .filter(([hash, { requestId }]) => mined.has(hash) && requestId === row.refund_request_id)
      .reduce((sum, [, { units }]) => sum + units, 0n)
    const request = await world.request(row.refund_request_id)
    expectEqual(`${row.id} is paid`, BigInt(request.paid_units), onChain)
    const isConfirmed = onChain >= BigInt(row.amount_units)
    expectEqual(`${row.id} is confirmed`, row.confirmed_at !== null, isConfirmed)
    const events = await kysely
      .selectFrom('events')
      .select('id')
      .where('request_id', '=', row.refund_request_id)
      .where('type', '=', 'refund.confirmed')
      .where('retracted_at', 'is', null)
      .execute()
    expectEqual(`${row.id} is told`, events.length, isConfirmed ? 1 : 0)
    const bound = await findMoney(world, row)
    expectEqual(`${row.id} is held`, row.held_at !== null, bound === undefined)
    if (!mined.has(row.tx_hash)) expectEqual(`${row.id} is held`, row.held_at !== null, true)
    // An incoming payment whose claim was undone has no request, so its refunds wait for another claim.
    const isBack = mined.has(row.tx_hash) && row.unmatched_id !== null
    if (isBack) expectEqual(`${row.id} is released`, row.held_at, null)
    if (row.held_at === null) expectEqual(`${row.id} is bound`, bound?.tx_hash, row.tx_hash)
  }
  return faults
}

/** Finds the stored incoming payment that a refund names. */
async function findMoney(
  { context }: MockWorld,
  { payment_id, request_id, unmatched_id }: Row<'refunds'>,
): Promise<{ tx_hash: string } | undefined> {
  const { kysely } = context.db
  if (unmatched_id !== null) {
    return kysely
      .selectFrom('unmatched_payments')
      .select('tx_hash')
      .where('id', '=', unmatched_id)
      .executeTakeFirst()
  }
  return kysely
    .selectFrom('payments')
    .select('tx_hash')
    .where('id', '=', payment_id)
    .where('request_id', '=', request_id)
    .executeTakeFirst()
}
