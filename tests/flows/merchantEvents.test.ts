import { type Chains, startChains } from '@secure-payment/devnet'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAYEE, PAYER } from '../support/testHost.ts'
import { type ConfirmingHost, startConfirmingHost } from './support/startConfirmingHost.ts'
import { waitFor } from './support/waitFor.ts'

let chains: Chains
let world: ConfirmingHost
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  world = await startConfirmingHost(chains)
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

/** The devnet's second account, for which no payment is reserved. */
const PAYING = 1
const item = {
  payee: PAYEE,
  invoiceCurrency: 'ETH-devnet',
  paymentCurrency: 'ETH-devnet',
  amount: '0.001',
}

const createReserved = () =>
  world.test.createPayment({
    requests: [item],
    accessPolicy: { allowedPayerAddresses: [PAYER] },
  })

/** Returns the merchant's deliveries about one payment, regardless of their signature. */
function deliveriesOf(requestId: string) {
  return world.sink.deliveries().filter(({ rawBody }) => rawBody.includes(requestId))
}

async function untilTold(requestId: string, event: string) {
  return waitFor(`webhook ${event}`, () => {
    const found = deliveriesOf(requestId).filter(({ rawBody }) =>
      rawBody.includes(`"event":"${event}"`),
    )
    return found.length > 0 ? found : null
  })
}

test('A merchant receives one signed event per rejected wallet and per report from its page', async () => {
  const { sink, test: host } = world
  const { kysely } = host.host.context.db
  await kysely.updateTable('tenants').set({ sends_user_events: 1 }).execute()
  const { token, requestIds } = await createReserved()
  const [requestId = ''] = requestIds
  const stranger = chains.wallet('devnet', PAYING).account.address
  for (let round = 0; round < 3; round += 1) {
    const path = `/v2/secure-payments/${token}/pay?wallet=${stranger}`
    expect((await host.call('GET', path)).status).toBe(403)
  }
  const occurredAt = '2026-11-02T08:14:30.000Z'
  const said = { userEvent: 'wallet_connected', occurredAt, properties: { wallet: 'Ünïcode 測試' } }
  const path = `/v2/secure-payments/${token}/user-events`
  expect((await host.call('POST', path, { body: said })).status).toBe(202)

  const [rejected] = await untilTold(requestId, 'secure_payment.access_rejected')
  const [told] = await untilTold(requestId, 'secure_payment.user_event')
  await untilDelivered()
  const deliveries = deliveriesOf(requestId)
  expect(deliveries).toHaveLength(2)
  expect(deliveries.map(({ verified }) => verified)).toEqual([true, true])
  expect(rejected?.body).toMatchObject({
    securePaymentToken: token,
    attemptedPayerWalletAddress: stranger,
  })
  expect(told?.body).toMatchObject({ securePaymentToken: token, ...said })
  expect(new Set(deliveries.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
  expect(sink.deliveries().every(({ verified }) => verified)).toBe(true)
})

test('A payment on chain by a wallet that may not pay is credited and reported', async () => {
  const { token, requestIds } = await createReserved()
  const [requestId = ''] = requestIds
  // Any wallet can copy the calldata, which is public on chain.
  const { json } = await world.test.call('GET', `/v2/secure-payments/${token}/pay`)
  const { to, data, value } = json.transactions.at(-1)
  const transaction = { to: asHex(to), data: asHex(data), value: BigInt(value.hex ?? value) }
  const receipt = await chains.wallet('devnet', PAYING).sendTransactionSync(transaction)
  expect(receipt.status).toBe('success')
  const confirmed = await world.confirm(receipt.transactionHash, requestIds)
  expect(confirmed.get(requestId)?.event).toMatchObject({ amount: '0.001' })
  const { json: request } = await world.test.call('GET', `/v2/request/${requestId}`)
  expect(request).toMatchObject({ hasBeenPaid: true, status: 'paid' })
})

/** Waits until no delivery is pending: any repeated event would have arrived by then. */
async function untilDelivered(): Promise<void> {
  const { kysely } = world.test.host.context.db
  await waitFor('an empty outbox', async () => {
    const open = await kysely
      .selectFrom('webhook_deliveries')
      .select('status')
      .where('status', '!=', 'delivered')
      .execute()
    return open.length === 0 ? true : null
  })
}

function asHex(text: string): Hex {
  return `0x${text.slice(2)}`
}
