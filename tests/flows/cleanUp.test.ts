import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '../../host/src/config.ts'
import {
  CHECKPOINT_BLOCKS,
  CLAIM_LEASES_TTL_MS,
  COUNTS_TTL_MS,
  cleanUp,
  MAX_ROWS_A_RUN,
  QUOTES_TTL_MS,
  REPORTS_TTL_MS,
} from '../../host/src/jobs/cleanUp.ts'
import { openTestDatabase, type TestDatabase } from './support/openTestDatabase.ts'

const NOW_MS = Date.UTC(2026, 0, 10)
const HASH = `0x${'00'.repeat(32)}`

let database: TestDatabase
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database[Symbol.asyncDispose]())

const HOUR_MS = 3_600_000

/** A host's context; `env` contains its settings. */
const context = (env: Record<string, string> = {}) => ({
  config: loadConfig(env),
  db: database.db,
  now: () => new Date(NOW_MS),
})

test('Idempotency keys are kept for 96 hours and then deleted', async () => {
  const ages = { young: 96 * HOUR_MS - 1_000, old: 96 * HOUR_MS + 1_000 }
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

test('Provider reports are stored for 90 days', async () => {
  expect(REPORTS_TTL_MS).toBe(90 * 86_400_000)
  for (const [id, ageMs] of [
    ['young', REPORTS_TTL_MS - 1_000],
    ['old', REPORTS_TTL_MS + 1_000],
  ] as const) {
    const created_at = new Date(NOW_MS - ageMs).toISOString()
    await database.db.kysely
      .insertInto('provider_reports')
      .values({ provider: 'bank', id, created_at })
      .execute()
  }
  expect(await cleanUp(context())).toEqual({ more: false })
  const left = await database.db.kysely.selectFrom('provider_reports').select('id').execute()
  expect(left).toEqual([{ id: 'young' }])
})

test('Only abandoned leases on claims are deleted, a day after their end', async () => {
  for (const [name, ageMs] of [
    ['claim:young', CLAIM_LEASES_TTL_MS - 1_000],
    ['claim:old', CLAIM_LEASES_TTL_MS + 1_000],
    ['watch:devnet', CLAIM_LEASES_TTL_MS + 1_000],
  ] as const) {
    const expires_at = new Date(NOW_MS - ageMs).toISOString()
    await database.db.kysely
      .insertInto('leases')
      .values({ name, holder: 'died', fencing: 1n, expires_at })
      .execute()
  }
  expect(await cleanUp(context())).toEqual({ more: false })
  const left = await database.db.kysely
    .selectFrom('leases')
    .select('name')
    .orderBy('name')
    .execute()
  expect(left).toEqual([{ name: 'claim:young' }, { name: 'watch:devnet' }])
})

test('Checkpoints far below the cursor of their network are deleted', async () => {
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

test('Sessions and challenges are deleted after they expire, in bounded batches', async () => {
  const { kysely } = database.db
  const at = (ms: number) => new Date(NOW_MS + ms).toISOString()
  await kysely
    .insertInto('tenants')
    .values({ id: 't', name: '', created_at: at(0) })
    .execute()
  const ages = [-1_000, 0, 1_000]
  const expired = Array.from({ length: MAX_ROWS_A_RUN }, () => -60_000)
  const rows = [...ages, ...expired].map((ms, index) => ({
    id: `session ${index}`,
    hash: `hash ${index}`,
    tenant_id: 't',
    wallet_address: null,
    account_id: 'a',
    created_at: at(ms),
    last_used_at: at(ms),
    expires_at: at(ms),
  }))
  for (let from = 0; from < rows.length; from += 1_000) {
    await kysely
      .insertInto('sessions')
      .values(rows.slice(from, from + 1_000))
      .execute()
  }
  for (const [index, ms] of ages.entries()) {
    await kysely
      .insertInto('challenges')
      .values({
        id: `challenge ${index}`,
        address: 'a',
        wallet_type: 'evm',
        chain_id: 1n,
        nonce: 'n',
        message: 'm',
        created_at: at(ms),
        expires_at: at(ms),
        used_at: null,
      })
      .execute()
  }
  expect(await cleanUp(context())).toEqual({ more: true })
  expect(await cleanUp(context())).toEqual({ more: false })
  const sessions = await kysely.selectFrom('sessions').select('id').execute()
  const challenges = await kysely.selectFrom('challenges').select('id').execute()
  expect(sessions).toEqual([{ id: 'session 2' }])
  expect(challenges).toEqual([{ id: 'challenge 2' }])
})

test('Call counts are deleted long after their window has ended', async () => {
  for (const [key, ageMs] of [
    ['young', COUNTS_TTL_MS - 1_000],
    ['old', COUNTS_TTL_MS + 1_000],
  ] as const) {
    const updated_at = new Date(NOW_MS - ageMs).toISOString()
    await database.db.kysely
      .insertInto('rate_limits')
      .values({ key, counts: '', updated_at })
      .execute()
  }
  await cleanUp(context())
  const left = await database.db.kysely.selectFrom('rate_limits').select('key').execute()
  expect(left).toEqual([{ key: 'young' }])
})

test('Quotes are kept for long after their expiry, because a rescan may find their payments late', async () => {
  for (const [id, ageMs] of [
    ['young', QUOTES_TTL_MS - 1_000],
    ['old', QUOTES_TTL_MS + 1_000],
  ] as const) {
    const expires_at = new Date(NOW_MS - ageMs).toISOString()
    await database.db.kysely
      .insertInto('quotes')
      .values({
        id,
        tenant_id: 't',
        request_id: 'r',
        payment_currency: 'USDC-devnet',
        price: '1',
        sources: '[]',
        invoice_units: '1',
        payment_units: '1',
        fee_units: '0',
        created_at: expires_at,
        expires_at,
      })
      .execute()
  }
  await cleanUp(context())
  const left = await database.db.kysely.selectFrom('quotes').select('id').execute()
  expect(left).toEqual([{ id: 'young' }])
})

test('Each retention setting decides after how many days its records are deleted, and 0 keeps the audit log', async () => {
  const { kysely } = database.db
  const ids = ['day-1', 'day-3'] as const
  const at = { 'day-1': 1.5, 'day-3': 3 }
  const add = async () => {
    for (const id of ids) {
      const created_at = new Date(NOW_MS - at[id] * 24 * HOUR_MS).toISOString()
      const entry = { tenant_id: 't', action: 'api_key.created', actor_kind: 'operator' } as const
      await kysely
        .insertInto('audit_log')
        .values({ ...entry, id, actor_id: null, object_id: null, created_at })
        .execute()
      await sql`
        insert into idempotency_keys (scope, key, body_hash, state, created_at)
        values ('s', ${id}, '', 'done', ${created_at})
      `.execute(kysely)
    }
  }
  await add()
  const deleted: string[] = []
  const metrics = {
    ...NO_METRICS,
    rowsDeleted: (table: string, count: number) => void (count > 0 && deleted.push(table)),
  }
  const env = { PAY_KEEP_AUDIT_DAYS: '0', PAY_KEEP_IDEMPOTENCY_DAYS: '2' }
  await cleanUp({ ...context(env), metrics })
  const audit = () => kysely.selectFrom('audit_log').select('id').orderBy('id').execute()
  expect(await audit()).toEqual([{ id: 'day-1' }, { id: 'day-3' }])
  expect(await kysely.selectFrom('idempotency_keys').select('key').execute()).toEqual([
    { key: 'day-1' },
  ])
  await cleanUp({ ...context({ PAY_KEEP_AUDIT_DAYS: '2' }), metrics })
  expect(await audit()).toEqual([{ id: 'day-1' }])
  expect(deleted).toEqual(['idempotency_keys', 'audit_log'])
})

const NO_METRICS = {
  callEnded() {},
  created() {},
  deliveryTried() {},
  nodeFailed() {},
  nodesDisagreed() {},
  signedOffered() {},
  replicaChosen() {},
}
