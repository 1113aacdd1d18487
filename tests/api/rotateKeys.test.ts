import { afterEach, expect, it, vi } from 'vitest'
import { loadConfig } from '../../host/src/config.ts'
import { dataCommands } from '../../host/src/dataCommands.ts'
import { rotateKeys } from '../../host/src/keys/rotateKeys.ts'
import { SEALED_TABLES } from '../../host/src/keys/sealedColumns.ts'
import { createRandomPool } from '../../host/src/randomPool.ts'
import { signFile } from '../../host/src/releases/createReleases.ts'
import { createSealer } from '../../host/src/sealer.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

const OLD = 'the first key of this database, kept'
const NEW = 'the second key of this database, new'
const EMAIL = 'owner@shop.example.test'
const random = createRandomPool()
const isPostgres = process.env['TEST_DATABASE'] === 'postgres'
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

/** Returns a time at which every lease has expired. */
const later = () => new Date(Date.now() + 3_600_000)

/** Adds a sealed value to every sealed column, and returns the number of values. */
async function plant({ host }: TestHost): Promise<number> {
  const { db, sealer } = host.context
  const { tenant_id } = await db.kysely
    .selectFrom('api_keys')
    .select('tenant_id')
    .executeTakeFirstOrThrow()
  const created_at = '2026-01-01T00:00:00.000Z'
  const email = { sealed_email: sealer.seal('email', EMAIL) }
  const email_digest = sealer.digest('email', EMAIL)
  const secret = () => sealer.seal('webhook_secret', 'a webhook secret')
  const { kysely } = db
  const own = { id: '01KB5A11B2C3D4E5F6G7H8J9KB', tenant_id, created_at }
  await kysely
    .insertInto('webhook_endpoints')
    .values({
      ...own,
      client_id: null,
      url: 'https://shop.example.test/hook',
      secret: secret(),
      pending_secret: secret(),
      previous_secret: secret(),
      is_active: 1,
      events: null,
      signature_header_aliases: null,
    })
    .execute()
  await kysely
    .insertInto('accounts')
    .values({ ...own, ...email, email_digest, password_hash: '', role: 'owner' })
    .execute()
  await kysely
    .insertInto('invitations')
    .values({
      ...email,
      id: 'own',
      hash: 'own',
      joins_tenant_id: tenant_id,
      role: 'admin',
      invited_by: null,
      bound_email_digest: email_digest,
      created_at,
      expires_at: created_at,
    })
    .execute()
  const mail = { tenant_id, member_id: 'own', created_at }
  await kysely
    .insertInto('mail_codes')
    .values({
      ...mail,
      ...email,
      email_digest,
      hash: 'own',
      purpose: 'email',
      expires_at: created_at,
      used_at: null,
    })
    .execute()
  await kysely
    .insertInto('member_contacts')
    .values({ ...email, tenant_id, member_id: 'own', notices: '[]', updated_at: created_at })
    .execute()
  await kysely
    .insertInto('reset_requests')
    .values({ ...email, id: 'own', created_at })
    .execute()
  await kysely
    .insertInto('mails')
    .values({
      ...own,
      cause: null,
      sealed_message: sealer.seal('mail', '{}'),
      status: 'dead',
      attempt: 1,
      due_at: created_at,
      completed_at: created_at,
      last_error: null,
    })
    .execute()
  return SEALED_TABLES.reduce((sum, { columns }) => sum + columns.length, 0)
}

it('rotate-keys seals every value and digest with the new key, and only hosts with that key start', async () => {
  await using test = await startTestHost({ PAY_ENCRYPTION_KEY: OLD })
  const planted = await plant(test)
  const { db } = test.host.context
  const file = { path: 'element/a.js', content: 'YQ==' }
  await db.kysely.insertInto('releases').values({ id: 'a', kind: 'element', position: 1 }).execute()
  await db.kysely
    .insertInto('release_files')
    .values({ ...file, release_id: 'a', digest: signFile(test.host.context.sealer, file) })
    .execute()
  const context = { db, now: later, random }
  const keys = { encryptionKey: NEW, formerEncryptionKeys: [OLD] }
  expect(await rotateKeys(context, keys)).toEqual({ changed: planted, current: 0, unreadable: 0 })
  const sealer = createSealer({ random }, NEW)
  const account = await db.kysely.selectFrom('accounts').selectAll().executeTakeFirstOrThrow()
  expect(sealer.open('email', account.sealed_email)).toBe(EMAIL)
  expect(account.email_digest).toBe(sealer.digest('email', EMAIL))
  const kept = await db.kysely
    .selectFrom('release_files')
    .select('digest')
    .where('release_id', '=', 'a')
    .executeTakeFirstOrThrow()
  expect(kept.digest).toBe(sealer.digest('release', 'element/a.js\nYQ=='))
  const endpoint = await db.kysely
    .selectFrom('webhook_endpoints')
    .selectAll()
    .executeTakeFirstOrThrow()
  for (const sealed of [endpoint.secret, endpoint.pending_secret, endpoint.previous_secret]) {
    expect(sealer.open('webhook_secret', String(sealed))).toBe('a webhook secret')
  }
  await expect(test.startNeighbour({ PAY_ENCRYPTION_KEY: OLD })).rejects.toMatchObject({
    code: 'invalid_configuration',
  })
  await using neighbour = await test.startNeighbour({ PAY_ENCRYPTION_KEY: NEW })
  expect((await neighbour.call('GET', '/v1/webhook')).status).toBe(200)
  // A repeated command changes nothing.
  expect(await rotateKeys(context, keys)).toEqual({ changed: 0, current: planted, unreadable: 0 })
})

it('rotate-keys continues an interrupted rotation, during which no host starts', async () => {
  await using test = await startTestHost({ PAY_ENCRYPTION_KEY: OLD })
  const planted = await plant(test)
  const { db } = test.host.context
  let batches = 0
  const failing: typeof db = {
    ...db,
    transaction: async (fn) => {
      batches += 1
      if (batches === 4) throw new Error('interrupted')
      return db.transaction(fn)
    },
  }
  const keys = { encryptionKey: NEW, formerEncryptionKeys: [OLD] }
  await expect(rotateKeys({ db: failing, now: later, random }, keys)).rejects.toThrow('interrupted')
  for (const key of [OLD, NEW]) {
    await expect(test.startNeighbour({ PAY_ENCRYPTION_KEY: key })).rejects.toMatchObject({
      code: 'invalid_configuration',
    })
  }
  const { changed, current } = await rotateKeys({ db, now: later, random }, keys)
  expect(current).toBeGreaterThan(0)
  expect(changed + current).toBe(planted)
  await using _neighbour = await test.startNeighbour({ PAY_ENCRYPTION_KEY: NEW })
})

it('rotate-keys does not report success if a host stores a value with the former key meanwhile', async () => {
  await using test = await startTestHost({ PAY_ENCRYPTION_KEY: OLD })
  const planted = await plant(test)
  const { db, sealer } = test.host.context
  const secret = sealer.seal('webhook_secret', 'a webhook secret')
  let batches = 0
  const late: typeof db = {
    ...db,
    transaction: async (fn) => {
      batches += 1
      // The first transaction marks the rotation; a table with rows has one batch, and an empty one after it.
      if (batches === 2 + 2 * SEALED_TABLES.length) {
        await db.kysely.updateTable('webhook_endpoints').set({ secret }).execute()
      }
      return db.transaction(fn)
    },
  }
  const keys = { encryptionKey: NEW, formerEncryptionKeys: [OLD] }
  await expect(rotateKeys({ db: late, now: later, random }, keys)).rejects.toThrow(
    /with the former key.*Stop every host/,
  )
  await expect(test.startNeighbour({ PAY_ENCRYPTION_KEY: NEW })).rejects.toMatchObject({
    code: 'invalid_configuration',
  })
  const repeated = await rotateKeys({ db, now: later, random }, keys)
  expect(repeated).toEqual({ changed: 0, current: planted, unreadable: 0 })
  await using _neighbour = await test.startNeighbour({ PAY_ENCRYPTION_KEY: NEW })
})

it('rotate-keys moves a key that a host generated out of the database', async () => {
  await using test = await startTestHost()
  await plant(test)
  const { db } = test.host.context
  const keys = { encryptionKey: NEW, formerEncryptionKeys: [] }
  expect(await rotateKeys({ db, now: later, random }, keys)).toMatchObject({ unreadable: 0 })
  const settings = await db.kysely.selectFrom('settings').select('name').execute()
  expect(settings.map(({ name }) => name)).not.toContain('encryption_key')
  await using _neighbour = await test.startNeighbour({ PAY_ENCRYPTION_KEY: NEW })
})

it('rotate-keys rejects a wrong former key and a running host, and changes nothing', async () => {
  await using test = await startTestHost({ PAY_ENCRYPTION_KEY: OLD })
  await plant(test)
  const { db } = test.host.context
  const wrong = { encryptionKey: NEW, formerEncryptionKeys: [`${OLD} wrong`] }
  await expect(rotateKeys({ db, now: later, random }, wrong)).rejects.toThrow(/is the key of this/)
  const right = { encryptionKey: NEW, formerEncryptionKeys: [OLD] }
  const lease = { name: 'watch', holder: 'a host', fencing: 1n }
  const expires_at = new Date(Date.now() + 60_000).toISOString()
  await db.kysely
    .insertInto('leases')
    .values({ ...lease, expires_at })
    .execute()
  const now = () => new Date()
  await expect(rotateKeys({ db, now, random }, right)).rejects.toThrow(/Stop every host/)
  const none = { encryptionKey: null, formerEncryptionKeys: [OLD] }
  await expect(rotateKeys({ db, now: later, random }, none)).rejects.toThrow(/is unset/)
  await using _neighbour = await test.startNeighbour({ PAY_ENCRYPTION_KEY: OLD })
})

it.runIf(isPostgres)(
  'rotate-keys compares leases with the clock of PostgreSQL, even if the machine’s clock is an hour ahead',
  async () => {
    await using test = await startTestHost({ PAY_ENCRYPTION_KEY: OLD })
    const { config, db } = test.host.context
    const expires_at = new Date(Date.now() + 60_000).toISOString()
    await db.kysely
      .insertInto('leases')
      .values({ name: 'watch', holder: 'a host', fencing: 1n, expires_at })
      .execute()
    vi.stubEnv('PAY_DATABASE_URL', config.databaseUrl)
    vi.stubEnv('PAY_ENCRYPTION_KEY', NEW)
    vi.stubEnv('PAY_FORMER_ENCRYPTION_KEYS', OLD)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    await expect(dataCommands['rotate-keys']?.([])).rejects.toThrow(/Stop every host/)
  },
)

it('rotate-keys accepts former keys that contain commas', async () => {
  const others = 'a key, with two commas, that no host had'
  await using test = await startTestHost({ PAY_ENCRYPTION_KEY: OLD })
  await plant(test)
  const keys = loadConfig({
    PAY_ENCRYPTION_KEY: NEW,
    PAY_FORMER_ENCRYPTION_KEYS: `${others}, ${OLD}`,
  })
  const { db } = test.host.context
  expect(await rotateKeys({ db, random, now: later }, keys)).toMatchObject({ unreadable: 0 })
  await using _next = await test.startNeighbour({ PAY_ENCRYPTION_KEY: NEW })
})

it('rotate-keys does not complete while a value is unreadable, and names no value', async () => {
  await using test = await startTestHost({ PAY_ENCRYPTION_KEY: OLD })
  const planted = await plant(test)
  const { db } = test.host.context
  await db.kysely.updateTable('accounts').set({ sealed_email: 'v1.damaged' }).execute()
  const keys = { encryptionKey: NEW, formerEncryptionKeys: [OLD] }
  const rotated = await rotateKeys({ db, now: later, random }, keys)
  expect(rotated).toEqual({ changed: planted - 1, current: 0, unreadable: 1 })
  await expect(test.startNeighbour({ PAY_ENCRYPTION_KEY: NEW })).rejects.toMatchObject({
    code: 'invalid_configuration',
  })
})

it('rotate-keys covers every column with a sealed value of PAY_ENCRYPTION_KEY', async () => {
  await using test = await startTestHost()
  const tables = await test.host.context.db.kysely.introspection.getTables()
  // The data of payers is sealed with PAY_DATA_KEY.
  const found = tables
    .filter(({ name }) => name !== 'payers' && name !== 'payment_details')
    .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
    .filter((name) => /\.sealed_|^webhook_endpoints\..*secret$/.test(name))
  const covered = SEALED_TABLES.flatMap(({ table, columns }) =>
    columns.map((column) => `${table}.${column}`),
  )
  expect(covered.sort()).toEqual(found.sort())
})
