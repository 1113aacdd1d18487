import { getNetwork } from '@secure-payment/core/networks'
import { expect, test } from 'vitest'
import { readUnmatchedPayments } from '../../host/src/api/unmatchedPayments/readUnmatchedPayments.ts'
import { createMockRates } from './support/mockRates.ts'
import { startMockWorld, UNITS } from './support/startMockWorld.ts'

const network = getNetwork('devnet')
/** A unit of a token with 6 decimals per 100 units of a dollar with 8, times 10^18: such a token costs a dollar. */
const DOLLAR = 10n ** 16n
const rates = createMockRates(network, (block) => ({
  rate: DOLLAR,
  oldestTimestampS: BigInt(block.timestampS),
}))
const [asked, other] = network.tokens.filter(({ decimals }) => decimals === 6)
const STRANGER = '0x00000000000000000000000000000000000a11ce'
const MINTED = '0x00000000000000000000000000000000000ba5ed'

/** Starts a world whose payer has made each kind of payment that does not count towards its request. */
async function startStrays() {
  const world = await startMockWorld({ rates })
  const { db } = world.context
  const request = await world.createRequest(undefined, { token: asked?.address ?? null })
  await db.kysely.updateTable('requests').set({ reference: 'PO-7781' }).execute()
  const lost = { ...request, payment_reference: '0x00112233445566ff' }
  const token = other?.address ?? null
  world.mine([
    world.payment(request, 2n * UNITS, { token }),
    world.payment(request, UNITS / 20n, { token }),
    world.payment(request, 1_000n * UNITS, { token: MINTED }),
    world.payment(request, 1_000n * UNITS, { payee: STRANGER }),
    world.payment(lost, 3n * UNITS),
    world.payment(lost, 1n),
  ])
  for (let block = 0; block < 4; block += 1) world.mine()
  expect(await world.poll(2)).toBeNull()
  return { world, request, lost }
}

test('A list of unmatched payments contains payments worth at least ten cents, and smaller payments on request', async () => {
  const { world, request } = await startStrays()
  await using _ = world
  const list = async (query: Parameters<typeof readUnmatchedPayments>[1]) => {
    const page = await readUnmatchedPayments(world.context, query, request.tenant_id)
    return page.unmatchedPayments
  }
  const shown = await list({})
  expect(shown.toSorted((a, b) => a.logIndex - b.logIndex)).toMatchObject([
    { reason: 'wrong_token', amount: '2', currency: other?.symbol, worthUsd: '2' },
    { reason: 'unknown_reference', amount: '3', currency: asked?.symbol, worthUsd: '3' },
  ])
  const all = await list({ scope: 'all' })
  expect(all).toHaveLength(6)
  expect(all.filter(({ isNotable }) => isNotable)).toHaveLength(2)
  const minted = all.find(({ tokenAddress }) => tokenAddress === MINTED)
  expect(minted).toMatchObject({ currency: null, amount: null, worthUsd: null, isNotable: false })
})

test('A merchant finds unmatched payments of any value by request, reference, payment reference and transaction', async () => {
  const { world, request, lost } = await startStrays()
  await using _ = world
  const count = async (query: Parameters<typeof readUnmatchedPayments>[1], tenantId: string) => {
    const page = await readUnmatchedPayments(world.context, query, tenantId)
    return page.unmatchedPayments.length
  }
  for (const [query, expected] of [
    [{ requestId: request.id }, 4],
    [{ reference: 'PO-7781' }, 4],
    [{ reference: 'PO-7781', scope: 'notable' }, 1],
    [{ reference: 'PO-778' }, 0],
    [{ paymentReference: request.payment_reference }, 4],
    // No request has this reference now, so only the event contains it.
    [{ paymentReference: lost.payment_reference.toUpperCase().replace('0X', '0x') }, 2],
  ] as const) {
    expect(await count(query, request.tenant_id), JSON.stringify(query)).toBe(expected)
    expect(await count(query, 'another'), JSON.stringify(query)).toBe(0)
  }
  const found = await readUnmatchedPayments(
    world.context,
    { reference: 'PO-7781' },
    request.tenant_id,
  )
  expect(found.unmatchedPayments.map(({ reference }) => reference)).toEqual(
    Array.from({ length: 4 }, () => 'PO-7781'),
  )
})

test('The event payment.unmatched is sent for payments of value, and worthless payments do not delay it', async () => {
  const { world, request } = await startStrays()
  await using _ = world
  // The payments exceed the hourly bound of events, in tokens that any account can mint.
  for (let round = 0; round < 30; round += 1) {
    world.mine([world.payment(request, UNITS, { token: MINTED })])
  }
  world.mine([world.payment(request, 5n * UNITS, { token: other?.address ?? null })])
  for (let block = 0; block < 4; block += 1) world.mine()
  expect(await world.poll(2)).toBeNull()
  const events = await world.context.db.kysely
    .selectFrom('events')
    .select('body')
    .where('type', '=', 'payment.unmatched')
    .orderBy('sequence')
    .execute()
  expect(events.map(({ body }) => JSON.parse(body).amountUnits)).toEqual(['2000000', '5000000'])
})
