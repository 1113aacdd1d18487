import { createUlid } from '@secure-payment/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedMore, stateChain } from '../support/refundWorld.ts'
import { NO_LIMITS } from '../support/signIn.ts'
import { PAYEE, startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'

const ETHER_UNITS = '13200000000000000'
const UNREACHABLE = 'http://127.0.0.1:1'

let test: TestHost
beforeAll(async () => {
  test = await startTestHost({
    ...NO_LIMITS,
    PAY_NETWORKS: 'devnet,devnet-b',
    PAY_RPC_URL_DEVNET: UNREACHABLE,
    PAY_RPC_URL_DEVNET_B: UNREACHABLE,
  })
  stateChain(test)
})
afterAll(() => test[Symbol.asyncDispose]())

/** Returns the text of a payment's receipt without tags, and with single spaces. */
async function readReceipt(token: string, language = 'en'): Promise<string> {
  const path = `/receipts/${token}?lang=${language}`
  const { text } = await test.call('GET', path, { anonymous: true, unchecked: true })
  return text
    .replaceAll(/<(style|head)[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\s\u00a0]+/g, ' ')
}

/** Creates a payment of 12.50 dollars in USDC on Devnet that also accepts ether and USDC on Devnet B. */
async function createAccepting(body: object = {}): Promise<{ token: string; requestId: string }> {
  const accepts = ['ETH-devnet', 'USDC-devnet-b']
  const item = { ...usdcItem, invoiceCurrency: 'USD', accepts }
  const { token, requestIds } = await test.createPayment({ requests: [item], ...body })
  const [requestId = ''] = requestIds
  return { token, requestId }
}

/** Pays a number of hundredths of a dollar with ether on Devnet. */
const payEther = (requestId: string, cents: number, rate: object = {}) =>
  seedMore(test, {
    ...rate,
    request_id: requestId,
    payment_currency: 'ETH-devnet',
    token_address: null,
    credited_units: ETHER_UNITS,
    request_units: String(cents * 1_000_000),
  })

/** Pays a number of hundredths of a dollar with USDC on Devnet B. */
const payOnB = (requestId: string, cents: number) =>
  seedMore(test, {
    request_id: requestId,
    network: 'devnet-b',
    payment_currency: 'USDC-devnet-b',
    credited_units: String(cents * 10_000),
    request_units: String(cents * 1_000_000),
  })

/** Refunds a part of a payment in base units, and pays the refund. */
async function refund(paymentId: string, amount: string, units: string): Promise<void> {
  const created = await test.call('POST', `/v2/payments/${paymentId}/refunds`, { body: { amount } })
  if (created.status !== 201) throw new Error(created.text)
  await seedMore(test, { request_id: created.json.refundRequestId, credited_units: units })
}

it('a refund is stated in the currency that was paid, not in the payment’s own', async () => {
  const { token, requestId } = await createAccepting()
  const payment = await payEther(requestId, 1_250)
  await refund(payment.id, '0.0032', '3200000000000000')
  const { json } = await test.call('GET', `/v2/secure-payments/${token}`)
  expect(json.refunds).toMatchObject([
    { requestId, amount: '0.0032', currency: 'ETH-devnet', symbol: 'ETH' },
  ])
  const shown = await readReceipt(token)
  expect(shown).toContain('$12.50 Partly refunded')
  expect(shown).toContain('Amount 0.0032 ETH')
  expect(shown).not.toContain('0.0032 USDC')
})

it('a payment whose whole amount was refunded in another accepted currency is refunded in full', async () => {
  const { token, requestId } = await createAccepting()
  const payments = [await payEther(requestId, 650), await payOnB(requestId, 600)]
  const stateOf = async () =>
    (await test.call('GET', `/v2/secure-payments/${token}`)).json.items[0].refundStatus
  expect(await stateOf()).toBeUndefined()
  await refund(payments[0]?.id ?? '', '0.0132', ETHER_UNITS)
  expect(await stateOf()).toBe('partial')
  expect(await readReceipt(token)).toContain('$12.50 Partly refunded')
  await refund(payments[1]?.id ?? '', '6', '6000000')
  expect(await stateOf()).toBe('full')
  expect(await readReceipt(token)).toContain('$12.50 Refunded')
})

it('the receipt names the network, the recipient and the reference of each currency that was paid', async () => {
  const { token, requestId } = await createAccepting()
  const { options } = (await test.call('GET', `/v2/secure-payments/${token}`)).json
  const [own, ether, onB] = options.map(
    ({ paymentReference }: { paymentReference: string }) => paymentReference,
  )
  await payOnB(requestId, 600)
  const first = await readReceipt(token)
  expect(first).toContain(`Network Devnet B Paid to ${PAYEE} On-chain reference ${onB}`)
  for (const reference of [own, ether]) expect(first).not.toContain(reference)
  await payEther(requestId, 650)
  const both = await readReceipt(token)
  expect(both).toContain(`Network Devnet · ETH Paid to ${PAYEE} On-chain reference ${ether}`)
  expect(both).toContain(`Network Devnet B · USDC Paid to ${PAYEE} On-chain reference ${onB}`)
  expect(both).not.toContain(own)
})

it('the receipt of a payment on its way over a bridge names the place of its arrival', async () => {
  const { token, requestId } = await createAccepting()
  const { db, now, random } = test.host.context
  await db.kysely
    .insertInto('intents')
    .values({
      id: createUlid(now().getTime(), random(10)),
      token,
      request_id: requestId,
      tx_hash: `0x${'7d'.repeat(32)}`,
      chain: 'BASE',
      currency: 'USDC',
      created_at: now().toISOString(),
      status: 'tracking',
      source_network: 'base',
      source_units: '12560000',
    })
    .execute()
  const { options } = (await test.call('GET', `/v2/secure-payments/${token}`)).json
  const shown = await readReceipt(token)
  expect(shown).toContain(
    `Network Devnet Paid to ${PAYEE} On-chain reference ${options[0].paymentReference} Payment ID`,
  )
})

it('the receipt shortens the recipients of accepted currencies that the merchant hides', async () => {
  const accessPolicy = { hidePayeeAddress: true, allowedPayerAddresses: [PAYEE] }
  const { token, requestId } = await createAccepting({ accessPolicy })
  await payOnB(requestId, 1_250)
  const shown = await readReceipt(token)
  expect(shown).toContain('Network Devnet B Paid to 0xf39F…2266')
  expect(shown).not.toContain(PAYEE)
})

it('the receipt states the rate at which a payment counts, and the sources of the rate', async () => {
  const at = '2026-01-01T00:00:00.000Z'
  const sources = ['coinbase-exchange', 'kraken', 'own-source'].map((source) => ({ source, at }))
  const { token, requestId } = await createAccepting()
  await payEther(requestId, 650, {
    conversion_rate: '0.001056',
    rate_source: 'quote',
    price_sources: JSON.stringify(sources),
  })
  expect(await readReceipt(token)).toContain(
    'Paid with 0.0132 ETH · Devnet Rate 1 ETH = $946.97 Price from Coinbase Exchange, Kraken, own-source',
  )
  // Without the isolates, the conjunctions of right-to-left text move to the wrong side of a name.
  expect(await readReceipt(token, 'ar')).toContain(
    '\u2066Coinbase Exchange\u2069 و\u2066Kraken\u2069',
  )
  const converted = await createAccepting()
  await payEther(converted.requestId, 650, {
    conversion_rate: '0.001056',
    rate_source: 'chainlink',
  })
  expect(await readReceipt(converted.token)).toContain(
    'Rate 1 ETH = $946.97 Price from Chainlink Transaction',
  )
  const same = await createAccepting()
  await payEther(same.requestId, 650, { conversion_rate: '1', rate_source: 'par' })
  expect(await readReceipt(same.token)).not.toContain('Rate')
})
