import { parseSignature } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../../support/callApi.ts'
import published from '../../../support/publishedPayers.json' with { type: 'json' }
import { callService, expectSuccess, type ProgramCall } from './callService.ts'
import type { ReturnedTransaction, Shop } from './startShop.ts'

type Query = Record<string, string | number | boolean | readonly string[]>
type Send = (
  method: ProgramCall['method'],
  path: string,
  sent?: { query?: Query; body?: object },
) => Promise<Answer>

/** The form in which a client library encodes calls. */
type Library = {
  name: string
  headers(apiKey: string): Record<string, string>
  contentType: Record<string, string>
  encodeQuery(query: Query): string
  encodeBody(body: object): string
}

/** The libraries for TypeScript and PHP: `fetch` with URLSearchParams, and cURL with `rawurlencode` and `json_encode`. */
const LIBRARIES: readonly Library[] = [
  {
    name: 'TypeScript client',
    headers: (apiKey) => ({
      'x-api-key': apiKey,
      'user-agent': 'request-network-api-client',
      'x-sdk': 'request-network-api-client-ts/1.0.0',
    }),
    contentType: { 'content-type': 'application/json' },
    encodeQuery: (query) =>
      new URLSearchParams(
        Object.entries(query).map(([name, value]) => [name, String(value)]),
      ).toString(),
    encodeBody: (body) => JSON.stringify(body),
  },
  {
    name: 'PHP client',
    headers: (apiKey) => ({
      'X-Api-Key': apiKey,
      'User-Agent': 'request-network-api-client-php',
      'X-Sdk': 'request-network-api-client-php/1.0.0',
      Accept: '*/*',
    }),
    contentType: { 'Content-Type': 'application/json' },
    encodeQuery: (query) =>
      Object.entries(query)
        .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
        .join('&'),
    // `json_encode` escapes slashes and every character outside ASCII.
    encodeBody: (body) =>
      JSON.stringify(body)
        .replaceAll('/', '\\/')
        .replaceAll(
          /[^\0-\x7f]/g,
          (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
        ),
  },
]

/** Tests the calls that clients for TypeScript and PHP make, in the form in which these send them. */
export function testClients(getShop: () => Shop): void {
  describe.each(LIBRARIES)('A program with the $name', (library) => {
    let shop: Shop
    let send: Send
    let item: { payee: string; amount: string; invoiceCurrency: string; paymentCurrency: string }
    beforeAll(() => {
      shop = getShop()
      const { accounts, host } = shop.devnet.json
      send = (method, path, { query, body } = {}) =>
        callService(shop.baseUrl, {
          method,
          path: query === undefined ? path : `${path}?${library.encodeQuery(query)}`,
          headers: { ...library.headers(host.apiKey), ...(body && library.contentType) },
          ...(body && { body, text: library.encodeBody(body) }),
        })
      const payee = accounts[5]?.address ?? ''
      const currency = { invoiceCurrency: 'USDC-devnet', paymentCurrency: 'USDC-devnet' }
      item = { payee, amount: '1.5', ...currency }
    })

    it(`the ${library.name} lists currencies and conversion routes`, async () => {
      const token = {
        id: 'USDC-devnet',
        name: expect.any(String),
        symbol: 'USDC',
        decimals: 6,
        address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
        network: 'devnet',
        type: 'ERC20',
        hash: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
        chainId: 31_337,
      }
      const all = await send('GET', '/v2/currencies')
      expect(all.json).toContainEqual(expect.objectContaining(token))
      const query = { network: 'devnet', symbol: 'USDC', firstOnly: true }
      const first = await send('GET', '/v2/currencies', { query })
      expect(first.json).toMatchObject(token)
      const missing = await send('GET', '/v2/currencies', { query: { id: 'NONE-mainnet' } })
      expect([missing.status, missing.json.statusCode]).toEqual([404, 404])
      const networks = ['devnet', 'devnet-b']
      const routes = await send('GET', '/v2/currencies/USD/conversion-routes', {
        query: { networks },
      })
      expect(routes.json).toMatchObject({ currencyId: 'USD', networks })
      expect(routes.json.conversionRoutes).toContainEqual(expect.objectContaining({ id: token.id }))
      const one = await send('GET', '/v2/currencies/USD/conversion-routes', {
        query: { network: 'devnet' },
      })
      expect(one.json.network).toBe('devnet')
    })

    it(`the ${library.name} creates, lists, changes and revokes a client ID`, async () => {
      const allowedDomains = ['https://shop.example']
      const created = await send('POST', '/v2/client-ids', {
        body: { label: 'Café shop', allowedDomains, feePercentage: '1.5', feeAddress: item.payee },
      })
      expect(created.status).toBe(201)
      const path = `/v2/client-ids/${created.json.id}`
      expect(created.json).toMatchObject({
        label: 'Café shop',
        allowedDomains,
        feePercentage: '1.5',
        status: 'active',
      })
      const listed = await send('GET', '/v2/client-ids')
      expect(listed.json).toContainEqual(expect.objectContaining({ id: created.json.id }))
      const changed = await send('PUT', path, {
        body: { label: 'Shop', feePercentage: null, feeAddress: null },
      })
      expect(changed.json).toMatchObject({ label: 'Shop', feePercentage: null })
      expect((await send('DELETE', path)).status).toBe(200)
      expect((await send('GET', path)).json.status).toBe('revoked')
    })

    it(`the ${library.name} pays a request and finds its payments page by page`, async () => {
      const reference = `pages ${library.name}/é`
      const requestIds: string[] = []
      for (const amount of ['1', '2', '3']) {
        const created = await send('POST', '/v2/request', {
          body: {
            ...item,
            amount,
            reference,
            customerInfo: {
              firstName: 'Zoë',
              email: 'zoe@example.com',
              address: { country: 'FR' },
            },
          },
        })
        expect(created.status).toBe(201)
        const { requestId } = created.json
        const calldata = await send('GET', `/v2/request/${requestId}/pay`, {
          query: { wallet: shop.payer },
        })
        const { transactions } = expectSuccess<{ transactions: ReturnedTransaction[] }>(calldata)
        await shop.pay(transactions)
        requestIds.push(requestId)
      }
      for (const requestId of requestIds) {
        await expect
          .poll(async () => (await send('GET', `/v2/request/${requestId}`)).json.hasBeenPaid)
          .toBe(true)
      }
      const read = await send('GET', `/v2/request/${requestIds[0]}`)
      expect(read.json).toMatchObject({ reference, customerInfo: { firstName: 'Zoë' } })
      const search = async (offset: number) =>
        (await send('GET', '/v2/payments', { query: { reference, limit: 2, offset } })).json
      const [page, last] = [await search(0), await search(2)]
      expect(page.pagination).toEqual(
        expect.objectContaining({ total: 3, limit: 2, offset: 0, hasMore: true }),
      )
      expect(last.pagination).toMatchObject({ total: 3, limit: 2, offset: 2, hasMore: false })
      const found = [...page.payments, ...last.payments].map(({ request }) => request.requestId)
      expect(found.sort()).toEqual(requestIds.sort())
      const dated = await send('GET', '/v2/payments', {
        query: { reference, fromDate: '2020-01-01T00:00:00.000Z', type: 'direct' },
      })
      expect(dated.json.pagination.total).toBe(3)
      const csv = await send('GET', '/v2/request/export', { query: { reference } })
      for (const requestId of requestIds) expect(csv.text).toContain(requestId)
    })

    it(`the ${library.name} stops a recurring invoice`, async () => {
      const startDate = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
      const body = { ...item, recurrence: { startDate, frequency: 'MONTHLY' } }
      const { requestId } = expectSuccess<Record<string, string>>(
        await send('POST', '/v2/request', { body }),
      )
      const path = `/v2/request/${requestId}`
      const stopped = await send('PATCH', path, { body: { isRecurrenceStopped: true } })
      expect(stopped.status).toBe(200)
      expect((await send('GET', path)).json).toMatchObject({
        isRecurrenceStopped: true,
        recurrence: { frequency: 'MONTHLY' },
      })
    })

    it(`the ${library.name} creates, activates and cancels a recurring payout`, async () => {
      const subscriber = privateKeyToAccount(generatePrivateKey())
      const startDate = new Date(Date.now() + 86_400_000).toISOString()
      const recurrence = {
        startDate,
        frequency: 'WEEKLY',
        totalPayments: 4,
        payer: subscriber.address,
      }
      const created = await send('POST', '/v2/payouts', { body: { ...item, recurrence } })
      const { id, recurringPaymentPermit: permit } = expectSuccess<{
        id: string
        recurringPaymentPermit: { domain: object; types: Record<string, []>; values: object }
      }>(created)
      const permitSignature = await subscriber.signTypedData({
        domain: permit.domain,
        types: permit.types,
        primaryType: 'SchedulePermit',
        message: { ...permit.values },
      })
      expect(parseSignature(permitSignature).r).toMatch(/^0x/)
      const path = `/v2/payouts/recurring/${id}`
      const activated = await send('POST', path, { body: { permitSignature } })
      expect(activated.json).toMatchObject({ id, status: 'active' })
      const read = await send('GET', path)
      expect(read.json).toMatchObject({ processedPayments: 0, totalPayments: 4, status: 'active' })
      const cancelled = await send('PATCH', path, { body: { action: 'cancel' } })
      expect(cancelled.json).toMatchObject({ id, status: 'cancelled' })
      const repeated = await send('PATCH', path, { body: { action: 'cancel' } })
      expect([repeated.status, repeated.json.statusCode]).toEqual([400, 400])
    })

    it(`the ${library.name} submits a payer and a bank account`, async () => {
      const clientUserId = `user/${library.name}`
      const path = `/v2/payer/${encodeURIComponent(clientUserId)}`
      const payer = { ...published['POST /v2/payer'].individualBeneficiary, clientUserId }
      const submitted = await send('POST', '/v2/payer', { body: payer })
      expect(submitted.status).toBe(200)
      expect((await send('GET', path)).json).toMatchObject({ userId: submitted.json.userId })
      const agreed = await send('PATCH', path, { body: { agreementCompleted: true } })
      expect(agreed.json).toEqual({ success: true })
      const account = published['POST /v2/payer/{clientUserId}/payment-details'].swiftInternational
      const created = await send('POST', `${path}/payment-details`, { body: account })
      expect(created.status).toBe(201)
      const listed = await send('GET', `${path}/payment-details`, {
        query: { paymentDetailsId: created.json.payment_detail.id },
      })
      expect(listed.json.paymentDetails).toHaveLength(1)
      expect((await send('GET', '/v2/payer/nobody')).json).toMatchObject({ statusCode: 404 })
    })

    it(`the ${library.name} reads errors from the published members`, async () => {
      const invalid = await send('GET', '/v2/payments', { query: { limit: 'many' } })
      expect(invalid.json).toMatchObject({
        statusCode: 400,
        message: expect.any(String),
        errors: [{ field: 'limit', message: expect.any(String) }],
      })
      const missing = await send('GET', `/v2/request/01${'0'.repeat(64)}`)
      expect(missing.json).toMatchObject({
        statusCode: 404,
        message: expect.any(String),
        error: 'Not Found',
      })
    })
  })
}
