import { beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '../../../flows/support/waitFor.ts'
import type { Answer } from '../../../support/callApi.ts'
import { callService, expectSuccess, type ProgramCall } from './callService.ts'
import { startReceiver } from './startReceiver.ts'
import type { Merchant, ReturnedTransaction, Shop } from './startShop.ts'

/** The published form of a composite destination id. */
const DESTINATION_ID = /^0x[0-9a-fA-F]{40}@eip155:\d+#[0-9A-F]{8}:0x[0-9a-fA-F]{40}$/
const REQUEST_ID = /^01[0-9a-f]{64}$/

type Created = { requestIds: string[]; securePaymentUrl: string; token: string }

/** Tests a server that has nothing but a client ID, as Request Network's documents describe a backend since 2026. */
export function testBackend(getShop: () => Shop): void {
  describe('A backend with only a client ID', () => {
    let shop: Shop
    let merchant: Merchant
    let send: (method: ProgramCall['method'], path: string, body?: object) => Promise<Answer>
    beforeAll(async () => {
      shop = getShop()
      merchant = await shop.createMerchant()
      send = (method, path, body) => sendAs(shop, merchant.clientId, { method, path, body })
    })

    it('a backend creates a payment link, reads it, lets a wallet pay it and polls until it is paid', async () => {
      const created = expectSuccess<Created>(
        await send('POST', '/v2/secure-payments', {
          requests: [{ destinationId: merchant.destinationId, amount: '12.5' }],
          reference: 'ORDER-1001',
          payerIdentifier: 'customer-1',
        }),
      )
      expect(merchant.destinationId).toMatch(DESTINATION_ID)
      expect(created.requestIds).toEqual([expect.stringMatching(REQUEST_ID)])
      expect(created.token).toHaveLength(26)
      expect(created.securePaymentUrl).toContain(created.token)
      const [requestId = ''] = created.requestIds
      const read = await send('GET', `/v2/secure-payments/${created.token}`)
      expect(read.json).toMatchObject({
        paymentType: 'single',
        status: 'pending',
        payee: merchant.address,
        amount: '12.5',
        isNativeCurrency: false,
        reference: 'ORDER-1001',
        requestIds: [requestId],
      })
      const pending = await send('GET', `/v2/request/${requestId}`)
      expect(pending.json).toMatchObject({ hasBeenPaid: false, txHash: null })

      const calldata = await send(
        'GET',
        `/v2/secure-payments/${created.token}/pay?wallet=${shop.payer}`,
      )
      const { transactions, metadata } = expectSuccess<Calldata>(calldata)
      expect(metadata).toMatchObject({ hasEnoughBalance: true, hasEnoughGas: true })
      expect(transactions).toHaveLength(Number(metadata['stepsRequired']))
      await shop.pay(transactions)
      const paid = await pollUntilPaid(send, requestId)
      expect(paid['txHash']).toMatch(/^0x[0-9a-f]{64}$/)
      const found = await send('GET', `/v2/payments?requestId=${requestId}`)
      expect(found.json.payments).toMatchObject([
        { amount: '12.5', type: 'direct', destinationTxHash: paid['txHash'] },
      ])
      expect(found.json.pagination).toMatchObject({ total: 1, offset: 0, hasMore: false })
      const completed = await send('GET', `/v2/secure-payments/${created.token}`)
      expect([200, 409]).toContain(completed.status)
    })

    it('a backend creates a payment of several items, without an id of its bound destination', async () => {
      const body = { requests: [{ amount: '1' }, { amount: '2' }] }
      const { token, requestIds } = expectSuccess<Created>(
        await send('POST', '/v2/secure-payments', body),
      )
      expect(requestIds).toHaveLength(2)
      const read = await send('GET', `/v2/secure-payments/${token}`)
      expect(read.json).toMatchObject({ paymentType: 'batch', amounts: ['1', '2'] })
      const calldata = await send('GET', `/v2/secure-payments/${token}/pay?wallet=${shop.payer}`)
      const { ERC20ApprovalTransactions, batchPaymentTransaction } = expectSuccess<Batch>(calldata)
      await shop.pay([...ERC20ApprovalTransactions, batchPaymentTransaction])
      for (const requestId of requestIds) await pollUntilPaid(send, requestId)
    })

    it('a backend creates a request, reads its routes and gets transactions that pay it', async () => {
      const { requestId, paymentReference } = expectSuccess<Record<string, string>>(
        await send('POST', '/v2/request', {
          payee: merchant.address,
          amount: '3.25',
          invoiceCurrency: 'USDC-devnet',
          paymentCurrency: 'USDC-devnet',
          reference: 'INVOICE-7',
        }),
      )
      expect(requestId).toMatch(REQUEST_ID)
      expect(paymentReference).toMatch(/^0x[0-9a-f]{16}$/)
      const { routes } = expectSuccess<{ routes: object[] }>(
        await send('GET', `/v2/request/${requestId}/routes?wallet=${shop.payer}`),
      )
      expect(routes.length).toBeGreaterThan(0)
      const calldata = await send('GET', `/v2/request/${requestId}/pay?wallet=${shop.payer}`)
      const { transactions } = expectSuccess<Calldata>(calldata)
      for (const { value } of transactions) {
        expect(value).toEqual({ type: 'BigNumber', hex: expect.stringMatching(/^0x/) })
      }
      await shop.pay(transactions)
      const paid = await pollUntilPaid(send, String(requestId))
      expect(paid).toMatchObject({ reference: 'INVOICE-7', paymentReference })
    })

    it('a backend pays out directly, by link, and with links that combine links', async () => {
      const payout = {
        payee: merchant.address,
        amount: '5',
        invoiceCurrency: 'USDC-devnet',
        paymentCurrency: 'USDC-devnet',
      }
      const direct = await send('POST', '/v2/payouts', payout)
      const { transactions, requestId } = expectSuccess<Calldata & { requestId: string }>(direct)
      await shop.pay(transactions)
      await pollUntilPaid(send, requestId)
      const batch = await send('POST', '/v2/payouts/batch', {
        requests: [payout, { ...payout, amount: '6' }],
        payer: shop.payer,
      })
      expect(batch.status).toBe(201)

      const link = async (amount: string) =>
        expectSuccess<Created>(
          await send('POST', '/v2/secure-payments/payouts', {
            recipient: merchant.address,
            creatorWalletAddress: shop.payer,
            network: 'devnet',
            currency: 'USDC-devnet',
            amount,
          }),
        )
      const [first, second, third, fourth] = [
        await link('1'),
        await link('2'),
        await link('3'),
        await link('4'),
      ]
      const combined = await send('POST', '/v2/secure-payments/batch-payouts', {
        tokens: [first.token, second.token],
      })
      expect(expectSuccess<Created>(combined).requestIds).toEqual([
        ...first.requestIds,
        ...second.requestIds,
      ])
      const childTokens = [third.token, fourth.token]
      const multicall = await send('POST', '/v2/secure-payments/multicall-payouts', { childTokens })
      expect(multicall.json).toMatchObject({
        type: 'multicall',
        status: 'pending',
        items: childTokens.map((securePaymentToken, position) => ({
          securePaymentToken,
          position,
        })),
      })
      const state = await merchant.manage(
        'GET',
        `/v2/secure-payments/multicall-payouts/${multicall.json.token}`,
      )
      expect(state).toMatchObject({ paymentType: 'multicall', canExecute: true })
    })

    it('a backend adds and lists webhook endpoints, and the merchant changes and removes them', async () => {
      await using receiver = await startReceiver()
      const { id, secret } = expectSuccess<Record<string, string>>(
        await send('POST', '/v1/webhook', { url: receiver.url }),
      )
      expect(secret).toMatch(/^[0-9a-f]{64}$/)
      const listed = (await send('GET', '/v1/webhook')).json
      expect(listed.map((one: { id: string }) => one.id)).toContain(id)
      for (const method of ['PUT', 'DELETE'] as const) {
        expect((await send(method, `/v1/webhook/${id}`)).status).toBe(403)
      }
      await merchant.manage('PUT', `/v1/webhook/${id}`)
      await merchant.manage('DELETE', `/v1/webhook/${id}`)
      const left = (await send('GET', '/v1/webhook')).json
      expect(left.map((one: { id: string }) => one.id)).not.toContain(id)
    })

    it('a backend uses only records that it created', async () => {
      const other = await shop.createMerchant()
      const { token, requestIds } = expectSuccess<Created>(
        await sendAs(shop, other.clientId, {
          method: 'POST',
          path: '/v2/secure-payments',
          body: { requests: [{ amount: '1' }] },
        }),
      )
      for (const path of [
        `/v2/secure-payments/${token}`,
        `/v2/secure-payments/${token}/pay`,
        `/v2/request/${requestIds[0]}`,
        `/v2/request/${requestIds[0]}/pay`,
      ]) {
        const { status, json } = await send('GET', path)
        expect([path, status, json.statusCode]).toEqual([path, 404, 404])
      }
      const found = await send('GET', `/v2/payments?requestId=${requestIds[0]}`)
      expect(found.json.payments).toEqual([])
      const body = { requests: [{ destinationId: other.destinationId, amount: '1' }] }
      const { status, json } = await send('POST', '/v2/secure-payments', body)
      expect([status, json.statusCode, json.error]).toEqual([403, 403, 'Forbidden'])
    })

    it('the service rejects a backend’s client ID with an Origin, without its secret, and after its revocation', async () => {
      const call = async (headers: Record<string, string>) =>
        (await callService(shop.baseUrl, { method: 'GET', path: '/v2/payments', headers })).status
      const clientId = merchant.clientId
      expect(await call({ 'x-client-id': clientId })).toBe(200)
      expect(await call({ 'x-client-id': clientId, Origin: 'https://shop.example' })).toBe(403)
      expect(await call({ 'x-client-id': clientId.split('.')[0] ?? '' })).toBe(401)
      expect(await call({})).toBe(401)
      const all = Object(await merchant.manage('GET', '/v1/client-ids'))
      await merchant.manage('DELETE', `/v1/client-ids/${all[0].id}`)
      expect([401, 403]).toContain(await call({ 'x-client-id': clientId }))
    })
  })
}

type Calldata = { transactions: ReturnedTransaction[]; metadata: Record<string, unknown> }
type Batch = {
  ERC20ApprovalTransactions: ReturnedTransaction[]
  batchPaymentTransaction: ReturnedTransaction
}

/** Sends a call as a server does that has no other credential. */
function sendAs(
  { baseUrl }: Shop,
  clientId: string,
  {
    method,
    path,
    body,
  }: { method: ProgramCall['method']; path: string; body?: object | undefined },
): Promise<Answer> {
  const headers = {
    'x-client-id': clientId,
    ...(body && { 'content-type': 'application/json' }),
  }
  return callService(baseUrl, { method, path, headers, ...(body && { body }) })
}

function pollUntilPaid(
  send: (method: 'GET', path: string) => Promise<Answer>,
  requestId: string,
): Promise<Record<string, unknown>> {
  return waitFor(`request ${requestId} to be paid`, async () => {
    const { json } = await send('GET', `/v2/request/${requestId}`)
    return json.hasBeenPaid === true ? json : null
  })
}
