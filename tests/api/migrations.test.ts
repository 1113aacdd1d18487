import {
  createPaymentReference,
  createRequestId,
  createSalt,
  createUlid,
  referenceTopic,
  topicKey,
} from '@secure-payment/core'
import { Migrator } from 'kysely/migration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashApiKey } from '../../host/src/auth/apiKey.ts'
import { migrations } from '../../host/src/db/migrate.ts'
import { type Database, openDatabase } from '../../host/src/db/openDatabase.ts'
import { createDatabasePlace, type DatabasePlace } from '../flows/support/openTestDatabase.ts'
import { PAYEE, PAYER, startTestHost, usdcItem } from '../support/testHost.ts'

/** The merchant to which the test hosts' key belongs. */
const TENANT_ID = '00000000000000000000000001'
/** USDC of devnet. */
const TOKEN_ADDRESS = '0x5ecc000000000000000000000000000000000101'
const CREATED_AT = new Date('2026-01-01T00:00:00.000Z')
const EXPIRES_AT = '2099-01-01T00:00:00.000Z'
const PAID_AT = '2026-01-02T03:04:05.000Z'
const REFERENCE = 'order-1'
const TX_HASH = `0x${'ab'.repeat(32)}`
const SOURCE_HASH = `0x${'cd'.repeat(32)}`

let place: DatabasePlace
beforeEach(async () => {
  place = await createDatabasePlace()
})
afterEach(() => place.remove())

/** Brings an empty database to the state of an earlier release, by running the migrations up to the given one. */
async function migrateTo(db: Database, last: string): Promise<void> {
  const known = Object.entries(migrations).filter(([name]) => name <= last)
  const { error } = await db.exclusive(({ transaction }) =>
    transaction((tx) =>
      new Migrator({
        db: tx,
        provider: { getMigrations: async () => Object.fromEntries(known) },
      }).migrateToLatest(),
    ),
  )
  if (error !== undefined) throw error
}

type Fields = Record<string, unknown>

/**
 * Stores a payment link of 12.5 USDC with 2.5 paid and a reported source transaction, in the
 * columns of the first release.
 */
async function fill(db: Database): Promise<{ token: string; requestId: string }> {
  const random = (length: number) => new Uint8Array(length).fill(7)
  const createdAt = CREATED_AT.toISOString()
  const token = createUlid(CREATED_AT.getTime(), random(10))
  const requestId = createRequestId(CREATED_AT.getTime(), random(26))
  const salt = createSalt(random(8))
  const reference = createPaymentReference(requestId, salt, PAYEE)
  const tenant_id = TENANT_ID
  const paid = { payee: PAYEE, token_address: TOKEN_ADDRESS, network: 'devnet', fee_units: '0' }
  const insert = (
    table: 'tenants' | 'secure_payments' | 'requests' | 'payments' | 'intents',
    row: Fields,
  ) => db.insertRows([{ table, columns: Object.keys(row), rows: [Object.values(row)] }])
  await insert('tenants', { id: TENANT_ID, name: 'Shop', created_at: createdAt })
  await insert('secure_payments', {
    token,
    tenant_id,
    payment_type: 'single',
    network: 'devnet',
    status: 'pending',
    created_at: createdAt,
    expires_at: EXPIRES_AT,
  })
  await insert('requests', {
    ...paid,
    id: requestId,
    tenant_id,
    secure_payment_token: token,
    item_index: 0,
    kind: 'direct',
    invoice_currency: 'USDC-devnet',
    payment_currency: 'USDC-devnet',
    amount: '12.5',
    expected_units: '12500000',
    paid_units: '2500000',
    salt,
    payment_reference: reference,
    reference_key: topicKey(referenceTopic(reference)),
    reference: REFERENCE,
    status: 'partially_paid',
    has_been_paid: 0,
    paid_late: 0,
    event_sequence: 1,
    created_at: createdAt,
    updated_at: createdAt,
    expires_at: EXPIRES_AT,
  })
  await insert('payments', {
    ...paid,
    id: createUlid(CREATED_AT.getTime() + 1, random(10)),
    request_id: requestId,
    tenant_id,
    tx_hash: TX_HASH,
    log_index: 0,
    block_number: 1n,
    block_hash: `0x${'b1'.repeat(32)}`,
    block_time: PAID_AT,
    payer: PAYER,
    amount_units: '2500000',
    credited_units: '2500000',
    is_late: 0,
    detected_at: PAID_AT,
  })
  await insert('intents', {
    id: createUlid(CREATED_AT.getTime() + 2, random(10)),
    token,
    tx_hash: SOURCE_HASH,
    chain: 'DEVNET',
    currency: 'USDC',
    created_at: createdAt,
  })
  return { token, requestId }
}

describe('A host that starts on a database from before payouts', () => {
  it('a host on a database from before payouts returns its records, and calldata for its payment', async () => {
    const db = await openDatabase(place.url)
    await migrateTo(db, '0002-add-sign-in-and-management')
    const { token, requestId } = await fill(db)
    await migrateTo(db, '0004-add-payments-search')
    await db[Symbol.asyncDispose]()

    await using test = await startTestHost({ PAY_DATABASE_URL: place.url })
    const link = await test.call('GET', `/v2/secure-payments/${token}`)
    expect(link.json).toMatchObject({ status: 'pending', flow: 'get_paid' })
    const request = await test.call('GET', `/v2/request/${requestId}`)
    expect(request.json).toMatchObject({ requestId, hasBeenPaid: false, note: null })
    const found = await test.call('GET', `/v2/payments?reference=${REFERENCE}`)
    expect(found.json.payments).toMatchObject([
      {
        amount: '2.5',
        type: 'direct',
        destinationTxHash: TX_HASH,
        sourceTxHash: TX_HASH,
        sourceNetwork: 'devnet',
        detectionSource: 'request-network',
        note: null,
        recurringPaymentId: null,
        request: { requestId },
      },
    ])
    const byAmount = await test.call('GET', '/v2/payments?amount=2.50%20USDC')
    expect(byAmount.json.payments).toEqual(found.json.payments)
    const intents = await test.host.context.db.kysely.selectFrom('intents').selectAll().execute()
    expect(intents).toMatchObject([{ tx_hash: SOURCE_HASH, status: null, next_check_at: null }])
    const pay = await test.call('GET', `/v2/secure-payments/${token}/pay?wallet=${PAYER}`)
    expect(pay.status).toBe(200)
  })
})

describe('A host that starts on a database from before roles', () => {
  it('a host on a database from before roles makes every member an owner, and gives every API key all scopes', async () => {
    const db = await openDatabase(place.url)
    await migrateTo(db, '0041-index-secure-payments')
    const created_at = CREATED_AT.toISOString()
    const tenant_id = 'merchant'
    const insert = (table: 'tenants' | 'accounts' | 'wallets' | 'api_keys', row: Fields) =>
      db.insertRows([{ table, columns: Object.keys(row), rows: [Object.values(row)] }])
    await insert('tenants', { id: tenant_id, name: 'Shop', created_at })
    const account = { email_digest: 'd', sealed_email: 's', password_hash: 'h' }
    await insert('accounts', { id: 'account', tenant_id, created_at, ...account })
    await insert('wallets', { address: PAYER, wallet_type: 'evm', tenant_id, created_at })
    const key = 'sk_of_an_earlier_release'
    const stored = { label: 'Server', prefix: 'sk_of', hash: hashApiKey(key), status: 'active' }
    await insert('api_keys', { id: 'key', tenant_id, created_at, ...stored })
    await db[Symbol.asyncDispose]()

    await using test = await startTestHost({ PAY_DATABASE_URL: place.url })
    const { kysely } = test.host.context.db
    for (const table of ['accounts', 'wallets'] as const) {
      const rows = await kysely.selectFrom(table).select('role').execute()
      expect(rows).toEqual([{ role: 'owner' }])
    }
    const call = (method: string, path: string, body?: object) =>
      test.call(method, path, {
        anonymous: true,
        headers: { 'x-api-key': key },
        ...(body && { body }),
      })
    expect((await call('GET', '/v2/payments')).status).toBe(200)
    expect((await call('POST', '/v2/secure-payments', { requests: [usdcItem] })).status).toBe(201)
    const webhook = await call('POST', '/v1/webhook', { url: 'https://shop.example.test/hook' })
    expect(webhook.status).toBe(201)
  })
})
