import { afterEach, beforeEach, expect, test } from 'vitest'
import { CHECKPOINT_BLOCKS, cleanUp, IDEMPOTENCY_TTL_MS } from '../../host/src/jobs/cleanUp.ts'
import { openTestDatabase, type TestDatabase } from './support/openTestDatabase.ts'

const NOW_MS = Date.UTC(2026, 0, 10)
const HASH = `0x${'00'.repeat(32)}`

let database: TestDatabase
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database[Symbol.asyncDispose]())

const context = () => ({ db: database.db, now: () => new Date(NOW_MS) })

test('idempotency keys are kept 96 hours and then deleted', async () => {
  const ages = { young: IDEMPOTENCY_TTL_MS - 1_000, old: IDEMPOTENCY_TTL_MS + 1_000 }
  for (const [key, ageMs] of Object.entries(ages)) {
    await database.db.kysely
      .insertInto('idempotency_keys')
      .values({
        scope: 's',
        key,
        body_hash: '',
        state: 'done',
        response_status: 201,
        response_body: '{}',
        created_at: new Date(NOW_MS - ageMs).toISOString(),
      })
      .execute()
  }
  expect(await cleanUp(context())).toEqual({ more: false })
  const left = await database.db.kysely.selectFrom('idempotency_keys').select('key').execute()
  expect(left).toEqual([{ key: 'young' }])
})

test('checkpoints far below their own network’s cursor are deleted', async () => {
  const heights = { far: 1n, near: 2n, other: 1n }
  for (const [network, height] of [
    ['a', CHECKPOINT_BLOCKS + 2n],
    ['b', 5n],
  ] as const) {
    await database.db.kysely
      .insertInto('chain_cursors')
      .values({
        network,
        block_number: height,
        block_hash: HASH,
        head_number: height,
        updated_at: new Date(NOW_MS).toISOString(),
      })
      .execute()
  }
  for (const [network, block_number] of [
    ['a', heights.far],
    ['a', heights.near],
    ['b', heights.other],
  ] as const) {
    await database.db.kysely
      .insertInto('block_checkpoints')
      .values({ network, block_number, block_hash: HASH })
      .execute()
  }
  await cleanUp(context())
  const left = await database.db.kysely
    .selectFrom('block_checkpoints')
    .select(['network', 'block_number'])
    .orderBy('network')
    .execute()
  expect(left).toEqual([
    { network: 'a', block_number: 2n },
    { network: 'b', block_number: 1n },
  ])
})
