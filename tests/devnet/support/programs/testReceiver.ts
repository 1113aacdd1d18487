import { beforeAll, describe, expect, it } from 'vitest'
import { callService, expectSuccess } from './callService.ts'
import { startReceiver } from './startReceiver.ts'
import type { Merchant, ReturnedTransaction, Shop } from './startShop.ts'

/** The members of a payment event in Request Network's documentation. */
const PUBLISHED = [
  'event',
  'requestId',
  'requestID',
  'paymentReference',
  'explorer',
  'amount',
  'totalAmountPaid',
  'expectedAmount',
  'timestamp',
  'txHash',
  'network',
  'currency',
  'paymentCurrency',
  'isCryptoToFiat',
  'subStatus',
  'paymentProcessor',
  'fees',
]

/** Tests receivers that read only the headers in Request Network's documentation. */
export function testReceiver(getShop: () => Shop): void {
  describe('A webhook receiver that was written for Request Network', () => {
    let shop: Shop
    let merchant: Merchant
    beforeAll(async () => {
      shop = getShop()
      merchant = await shop.createMerchant()
    })

    /** Creates a payment of the merchant's backend, and pays it. */
    async function payOrder(headers: Record<string, string>, amount: string) {
      const call = (method: 'GET' | 'POST', path: string, body?: object) =>
        callService(shop.baseUrl, {
          method,
          path,
          headers: { ...headers, 'content-type': 'application/json' },
          ...(body && { body }),
        })
      const item = { destinationId: merchant.destinationId, amount }
      const created = await call('POST', '/v2/secure-payments', { requests: [item] })
      const { token, requestIds } = expectSuccess<{ token: string; requestIds: string[] }>(created)
      const calldata = await call('GET', `/v2/secure-payments/${token}/pay?wallet=${shop.payer}`)
      await shop.pay(expectSuccess<{ transactions: ReturnedTransaction[] }>(calldata).transactions)
      return requestIds[0]
    }

    it('a receiver verifies a payment of a host whose level adds the headers, after a failure at its first attempt', async () => {
      const { receiver, devnet } = shop
      receiver.failNext(1)
      const requestId = await payOrder({ 'x-api-key': devnet.json.host.apiKey }, '2')
      const received = await receiver.waitFor(
        'payment.confirmed',
        (payload) => payload['requestId'] === requestId,
      )
      expect(received).toMatchObject({ retryCount: 1, isTest: false })
      expect(received.deliveryId).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
      expect(Object.keys(received.payload)).toEqual(expect.arrayContaining(PUBLISHED))
      expect(received.payload).toMatchObject({
        requestID: requestId,
        amount: '2',
        totalAmountPaid: '2',
        expectedAmount: '2',
        network: 'devnet',
        paymentCurrency: 'USDC',
        isCryptoToFiat: false,
        subStatus: '',
        payerAddress: shop.payer,
        payerEoaAddress: shop.payer,
      })
      expect(receiver.rejected()).toBe(0)
    })

    it('a receiver recognises test deliveries', async () => {
      const { receiver, baseUrl, devnet } = shop
      for (const eventType of ['payment.confirmed', 'payment.partial', 'payment.failed']) {
        const headers = { 'x-api-key': devnet.json.host.apiKey, 'content-type': 'application/json' }
        const body = { eventType }
        const call = { method: 'POST', path: '/v1/webhook/test', headers, body } as const
        expectSuccess(await callService(baseUrl, call))
        const received = await receiver.waitFor(eventType, ({ isTest }) => isTest === true)
        expect(received).toMatchObject({ isTest: true, retryCount: 0 })
      }
    })

    it('a receiver gets the headers, copies and absent members of a merchant’s own level', async () => {
      await using receiver = await startReceiver()
      const backend = { 'x-client-id': merchant.clientId }
      const { secret } = expectSuccess<Record<string, string>>(
        await callService(shop.baseUrl, {
          method: 'POST',
          path: '/v1/webhook',
          headers: { ...backend, 'content-type': 'application/json' },
          body: { url: receiver.url },
        }),
      )
      receiver.setSecret(String(secret))
      await merchant.manage('PUT', '/v1/tenant', { name: 'Shop', webhookCompatibility: 'full' })
      const requestId = await payOrder(backend, '4')
      for (const copy of ['', '.client_id', '.checkout']) {
        const event = `payment.confirmed${copy}`
        const { payload } = await receiver.waitFor(event, (one) => one['requestId'] === requestId)
        expect(payload['clientId']).toBe(merchant.clientId.split('.')[0])
      }
      const own = Object(
        await merchant.manage('POST', '/v1/webhook', { url: `${receiver.url}?own` }),
      )
      receiver.setSecret(own.secret)
      await merchant.manage('POST', '/v1/webhook/test', { eventType: 'compliance.updated' })
      const compliance = await receiver.waitFor('compliance.updated')
      expect(compliance.payload).not.toHaveProperty('requestId')
      expect(Object.values(compliance.payload)).not.toContain(null)
    })

    it('a receiver rejects the webhooks of a merchant who has turned the headers off', async () => {
      await using receiver = await startReceiver()
      await merchant.manage('PUT', '/v1/tenant', { name: 'Shop', webhookCompatibility: 'none' })
      const { secret } = Object(await merchant.manage('POST', '/v1/webhook', { url: receiver.url }))
      receiver.setSecret(secret)
      await merchant.manage('POST', '/v1/webhook/test', { eventType: 'payment.confirmed' })
      expect(receiver.rejected()).toBeGreaterThan(0)
      expect(receiver.received()).toEqual([])
    })
  })
}
