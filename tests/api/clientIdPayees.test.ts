import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatDestinationId } from '@secure-payment/core/destinations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { up as addAnyPayee } from '../../host/src/db/migrations/0027-add-any-payee-and-support.ts'
import { openDatabase } from '../../host/src/db/openDatabase.ts'
import { type SignedIn, signInWallet } from '../support/signIn.ts'
import {
  PAYEE,
  pageHeaders,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
} from '../support/testHost.ts'

const USDC = '0x5ecc000000000000000000000000000000000101'
const CURRENCIES = { invoiceCurrency: 'USDC-devnet', paymentCurrency: 'USDC-devnet' }
const REFUSED = { status: 403, json: { code: 'payee_not_allowed' } }

let test: TestHost
let merchant: SignedIn & { address: string }
beforeAll(async () => {
  test = await startTestHost({ PAY_CLIENT_IDS_PAY_ANYONE: '' })
  const { account, ...signedIn } = await signInWallet(test)
  merchant = { ...signedIn, address: account.address }
})
afterAll(() => test[Symbol.asyncDispose]())

const manage = (method: string, path: string, body: object) =>
  test.call(method, path, { anonymous: true, headers: merchant.headers, body })

/** Creates a client ID, and returns its record and a function that calls the API as the shop's page does. */
async function visit(more: object = {}) {
  const body = { label: 'Shop', allowedDomains: [SHOP_ORIGIN], ...more }
  const { json } = await manage('POST', '/v1/client-ids', body)
  const headers = pageHeaders(json.clientId)
  return {
    record: json,
    send: (path: string, sent: object) =>
      test.call('POST', path, { anonymous: true, headers, body: sent }),
  }
}

/** Returns the members that accept another currency for a payee. */
const accepting = (payee: string) => ({ accepts: ['DAI-devnet'], payees: { evm: payee } })

/** Returns the path and body of a call to each operation that creates a request for `payee`. */
const creations = (payee: string) =>
  [
    ['/v2/secure-payments', { requests: [{ amount: '1', payee, ...CURRENCIES }] }],
    [
      '/v2/secure-payments',
      {
        requests: [
          {
            amount: '1',
            destinationId: formatDestinationId({
              walletAddress: payee,
              chainId: 31_337,
              tokenAddress: USDC,
            }).destinationId,
          },
        ],
      },
    ],
    [
      '/v2/secure-payments/payouts',
      { recipient: payee, network: 'devnet', currency: 'USDC-devnet', amount: '1' },
    ],
    ['/v2/request', { payee, amount: '1', ...CURRENCIES }],
    [
      '/v2/secure-payments',
      { requests: [{ ...accepting(payee), payee: merchant.address, amount: '1', ...CURRENCIES }] },
    ],
    ['/v2/request', { ...accepting(payee), payee: merchant.address, amount: '1', ...CURRENCIES }],
    ['/v2/payouts', { payee, amount: '1', ...CURRENCIES }],
    ['/v2/payouts/batch', { requests: [{ payee, amount: '1', ...CURRENCIES }] }],
  ] as const

describe('A client ID without a payee setting', () => {
  it('a client ID without a payee setting creates nothing that pays the wallet of a member whose role may not send money', async () => {
    const { send } = await visit()
    const setRole = (role: 'owner' | 'finance' | 'developer' | 'read-only') =>
      test.host.context.db.kysely
        .updateTable('wallets')
        .set({ role })
        .where('address', '=', merchant.address)
        .execute()
    for (const role of ['developer', 'read-only'] as const) {
      await setRole(role)
      for (const [path, body] of creations(merchant.address)) {
        expect({ path, role, ...(await send(path, body)) }).toMatchObject({
          path,
          role,
          ...REFUSED,
        })
      }
    }
    await setRole('finance')
    const [path, body] = creations(merchant.address)[0]
    expect((await send(path, body)).status).toBe(201)
    await setRole('owner')
  })

  it('a client ID without a payee setting creates nothing that pays a visitor’s wallet, through any operation', async () => {
    const { record, send } = await visit()
    expect(record).toMatchObject({ payeeDestinationId: null, allowAnyPayee: false })
    const before = await test.countRows()
    for (const [path, body] of creations(PAYEE)) {
      expect({ path, ...(await send(path, body)) }).toMatchObject({ path, ...REFUSED })
    }
    const batch = [merchant.address, PAYEE].map((payee) => ({ payee, amount: '1', ...CURRENCIES }))
    expect(await send('/v2/secure-payments', { requests: batch })).toMatchObject(REFUSED)
    expect(await test.countRows()).toEqual(before)
  })

  it('a client ID without a payee setting rejects a fee for a visitor’s wallet', async () => {
    const { send } = await visit()
    const item = { amount: '1', payee: merchant.address, ...CURRENCIES }
    const fee = { feePercentage: '100', feeAddress: PAYEE }
    expect(await send('/v2/secure-payments', { requests: [item], ...fee })).toMatchObject({
      status: 403,
      json: { code: 'fee_not_allowed' },
    })
  })

  it('a client ID without a payee setting pays the merchant’s own wallets', async () => {
    const { send } = await visit()
    for (const [path, body] of creations(merchant.address).slice(0, 4)) {
      expect({ path, status: (await send(path, body)).status }).toEqual({ path, status: 201 })
    }
  })

  it('a client ID without a payee setting pays the merchant’s contract account only on its own chain, or at a destination that names it', async () => {
    const { send } = await visit()
    const { kysely } = test.host.context.db
    const { account } = await signInWallet(test)
    const payee = account.address
    const signedInOn = (chainId: number) =>
      kysely
        .updateTable('wallets')
        .set({ code_chain_id: BigInt(chainId), tenant_id: merchant.tenantId })
        .where('address', '=', payee)
        .execute()
    const ask = () =>
      send('/v2/secure-payments', { requests: [{ amount: '1', payee, ...CURRENCIES }] })
    await signedInOn(8453)
    expect(await ask()).toMatchObject(REFUSED)
    await signedInOn(31_337)
    expect((await ask()).status).toBe(201)
    await signedInOn(8453)
    const at = new Date().toISOString()
    const route = { walletAddress: payee, chainId: 31_337, tokenAddress: USDC }
    await kysely
      .insertInto('payee_destinations')
      .values({
        id: '01KB0000000000000000000000',
        tenant_id: merchant.tenantId,
        wallet_address: payee,
        chain_id: 31_337n,
        token_address: USDC,
        destination_id: formatDestinationId(route).destinationId,
        is_active: 1,
        created_at: at,
        updated_at: at,
      })
      .execute()
    expect((await ask()).status).toBe(201)
  })

  it('a client ID without a payee setting does not pay another merchant’s wallet', async () => {
    const { send } = await visit()
    const other = await signInWallet(test)
    const item = { amount: '1', payee: other.account.address, ...CURRENCIES }
    expect(await send('/v2/secure-payments', { requests: [item] })).toMatchObject(REFUSED)
  })

  it('a client ID without a payee setting limits only pages: the merchant and its server may pay any payee', async () => {
    const requests = [{ amount: '1', payee: PAYEE, ...CURRENCIES }]
    expect((await manage('POST', '/v2/secure-payments', { requests })).status).toBe(201)
    expect((await test.call('POST', '/v2/secure-payments', { body: { requests } })).status).toBe(
      201,
    )
  })
})

describe('A client ID with allowAnyPayee', () => {
  it('a client ID with allowAnyPayee pays any payee, through every operation that a shop uses', async () => {
    const { record, send } = await visit({ allowAnyPayee: true })
    expect(record.allowAnyPayee).toBe(true)
    for (const [path, body] of creations(PAYEE).slice(0, 4)) {
      expect({ path, status: (await send(path, body)).status }).toEqual({ path, status: 201 })
    }
  })

  it('a client ID with allowAnyPayee is limited to the merchant’s wallets again after the setting is removed', async () => {
    const { record, send } = await visit({ allowAnyPayee: true })
    const path = `/v1/client-ids/${record.id}`
    expect((await manage('PUT', path, { label: 'Same' })).json.allowAnyPayee).toBe(true)
    expect((await manage('PUT', path, { allowAnyPayee: false })).json.allowAnyPayee).toBe(false)
    const requests = [{ amount: '1', payee: PAYEE, ...CURRENCIES }]
    expect(await send('/v2/secure-payments', { requests })).toMatchObject(REFUSED)
  })

  it('a client ID with allowAnyPayee pays only its bound destination while it has one', async () => {
    const { destinationId } = formatDestinationId({
      walletAddress: merchant.address,
      chainId: 31_337,
      tokenAddress: USDC,
    })
    const { send } = await visit({ allowAnyPayee: true, payeeDestinationId: destinationId })
    const requests = [{ amount: '1', payee: PAYEE, ...CURRENCIES }]
    expect(await send('/v2/secure-payments', { requests })).toMatchObject({
      status: 403,
      json: { code: 'destination_not_allowed' },
    })
  })
})

describe('A host with PAY_CLIENT_IDS_PAY_ANYONE', () => {
  it('a new client ID may pay any payee by default', async () => {
    await using devnet = await test.startNeighbour({ PAY_CLIENT_IDS_PAY_ANYONE: 'true' })
    const body = { label: 'Shop', allowedDomains: [SHOP_ORIGIN] }
    const { json } = await devnet.call('POST', '/v2/client-ids', { body })
    expect(json.allowAnyPayee).toBe(true)
  })
})

describe('Client IDs from earlier releases', () => {
  it('client IDs from earlier releases keep their bound destination, and pay any payee if they have no bound destination', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'client-ids-'))
    await using stack = new AsyncDisposableStack()
    stack.defer(() => rm(folder, { recursive: true }))
    const db = stack.use(await openDatabase(`sqlite:${folder}/old.db`))
    const table = db.kysely.withTables<{
      client_ids: { id: string; payee_destination_id: string | null; allow_any_payee: number }
      brandings: { id: string }
    }>()
    await table.schema
      .createTable('client_ids')
      .addColumn('id', 'text')
      .addColumn('payee_destination_id', 'text')
      .execute()
    await table.schema.createTable('brandings').addColumn('id', 'text').execute()
    const rows = [
      { id: 'free', payee_destination_id: null },
      { id: 'bound', payee_destination_id: 'x' },
    ]
    for (const { id, payee_destination_id } of rows) {
      await table
        .insertInto('client_ids')
        .values({ id, payee_destination_id } as never)
        .execute()
    }
    await addAnyPayee(db.kysely as never)
    const found = await table.selectFrom('client_ids').select(['id', 'allow_any_payee']).execute()
    expect(found).toEqual([
      { id: 'free', allow_any_payee: 1 },
      { id: 'bound', allow_any_payee: 0 },
    ])
  })
})
