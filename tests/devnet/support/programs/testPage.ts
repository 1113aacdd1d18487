import type { TypedDataDefinition } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../../support/callApi.ts'
import { callService, expectSuccess, type ProgramCall } from './callService.ts'
import type { Merchant, ReturnedTransaction, Shop } from './startShop.ts'

const ORIGIN = 'https://shop.example'

/** Tests a page of a shop, which sends its public client ID from an allowed origin. */
export function testPage(getShop: () => Shop): void {
  describe('A page with a public client ID', () => {
    let shop: Shop
    let merchant: Merchant
    let token: string
    let clientId: string
    let send: (method: ProgramCall['method'], path: string, body?: object) => Promise<Answer>
    beforeAll(async () => {
      shop = getShop()
      merchant = await shop.createMerchant()
      const body = { label: 'Page', allowedDomains: [ORIGIN] }
      clientId = Object(await merchant.manage('POST', '/v1/client-ids', body)).clientId
      const { tokens } = shop.devnet.json
      token = tokens.find(({ currencyId }) => currencyId === 'DAI-devnet')?.address ?? ''
      send = (method, path, body) =>
        callService(shop.baseUrl, {
          method,
          path,
          headers: {
            'x-client-id': clientId,
            Origin: ORIGIN,
            ...(body && { 'Content-Type': 'application/json' }),
          },
          ...(body && { body }),
        })
    })

    /** Gets the data for a change of a destination, and signs the data with the merchant's wallet. */
    async function sign(action: 'add' | 'deactivate') {
      const query = new URLSearchParams({
        walletAddress: merchant.address,
        action,
        tokenAddress: token,
        chainId: '31337',
      })
      const data = expectSuccess<TypedDataDefinition & { nonce: string }>(
        await send('GET', `/v2/payee-destination/signing-data?${query}`),
      )
      return { signature: await merchant.sign(data), nonce: data.nonce }
    }

    it('a page creates, reads, uses and deactivates a destination for which the merchant’s wallet signs', async () => {
      const signed = await sign('add')
      const created = await send('POST', '/v2/payee-destination', signed)
      expect(created.status).toBe(201)
      const active = await send('GET', `/v2/payee-destination?walletAddress=${merchant.address}`)
      const { destinationId } = active.json
      expect(destinationId.toLowerCase()).toContain(token.toLowerCase())
      const path = `/v2/payee-destination/${encodeURIComponent(destinationId)}`
      expect((await send('GET', path)).json).toMatchObject({ destinationId })
      const replayed = await send('POST', '/v2/payee-destination', signed)
      expect(replayed.status).toBeGreaterThanOrEqual(400)

      const link = expectSuccess<{ token: string }>(
        await send('POST', '/v2/secure-payments', { requests: [{ destinationId, amount: '8' }] }),
      )
      const read = await send('GET', `/v2/secure-payments/${link.token}?wallet=${shop.payer}`)
      expect(read.json).toMatchObject({ payee: merchant.address, amount: '8', status: 'pending' })
      const calldata = await send(
        'GET',
        `/v2/secure-payments/${link.token}/pay?wallet=${shop.payer}`,
      )
      expect(
        expectSuccess<{ transactions: ReturnedTransaction[] }>(calldata).transactions,
      ).toHaveLength(2)

      expect((await send('DELETE', path, await sign('deactivate'))).status).toBe(200)
      const none = await send('GET', `/v2/payee-destination?walletAddress=${merchant.address}`)
      expect([none.status, none.json]).toEqual([200, null])
      const refused = await send('POST', '/v2/secure-payments', {
        requests: [{ destinationId, amount: '8' }],
      })
      expect([refused.status, refused.json.error]).toEqual([403, 'Forbidden'])
    })

    it('a page’s client ID works from no other origin, and adds no webhook endpoint', async () => {
      const path = '/v2/currencies'
      expect((await send('GET', path)).status).toBe(200)
      const call = (headers: Record<string, string>) =>
        callService(shop.baseUrl, { method: 'GET', path, headers })
      const elsewhere = { 'x-client-id': clientId, Origin: 'https://other.example' }
      expect((await call(elsewhere)).status).toBe(403)
      expect((await call({ 'x-client-id': clientId })).status).toBe(401)
      const url = 'https://shop.example/hook'
      expect((await send('POST', '/v1/webhook', { url })).status).toBe(403)
    })
  })
}
