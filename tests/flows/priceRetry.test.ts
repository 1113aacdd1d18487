import { getNetwork } from '@secure-payment/core/networks'
import { expect, test } from 'vitest'
import type { ClaimContext } from '../../host/src/claims/readBlockAgain.ts'
import { createPriceRetry } from '../../host/src/jobs/createPriceRetry.ts'
import { openTestDatabase } from './support/openTestDatabase.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const START = Date.UTC(2026, 10, 30, 12)

test('the job reads the blocks of young unpriced payments every minute, and all others every hour', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const row = (id: string, ageMs: number) => ({
    id,
    tenant_id: 't',
    request_id: id,
    network: 'devnet',
    tx_hash: id,
    log_index: 0,
    block_number: BigInt(id),
    contract: '0x',
    token_address: null,
    payee: '0x',
    amount_units: '1',
    reason: 'no_price',
    detected_at: new Date(START - ageMs).toISOString(),
    worth_usd: null,
    reference_topic: '0x',
    is_notable: 1,
    payer: null,
    payment_reference: null,
  })
  const rows = [row('1', 5 * HOUR_MS), row('2', 10 * MINUTE_MS)]
  await db.kysely.insertInto('unmatched_payments').values(rows).execute()
  let nowMs = START
  let readCount = 0
  // The cast is safe, because reading a block begins with the network's client.
  const context = {
    db,
    now: () => new Date(nowMs),
    random: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
    config: { networks: [{ network: getNetwork('devnet') }] },
    prices: {},
    log: { warn() {} },
    chains: {
      get() {
        readCount += 1
        throw new Error('no chain')
      },
    },
  } as unknown as ClaimContext
  const step = createPriceRetry(context)
  const readsAfter = async (ms: number) => {
    nowMs += ms
    readCount = 0
    await step()
    return readCount
  }
  expect(await readsAfter(0)).toBe(2)
  expect(await readsAfter(MINUTE_MS / 2)).toBe(0)
  expect(await readsAfter(MINUTE_MS)).toBe(1)
  expect(await readsAfter(HOUR_MS)).toBe(2)
  expect(await readsAfter(MINUTE_MS)).toBe(0)
  // The clock is set back.
  expect(await readsAfter(-6 * HOUR_MS)).toBe(2)
})
