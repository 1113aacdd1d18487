import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '../../host/src/db/migrate.ts'
import { type Database, openDatabase } from '../../host/src/db/openDatabase.ts'
import { createCopyMender } from '../../host/src/jobs/createCopyMender.ts'
import { createLogger } from '../../host/src/log.ts'
import {
  createDatabasePlace,
  type DatabasePlace,
  openTestDatabase,
} from '../flows/support/openTestDatabase.ts'
import { fillCopies } from '../support/fillCopies.ts'
import { recordPayment } from '../support/recordPayment.ts'
import { startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'
import { loadFixture, RELEASES } from './support/loadFixture.ts'
import { readSchema } from './support/readSchema.ts'

let place: DatabasePlace
beforeEach(async () => {
  place = await createDatabasePlace()
})
afterEach(() => place.remove())

/** The tables that the payments search derives from payments; earlier releases lack these tables. */
const DERIVED = ['payment_counts', 'payment_entries', 'payment_groups', 'counted_lists']

/** Reverts the current schema to the schema from unreleased editions of the migrations 0001, 0002, 0003, 0005 and 0007. */
const EARLIER = [
  'drop index payments_block',
  'drop index unmatched_payments_block',
  'drop index requests_reference_key',
  'create index requests_reference_key on requests (reference_key)',
  'drop index webhook_deliveries_event',
  'drop index challenges_address',
  'drop index webhook_deliveries_dead',
  'drop index requests_client',
  'drop index requests_reference',
  'drop index requests_status',
  'drop index requests_children',
  'drop index requests_running_recurrences',
  'drop index recurring_payments_running',
  'drop index recurring_payments_activated',
  'drop index recurring_payments_payer',
  'create index recurring_payments_payer on recurring_payments (network, payer, token_address)',
  'drop index relayer_transactions_pending',
  'drop index payers_tenant',
]

/** Returns the rows of every table that has rows, by table name; omits derived tables. */
async function readRows(db: Database): Promise<ReadonlyMap<string, readonly object[]>> {
  const tables = await db.kysely.introspection.getTables()
  const kept = new Map<string, readonly object[]>()
  for (const { name } of tables) {
    if (DERIVED.includes(name)) continue
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db.kysely)
    if (rows.length > 0) kept.set(name, rows)
  }
  return kept
}

describe.each(RELEASES)('A database from the earlier release %s', (release) => {
  it('a database from an earlier release gets exactly the schema of a new database, and keeps its rows', async () => {
    await loadFixture(place.url, release)
    await using db = await openDatabase(place.url)
    const before = await readRows(db)
    await migrate(db)
    await using fresh = await openTestDatabase()
    expect(await readSchema(db)).toEqual(await readSchema(fresh.db))
    const after = await readRows(db)
    for (const [table, rows] of before) {
      expect(after.get(table), table).toEqual(
        expect.arrayContaining(rows.map((row) => expect.objectContaining(row))),
      )
    }
    expect(await migrate(db)).toEqual([])
  })

  it('a database from an earlier release serves its payments after the upgrade, and rejects a second request with an existing reference', async () => {
    await loadFixture(place.url, release)
    await using test = await startTestHost({ PAY_DATABASE_URL: place.url })
    const { kysely } = test.host.context.db
    const found = await test.call('GET', '/v2/payments?reference=order-1')
    const amounts = found.json.payments.map((payment: { amount: string }) => payment.amount)
    expect(amounts.sort()).toEqual(['10', '2.5'])
    const [request] = await kysely.selectFrom('requests').selectAll().limit(1).execute()
    if (request === undefined) throw new Error('The fixture has no request.')
    await expect(
      kysely
        .insertInto('requests')
        .values({ ...request, id: 'another', payee: 'another' })
        .execute(),
    ).rejects.toThrow(/unique/i)
  })
})

describe('A database from a release that stored webhook secrets in clear text', () => {
  it('a database from a release that stored webhook secrets in clear text signs with the secrets as before, and seals them', async () => {
    await loadFixture(place.url, 'c102a64')
    const shown: string[] = []
    {
      await using db = await openDatabase(place.url)
      const rows = await db.kysely.selectFrom('webhook_endpoints').select('secret').execute()
      shown.push(...rows.map(({ secret }) => secret))
    }
    await using test = await startTestHost({ PAY_DATABASE_URL: place.url })
    const { db, sealer } = test.host.context
    const sealed = await db.kysely.selectFrom('webhook_endpoints').select('secret').execute()
    expect(sealed.map(({ secret }) => sealer.open('webhook_secret', secret))).toEqual(shown)
  })
})

/** Undoes, after `EARLIER`, the later migrations that replace the repair's indexes or add columns behind the repaired ones. */
const WITHOUT_LISTED = [
  ...['tenant', 'unpaid_client', 'changed', 'copies', 'payouts', 'payouts_status'].map(
    (name) => `drop index requests_${name}`,
  ),
  'drop index requests_unpaid_copies',
  'alter table requests drop column is_unpaid_copy',
  'alter table requests drop column option_count',
  'alter table kept_surpluses drop column currency',
  'alter table requests drop column fee_bearer',
  'alter table requests drop column fee_is_rounded',
  'alter table client_ids drop column fee_bearer',
  'alter table secure_payments drop column fee_plan',
  'drop table request_options',
  'drop table swept_options',
]

describe('A database that ran a migration before its edit', () => {
  it('a database that ran a migration before its edit gets its missing columns and indexes', async () => {
    await using db = await openDatabase(place.url)
    await migrate(db)
    const whole = await readSchema(db)
    await sql`delete from kysely_migration
      where name in ('0014-repair-early-schemas', '0071-index-listed-requests', '0078-index-unpaid-copies',
        '0086-add-request-options', '0094-add-fee-bearers', '0098-add-rounded-fees')`.execute(
      db.kysely,
    )
    await db.transaction(async (tx) => {
      for (const statement of [...EARLIER, ...WITHOUT_LISTED]) await sql.raw(statement).execute(tx)
    })
    await migrate(db)
    expect(await readSchema(db)).toEqual(whole)
  })
})

describe('A migration that fails', () => {
  it('a migration that fails appears with the database’s message in the error and in the startup log', async () => {
    await loadFixture(place.url, 'c102a64')
    {
      await using db = await openDatabase(place.url)
      await sql`create table settings (name text)`.execute(db.kysely)
      await expect(migrate(db)).rejects.toMatchObject({
        code: 'migration_failed',
        migration: '0002-add-sign-in-and-management',
        message: expect.stringMatching(/"?settings"? already exists/),
      })
    }
    const lines: string[] = []
    const log = createLogger('fatal', { write: (line) => void lines.push(line) })
    await expect(startTestHost({ PAY_DATABASE_URL: place.url }, { log })).rejects.toThrow(
      /0002-add-sign-in-and-management failed: .*already exists/,
    )
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        msg: 'Could not migrate the database',
        migration: '0002-add-sign-in-and-management',
        err: { message: expect.stringMatching(/already exists/) },
      },
    ])
  })
})

/** Opens copies of a new reusable link; returns the link, and the copies with the ids of their requests. */
async function openCopies(test: TestHost, count: number) {
  const body = { requests: [usdcItem], isReusable: true }
  const { json: link } = await test.call('POST', '/v2/secure-payments', { body })
  const copies: { token: string; id: string }[] = []
  for (let number = 0; number < count; number += 1) {
    const { json } = await test.call('POST', `/v2/secure-payments/${link.token}/open`)
    copies.push({ token: json.token, id: json.requestIds[0] })
  }
  return { link: link.token as string, copies }
}

/** Sets a copy's mark to the value that it has after a host without marks wrote the copy. */
async function mark({ host }: TestHost, id: string, isUnpaid: 0 | 1) {
  const { kysely } = host.context.db
  await kysely
    .updateTable('requests')
    .set({ is_unpaid_copy: isUnpaid })
    .where('id', '=', id)
    .execute()
}

async function mendCopies({ host: { context } }: TestHost) {
  const step = createCopyMender(context)
  while ((await step()).more);
}

async function listedIds(test: TestHost, link: string) {
  const { json: requests } = await test.call('GET', '/v2/request?limit=100')
  const { json: payments } = await test.call('GET', `/v2/secure-payments?linkToken=${link}`)
  return {
    requests: requests.requests.map(({ requestId }: { requestId: string }) => requestId),
    payments: payments.securePayments.map(({ token }: { token: string }) => token),
  }
}

describe('A host from a release without the mark for unpaid copies, which keeps running after the migration', () => {
  it('the older host hides no copy that it finds paid, once another host corrects the mark', async () => {
    await using test = await startTestHost({ PAY_DATABASE_URL: place.url })
    const { link, copies } = await openCopies(test, 2)
    const [paid] = copies
    if (paid === undefined) throw new Error('No copy was opened.')
    await recordPayment(test.host.context, paid.id)
    await mark(test, paid.id, 1)
    expect(await listedIds(test, link)).toEqual({ requests: [], payments: [] })
    await mendCopies(test)
    expect(await listedIds(test, link)).toEqual({ requests: [paid.id], payments: [paid.token] })
  })

  it('the older host opens copies that no list contains, once another host corrects the mark', async () => {
    await using test = await startTestHost({ PAY_DATABASE_URL: place.url })
    const { link, copies } = await openCopies(test, 3)
    for (const { id } of copies) await mark(test, id, 0)
    await mendCopies(test)
    expect(await listedIds(test, link)).toEqual({ requests: [], payments: [] })
  })

  it('the older host opens copies that stay in the lists after a newer host finds them paid', async () => {
    await using test = await startTestHost({ PAY_DATABASE_URL: place.url })
    const { link, copies } = await openCopies(test, 1)
    const [paid] = copies
    if (paid === undefined) throw new Error('No copy was opened.')
    await mark(test, paid.id, 0)
    await recordPayment(test.host.context, paid.id)
    const { kysely } = test.host.context.db
    expect(await kysely.selectFrom('unlisted_requests').selectAll().execute()).toEqual([])
    await mendCopies(test)
    expect(await listedIds(test, link)).toEqual({ requests: [paid.id], payments: [paid.token] })
  })

  it('the older host hides no copy that it finds paid, even if its release has no reusable links', async () => {
    await using test = await startTestHost({ PAY_DATABASE_URL: place.url })
    const { link, copies } = await openCopies(test, 2)
    const [paid] = copies
    if (paid === undefined) throw new Error('No copy was opened.')
    const { kysely } = test.host.context.db
    const unlisted = await kysely.selectFrom('unlisted_requests').selectAll().execute()
    await recordPayment(test.host.context, paid.id)
    await mark(test, paid.id, 1)
    const own = unlisted.filter(({ request_id }) => request_id === paid.id)
    await kysely.insertInto('unlisted_requests').values(own).execute()
    await mendCopies(test)
    expect(await listedIds(test, link)).toEqual({ requests: [paid.id], payments: [paid.token] })
    expect(await kysely.selectFrom('unlisted_requests').selectAll().execute()).toEqual(
      unlisted.filter(({ request_id }) => request_id !== paid.id),
    )
  })

  it('another host corrects every copy that the older host opened, over several pages', async () => {
    await using test = await startTestHost({ PAY_DATABASE_URL: place.url })
    const { copies } = await openCopies(test, 1)
    const { context } = test.host
    await fillCopies(context, { like: copies[0]?.token ?? '', count: 1_200 })
    const { kysely } = context.db
    const unlisted = kysely.selectFrom('unlisted_requests').select('request_id')
    const ids = (await unlisted.orderBy('request_id').execute()).map((row) => row.request_id)
    const withoutMark = ids.filter((_, index) => index % 3 === 0)
    const paid = ids.filter((_, index) => index % 3 === 1)
    const set = kysely.updateTable('requests').set({ is_unpaid_copy: 0 })
    await set.where('id', 'in', withoutMark).execute()
    await kysely.deleteFrom('unlisted_requests').where('request_id', 'in', paid).execute()
    await mendCopies(test)
    const marked = kysely.selectFrom('requests').select('id').where('is_unpaid_copy', '=', 1)
    const rows = await marked.orderBy('id').execute()
    expect(rows.map(({ id }) => id)).toEqual(ids.filter((id) => !paid.includes(id)))
    expect(rows).toHaveLength(1_201 - paid.length)
  })
})
