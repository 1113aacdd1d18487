import { formatDestinationId } from '@secure-payment/core/destinations'
import { getCurrency, getNetwork } from '@secure-payment/core/networks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_LIMITS, registerAccount, signInWallet } from '../support/signIn.ts'
import {
  FEE_ADDRESS,
  PAYEE,
  PAYER,
  pageHeaders,
  SECOND_PAYEE,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
} from '../support/testHost.ts'

const PATH = '/v2/secure-payments/payouts'
const LINKS = '/v2/secure-payments'
const payout = { recipient: PAYEE, network: 'devnet', currency: 'USDC-devnet', amount: '12.5' }
const second = { ...payout, recipient: SECOND_PAYEE, amount: '0.000001' }
const TRON_ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

let test: TestHost
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
})
afterAll(() => test[Symbol.asyncDispose]())

const create = (body: object, headers?: Record<string, string>) =>
  test.call('POST', PATH, headers ? { anonymous: true, headers, body } : { body })
const read = async (token: string) => (await test.call('GET', `${LINKS}/${token}`)).json

const readRows = async (token: string) => {
  const { kysely } = test.host.context.db
  const [link] = await kysely
    .selectFrom('secure_payments')
    .select(['flow', 'creator_wallet', 'client_id', 'reference'])
    .where('token', '=', token)
    .execute()
  const requests = await kysely
    .selectFrom('requests')
    .select(['payee', 'reference', 'recipient_identifier', 'fee_units', 'fee_address'])
    .where('secure_payment_token', '=', token)
    .orderBy('item_index')
    .execute()
  return { link, requests }
}

describe('POST /v2/secure-payments/payouts', () => {
  it('POST /v2/secure-payments/payouts applies an access policy to a link for one payout', async () => {
    const accessPolicy = { allowedPayerAddresses: [PAYER] }
    const { status, json } = await create({ ...payout, accessPolicy })
    expect(status).toBe(201)
    const pay = (wallet: string) => test.call('GET', `${LINKS}/${json.token}/pay?wallet=${wallet}`)
    expect((await pay(PAYER)).status).toBe(200)
    expect((await pay(SECOND_PAYEE)).status).toBe(403)
  })

  it('POST /v2/secure-payments/payouts returns a link for one payout, which the hosted page opens', async () => {
    const { status, json } = await create({
      ...payout,
      creatorWalletAddress: PAYER.toLowerCase(),
      reference: 'PAYOUT-1',
      recipientIdentifier: 'recipient-acme',
    })
    expect(status).toBe(201)
    expect(json).toEqual({
      requestIds: [expect.stringMatching(/^01[0-9a-f]{64}$/)],
      securePaymentUrl: `${test.host.url}/?token=${json.token}`,
      token: expect.stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
      feePlan: null,
    })
    expect(await read(json.token)).toMatchObject({
      flow: 'pay',
      paymentType: 'single',
      payee: PAYEE,
      amount: '12.5',
      paymentCurrency: 'USDC-devnet',
      reference: 'PAYOUT-1',
      requestIds: json.requestIds,
      items: [{ payee: PAYEE, amount: '12.5', fee: null, conversion: null }],
    })
    expect(await readRows(json.token)).toEqual({
      link: { flow: 'pay', creator_wallet: PAYER, client_id: null, reference: 'PAYOUT-1' },
      requests: [
        {
          payee: PAYEE,
          reference: 'PAYOUT-1',
          recipient_identifier: 'recipient-acme',
          fee_units: '0',
          fee_address: null,
        },
      ],
    })
  })

  it('POST /v2/secure-payments/payouts creates one request per payout, in their order, each with its own reference', async () => {
    const eth = { ...payout, currency: 'ETH-devnet', amount: '0.5', recipientIdentifier: 'c-3' }
    const { status, json } = await create({
      payouts: [{ ...payout, reference: 'Ada', recipientIdentifier: 'c-1' }, second, eth],
      reference: 'Payroll',
    })
    expect(status).toBe(201)
    expect(json.requestIds).toHaveLength(3)
    expect(await read(json.token)).toMatchObject({
      flow: 'pay',
      paymentType: 'batch',
      requestIds: json.requestIds,
      payees: [PAYEE, SECOND_PAYEE, PAYEE],
      amounts: ['12.5', '0.000001', '0.5'],
      paymentCurrencies: ['USDC-devnet', 'USDC-devnet', 'ETH-devnet'],
      reference: 'Payroll',
    })
    const { requests } = await readRows(json.token)
    expect(requests.map(({ reference }) => reference)).toEqual(['Ada', 'Payroll', 'Payroll'])
    const identifiers = requests.map((request) => request.recipient_identifier)
    expect(identifiers).toEqual(['c-1', null, 'c-3'])
  })

  it('POST /v2/secure-payments/payouts accepts at most 200 payouts', async () => {
    const many = (length: number) => ({ payouts: Array.from({ length }, () => payout) })
    const { status, json } = await create(many(200))
    expect([status, json.requestIds.length]).toEqual([201, 200])
    const { status: refused, json: problem } = await create(many(201))
    expect([refused, problem.errors[0].field]).toEqual([400, 'payouts'])
  })

  it('POST /v2/secure-payments/payouts leaves payment links unchanged', async () => {
    const { token } = await test.createPayment()
    expect((await read(token)).flow).toBe('get_paid')
  })

  it('POST /v2/secure-payments/payouts ignores a fee in the body, and adds the client ID’s fee, rounded up', async () => {
    const { clientId } = await test.createClientId({
      label: 'Platform',
      allowedDomains: [SHOP_ORIGIN],
      feePercentage: '2',
      feeAddress: FEE_ADDRESS,
    })
    const headers = pageHeaders(clientId)
    const stated = { ...payout, feePercentage: '2.5', feeAddress: FEE_ADDRESS }
    const { status, json } = await create(stated, headers)
    expect(status).toBe(201)
    const { link, requests } = await readRows(json.token)
    expect(link?.client_id).toBe(clientId)
    // 2 % of 12.5 USDC.
    expect(requests).toMatchObject([{ fee_units: '250000', fee_address: FEE_ADDRESS }])
  })

  it('POST /v2/secure-payments/payouts accepts its creator as the payee, because any payer may pay the link', async () => {
    const { status } = await create({ ...payout, creatorWalletAddress: PAYEE })
    expect(status).toBe(201)
  })

  it('POST /v2/secure-payments/payouts returns one link per Idempotency-Key, and rejects another body with the same key', async () => {
    const before = await test.countRows()
    const call = (body: object) =>
      test.call('POST', PATH, { headers: { 'idempotency-key': 'payout-link-1' }, body })
    const [first, again] = [await call(payout), await call(payout)]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.json).toEqual(first.json)
    expect((await call({ ...payout, amount: '13' })).status).toBe(422)
    const after = await test.countRows()
    expect(after.securePayments - before.securePayments).toBe(1)
  })
})

describe('A payout link’s creator', () => {
  it('a payout link’s creator is a signed-in account', async () => {
    const person = await registerAccount(test)
    const { status, json } = await create(payout, person.headers)
    expect(status).toBe(201)
    const found = await test.call('GET', `${LINKS}?requestId=${json.requestIds[0]}`, {
      anonymous: true,
      headers: person.headers,
    })
    expect(found.json).toMatchObject({ token: json.token, flow: 'pay', paymentType: 'single' })
    expect((await readRows(json.token)).link?.creator_wallet).toBeNull()
  })

  it('a payout link’s creator is a signed-in wallet, which is then recorded as its creator', async () => {
    const { headers, account } = await signInWallet(test)
    const { status, json } = await create(payout, headers)
    expect(status).toBe(201)
    expect((await readRows(json.token)).link?.creator_wallet).toBe(account.address)
  })

  it('a payout link’s creator is never the hosted page or an unknown caller', async () => {
    const { token } = await test.createPayment()
    const before = await test.countRows()
    const page = await (await fetch(`${test.host.url}/?token=${token}`)).text()
    const clientId = /client-id="([^"]+)"/.exec(page)?.[1] ?? ''
    const hosted = pageHeaders(clientId, test.host.url)
    expect((await create(payout, hosted)).json).toMatchObject({
      status: 403,
      code: 'client_id_restricted',
    })
    expect((await create(payout, {})).status).toBe(401)
    expect(await test.countRows()).toEqual(before)
  })

  it('a payout link’s creator may be a client ID that is bound to a destination, which pays only that destination', async () => {
    const { destinationId } = formatDestinationId({
      walletAddress: PAYEE,
      chainId: getNetwork('devnet').chainId,
      tokenAddress: getCurrency('USDC-devnet').currency.address,
    })
    const { clientId } = await test.createClientId({
      label: 'Shop',
      allowedDomains: [SHOP_ORIGIN],
      payeeDestinationId: destinationId,
    })
    const headers = pageHeaders(clientId)
    expect((await create(payout, headers)).status).toBe(201)
    for (const [other, field] of [
      [second, 'recipient'],
      [{ ...payout, currency: 'DAI-devnet' }, 'currency'],
    ] as const) {
      const { status, json } = await create(other, headers)
      expect([status, json.code]).toEqual([403, 'destination_not_allowed'])
      expect(json.detail).toContain(field)
    }
  })

  it('a payout link’s creator gets no data from another tenant’s link', async () => {
    const { json } = await create(payout)
    const { apiKey } = await test.createTenant()
    const headers = { 'x-api-key': apiKey }
    const { status } = await test.call('GET', `${LINKS}/${json.token}`, {
      anonymous: true,
      headers,
    })
    expect(status).toBe(404)
  })
})

describe('An invalid payout link', () => {
  const { recipient: _, ...nobody } = payout
  it.each([
    [
      'a network other than the currency’s',
      { ...payout, network: 'base' },
      'network',
      'network_mismatch',
    ],
    ['an unknown network', { ...payout, network: 'moon' }, 'network', 'network_mismatch'],
    ['an unknown currency', { ...payout, currency: 'MOON-devnet' }, 'currency', 'unknown_currency'],
    ['fiat money', { ...payout, currency: 'USD' }, 'currency', 'fiat_payout'],
    [
      'a network that is not served',
      { ...payout, network: 'mainnet', currency: 'USDC-mainnet' },
      'currency',
      'unsupported_network',
    ],
    [
      'a Tron recipient for a token on another network',
      { ...payout, recipient: TRON_ADDRESS },
      'recipient',
      'invalid_address',
    ],
    [
      'a payout on Tron',
      { ...payout, recipient: TRON_ADDRESS, network: 'tron', currency: 'USDT-tron' },
      'currency',
      'unsupported_network',
    ],
    [
      'an address in no known form',
      { ...payout, recipient: '0x12' },
      'recipient',
      'invalid_address',
    ],
    [
      'an address with a wrong checksum',
      { ...payout, recipient: PAYEE.replace('f39F', 'F39F') },
      'recipient',
      'invalid_address',
    ],
    [
      'the zero address',
      { ...payout, recipient: `0x${'0'.repeat(40)}` },
      'recipient',
      'zero_address',
    ],
    [
      'a token as the recipient',
      { ...payout, recipient: getCurrency('USDC-devnet').currency.address },
      'recipient',
      'payee_is_contract',
    ],
    ['nobody', nobody, 'recipient', 'required'],
    ['nothing', { ...payout, amount: '0' }, 'amount', 'amount_not_positive'],
    [
      'more decimals than the token has',
      { ...payout, amount: '0.0000001' },
      'amount',
      'too_many_decimals',
    ],
    [
      'a creator in no known format',
      { ...payout, creatorWalletAddress: 'me' },
      'creatorWalletAddress',
      'invalid_address',
    ],
    ['no payouts', { payouts: [] }, 'payouts', 'too_few_items'],
    [
      'a payout next to a list',
      { ...payout, payouts: [second] },
      'recipient',
      'conflicting_fields',
    ],
    [
      'an error in a list',
      { payouts: [payout, { ...second, network: 'base' }] },
      'payouts[1].network',
      'network_mismatch',
    ],
    [
      'an invalid amount in a list',
      { payouts: [payout, { ...second, amount: '1.0000001' }] },
      'payouts[1].amount',
      'too_many_decimals',
    ],
    [
      'two networks',
      { payouts: [payout, { ...second, network: 'devnet-b', currency: 'USDC-devnet-b' }] },
      'payouts[1]',
      'mixed_networks',
    ],
  ])('%s: 400 names the field, and nothing is stored', async (_, body, field, code) => {
    const before = await test.countRows()
    const { status, json } = await create(body)
    expect(status).toBe(400)
    expect(json.errors[0]).toMatchObject({ field, code })
    expect(await test.countRows()).toEqual(before)
  })
})
