import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eraseMerchant } from '../../host/src/erasure/eraseMerchant.ts'
import { exportMerchant } from '../../host/src/erasure/exportMerchant.ts'
import { dumpDatabase } from '../support/dumpDatabase.ts'
import { type Merchant, seedMerchant } from '../support/seedMerchant.ts'
import { snapshotTenants } from '../support/snapshotTenants.ts'
import { PAYER, startTestHost, type TestHost } from '../support/testHost.ts'

/** Tables with limits and nonces, which expire within a day. */
const SHORT_LIVED = { without: ['rate_limits', 'used_nonces', 'challenges'] }
const LEDGER = ['requests', 'payments', 'refunds', 'payment_totals', 'fiat_totals', 'offramps']

let test: TestHost
let merchant: Merchant
let other: Merchant
beforeAll(async () => {
  test = await startTestHost({ PAY_REGISTRATION: 'open' })
  merchant = await seedMerchant(test, 'account')
  other = await seedMerchant(test, 'wallet')
})
afterAll(() => test?.[Symbol.asyncDispose]())

/** Returns the ledger's amounts and chain positions. */
async function readLedger() {
  const { kysely } = test.host.context.db
  const ledger: Record<string, unknown> = {}
  for (const table of LEDGER) {
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} where tenant_id = ${merchant.tenantId}
    `.execute(kysely)
    ledger[table] = rows
      .map((row) =>
        JSON.stringify(
          Object.entries(row).filter(([name]) =>
            /^id$|units|amount|tx_hash|count|whole/.test(name),
          ),
          (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
        ),
      )
      .sort()
  }
  return ledger
}

it('export-merchant prints a merchant’s records and the plain e-mail addresses, and no secret or other merchant', async () => {
  const lines: string[] = []
  await exportMerchant(test.host.context, merchant.tenantId, (line) => lines.push(line))
  const text = lines.join('\n')
  expect(text).toContain(merchant.email)
  const tables = new Set(lines.map((line) => JSON.parse(line).table))
  for (const table of ['accounts', 'requests', 'payments', 'payers'])
    expect(tables).toContain(table)
  for (const headers of Object.values(merchant.credentials)) {
    for (const secret of Object.values(headers)) {
      // Client IDs and origins are public.
      if (!/^cli_|^https?:/.test(String(secret))) expect(text).not.toContain(secret)
    }
  }
  const { rows } = await sql<{ tx_hash: string }>`
    select tx_hash from payments where tenant_id = ${merchant.tenantId}
  `.execute(test.host.context.db.kysely)
  expect(rows.length).toBeGreaterThan(0)
  for (const { tx_hash } of rows) expect(text).toContain(tx_hash)
  expect(text).not.toContain(other.tenantId)
  expect(text).not.toMatch(/password_hash|"secret"|sealed_/)
})

it('erase-merchant needs --force and a merchant other than the first, and otherwise changes nothing', async () => {
  const { context } = test.host
  const before = await snapshotTenants(test, [merchant.tenantId, other.tenantId])
  const refused = [
    { facts: { merchant: merchant.tenantId, isForced: false }, reason: /without --force/ },
    { facts: { merchant: 'nobody', isForced: true }, reason: /does not exist/ },
  ]
  for (const { facts, reason } of refused) {
    await expect(eraseMerchant(context, facts)).rejects.toThrow(reason)
  }
  expect(await snapshotTenants(test, [merchant.tenantId, other.tenantId])).toEqual(before)
})

it('erase-merchant removes every text of the merchant’s people and all credentials, and keeps the ledger and other merchants', async () => {
  const { context } = test.host
  const [ledger, others] = [await readLedger(), await snapshotTenants(test, [other.tenantId])]
  await context.db.kysely.updateTable('offramps').set({ status: 'fiat_sent' }).execute()
  const { tenantId } = merchant
  const [text = ''] = merchant.canaries
  const stored = { key: 'order-1', body_hash: '', state: 'done' as const, response_status: 201 }
  const policy = JSON.stringify({ allowedPayers: [`0x${'1'.repeat(40)}`] })
  await context.db.kysely
    .updateTable('secure_payments')
    .set({ access_policy: policy })
    .where('tenant_id', '=', tenantId)
    .execute()
  const scopes = [tenantId, other.tenantId].map((id) => `${id}:key:createRequest`)
  await context.db.kysely
    .insertInto('idempotency_keys')
    .values(
      scopes.map((scope) => {
        const response_body = JSON.stringify({ reference: scope === scopes[0] ? text : 'other' })
        return { ...stored, scope, response_body, created_at: new Date().toISOString() }
      }),
    )
    .execute()
  await context.db.kysely
    .insertInto('payment_screenings')
    .values({
      token: merchant.ids['/v2/secure-payments/{token}'] ?? '',
      wallet: PAYER,
      provider: 'example',
      is_allowed: 0,
      reason_code: 'sanctions',
      reference: text,
      screened_at: new Date().toISOString(),
      expires_at: new Date().toISOString(),
    })
    .execute()
  await eraseMerchant(context, { merchant: tenantId, isForced: true })
  const dump = await dumpDatabase(context.db, SHORT_LIVED)
  // The merchant's id stays as a pseudonym.
  const texts = merchant.canaries.filter((canary) => canary !== tenantId)
  const found = dump.split('\n').filter((line) => texts.some((text) => line.includes(text)))
  expect(found).toEqual([])
  const kept = await context.db.kysely.selectFrom('idempotency_keys').select('scope').execute()
  expect(kept.map(({ scope }) => scope)).toContain(scopes[1])
  expect(await readLedger()).toEqual(ledger)
  // Without its policy, an unpaid link would accept any wallet.
  const links = await context.db.kysely
    .selectFrom('secure_payments')
    .select('access_policy')
    .where('tenant_id', '=', tenantId)
    .execute()
  expect(new Set(links.map((link) => link.access_policy))).toEqual(new Set([policy]))
  const after = await snapshotTenants(test, [other.tenantId])
  expect({ ...after, offramps: [] }).toEqual({ ...others, offramps: [] })
  for (const headers of Object.values(merchant.credentials)) {
    const { status } = await test.call('GET', '/v2/payments', { anonymous: true, headers })
    expect(status).toBe(401)
  }
  // A repeated command changes nothing.
  await eraseMerchant(context, { merchant: tenantId, isForced: true })
  expect(await dumpDatabase(context.db, SHORT_LIVED)).toBe(dump)
})
