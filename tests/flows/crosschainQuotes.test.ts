import { decodeFunctionData, erc20Abi, formatEther, formatUnits, getAddress, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BridgeWorld, openBridge } from '../devnet/support/bridge.ts'
import { createFakePrices, type FakePrices } from '../support/fakePrices.ts'
import { createRequest } from '../support/requestCalls.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'
import { gasUnitsOf, readReceiptText } from './support/readCosts.ts'
import { waitFor } from './support/waitFor.ts'

// The payer's money is on devnet, and the payee's account on devnet-b. The bridge keeps 0.2 %, and at least 0.02.
const FROM = 'devnet'
const TO = 'devnet-b'
const PAYER_INDEX = 6
/** An address that nothing else uses. */
const PAYEE = getAddress('0x00000000000000000000000000000000000bee03')
const REST_MS = 30_000

let world: BridgeWorld
let prices: FakePrices
let test: TestHost
let payer: Hex
let now = () => new Date()
beforeAll(async () => {
  world = await openBridge([FROM, TO])
  payer = world.chains.accounts[PAYER_INDEX]?.address ?? '0x'
  prices = createFakePrices(() => now())
  test = await startTestHost(
    {
      PAY_NETWORKS: `${FROM},${TO}`,
      PAY_RPC_URL_DEVNET: world.chains.rpcUrl(FROM),
      PAY_RPC_URL_DEVNET_B: world.chains.rpcUrl(TO),
      PAY_LIFI_URL: world.bridge.url,
      PAY_ROLE: 'api,watcher,worker',
      PAY_CONFIRMATIONS_DEVNET: '0',
      PAY_CONFIRMATIONS_DEVNET_B: '0',
      PAY_POLL_INTERVAL_MS_DEVNET: '50',
      PAY_POLL_INTERVAL_MS_DEVNET_B: '50',
      PAY_START_BLOCK_DEVNET: '0',
      PAY_START_BLOCK_DEVNET_B: '0',
      PAY_PRICE_SOURCES: 'coinbase,kraken',
    },
    { prices },
  )
  now = test.clock.now
})
beforeEach(() => {
  prices.set('USDC', 'CHF', '0.8')
  prices.set('USDC', 'USD', '0.96')
})
afterEach(() => {
  world.bridge.setSwitches({ mode: 'normal', durationS: 0 })
  test.clock.advance(REST_MS)
})
afterAll(async () => {
  await test?.[Symbol.asyncDispose]()
  await world?.[Symbol.asyncDispose]()
})

type Calldata = {
  transactions: { to: Hex; data: Hex; chainId: number }[]
  metadata: { sourceAmount: string; quoteExpiresAt: number; quote?: { quoteId: string } }
}

/** Creates a payment page for an amount that is paid in USDC on devnet-b. */
async function createPage(invoiceCurrency: string, amount = '12') {
  const { token, requestIds } = await test.createPayment({
    requests: [{ payee: PAYEE, invoiceCurrency, paymentCurrency: 'USDC-devnet-b', amount }],
  })
  return { token, requestId: requestIds[0] ?? '' }
}

async function quote(token: string) {
  await followClock()
  return test.call('POST', `/v2/secure-payments/${token}/quotes`, { body: {} })
}

let aheadMs = 0
/** Moves the time of the destination's next block to the host's clock, which tests advance. */
async function followClock(): Promise<void> {
  const seconds = Math.floor((now().getTime() - Date.now() - aheadMs) / 1_000)
  if (seconds > 0) await world.chains.client(TO).increaseTime({ seconds })
  aheadMs += Math.max(seconds, 0) * 1_000
}

const ask = (token: string) =>
  test.call('GET', `/v2/secure-payments/${token}/pay?chain=DEVNET&token=USDC&wallet=${payer}`)

async function plan(token: string): Promise<Calldata> {
  const { status, json, text } = await ask(token)
  if (status !== 200) throw new Error(text)
  return json
}

/** Sends the returned transactions unchanged, and returns the last hash. */
async function send({ transactions }: Calldata): Promise<Hex> {
  const wallet = world.chains.wallet(FROM, PAYER_INDEX)
  let last: Hex = '0x'
  for (const { to, data } of transactions) {
    const { status, transactionHash } = await wallet.sendTransactionSync({
      to,
      data,
      gas: 500_000n,
    })
    expect(status).toBe('success')
    last = transactionHash
  }
  return last
}

const report = (token: string, txHash: string) =>
  test.call('POST', `/v2/secure-payments/${token}/intent`, {
    body: { txHash, chain: 'DEVNET', token: 'USDC' },
  })

const received = () =>
  world.chains.client(TO).readContract({
    address: world.chains.token(TO, 'USDC').address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [PAYEE],
  })

const reach = (requestId: string, wanted: object) =>
  waitFor(`${requestId} to be ${JSON.stringify(wanted)}`, async () => {
    test.clock.advance(1_000)
    const { json } = await test.call('GET', `/v2/request/${requestId}`)
    const isReached = Object.entries(wanted).every(([key, value]) => json[key] === value)
    return isReached ? json : null
  })

async function paymentsOf(requestId: string) {
  const { json } = await test.call('GET', `/v2/payments?requestId=${requestId}`)
  return json.payments
}

const optionsOf = async (token: string) => {
  const { json } = await test.call('GET', `/v2/secure-payments/${token}?wallet=${payer}`)
  return Object.keys(json.paymentOptions ?? {})
}

describe('A payment from another chain at a quote', () => {
  it.each([
    // 12 / 0.8
    { invoiceCurrency: 'CHF', units: 15_000_000n, case: 'no contract converts' },
    // 12 / 0.96, although the contract's rate is 1
    { invoiceCurrency: 'USD', units: 12_500_000n, case: 'contracts convert' },
  ])(
    'a payment from another chain delivers exactly the quoted amount of an invoice that $case, and counts in full',
    async ({ invoiceCurrency, units }) => {
      const { token, requestId } = await createPage(invoiceCurrency)
      const refused = await ask(token)
      expect(refused).toMatchObject({ status: 409, json: { code: 'quote_required' } })
      expect(await optionsOf(token)).not.toContain('DEVNET')
      const { json: quoted } = await quote(token)
      expect(await optionsOf(token)).toContain('DEVNET')
      const calldata = await plan(token)
      expect(calldata.metadata).toMatchObject({ quote: quoted })
      expect(calldata.metadata.quoteExpiresAt).toBeLessThanOrEqual(
        Date.parse(quoted.expiresAt) / 1_000,
      )
      const before = await received()
      prices.set('ETH', invoiceCurrency, '2000')
      const txHash = await send(calldata)
      await report(token, txHash)
      await reach(requestId, { status: 'paid', paidAmount: '12' })
      expect((await received()) - before).toBe(units)
      const [payment] = await waitFor('the source of the payment', async () => {
        test.clock.advance(1_000)
        const payments = await paymentsOf(requestId)
        return payments[0]?.type === 'crosschain' ? payments : null
      })
      expect(payment).toMatchObject({
        amount: '12',
        rateProvider: 'quote',
        quote: { quoteId: quoted.quoteId, countedAt: 'quote' },
      })
      // The worth of the gas was stored when the payer paid, so a later price does not change it.
      prices.set('ETH', invoiceCurrency, '9')
      const gasUnits = await gasUnitsOf(world.chains.rpcUrl(FROM), txHash)
      const cents = (gasUnits * 2_000n * 100n) / 10n ** 18n
      const [later] = await paymentsOf(requestId)
      expect(later.fees).toContainEqual({
        type: 'gas',
        provider: FROM,
        network: FROM,
        amount: formatEther(gasUnits),
        currency: 'ETH',
        worth: formatUnits((gasUnits * 2_000n) / 10n ** 10n, 8),
        worthCurrency: invoiceCurrency,
      })
      const receipt = await readReceiptText(test.host.url, token)
      const money = `${invoiceCurrency === 'USD' ? '$' : 'CHF '}${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
      expect(receipt).toContain(` ETH · ${money}`)
    },
  )

  it('a payment from another chain needs no quote for an amount at par', async () => {
    const { token, requestId } = await createPage('USDC-devnet')
    const calldata = await plan(token)
    expect(calldata.metadata.quote).toBeUndefined()
    const before = await received()
    await send(calldata)
    await reach(requestId, { status: 'paid', paidAmount: '12' })
    expect((await received()) - before).toBe(12_000_000n)
  })

  it('a payment from another chain blocks a second one while its transfer is under way', async () => {
    const { token, requestId } = await createPage('CHF')
    await quote(token)
    world.bridge.setSwitches({ mode: 'slow' })
    await report(token, await send(await plan(token)))
    const { json } = await waitFor('the transfer to block the payment', async () => {
      test.clock.advance(1_000)
      const answer = await ask(token)
      return answer.status === 409 && answer.json.code === 'payment_processing' ? answer : null
    })
    expect(json.code).toBe('payment_processing')
    // 15.03 USDC left the wallet, of which 15 arrive, which count as 12 francs.
    expect(json.payment.transfers).toMatchObject([{ sourceAmount: '15.03', promisedAmount: '12' }])
    world.bridge.setSwitches({ mode: 'normal' })
    await reach(requestId, { status: 'paid', paidAmount: '12' })
  })

  it('a payment from another chain whose call fails counts at the quote once the bridge reports it', async () => {
    const { token, requestId } = await createPage('CHF')
    await quote(token)
    const calldata = await plan(token)
    world.bridge.setSwitches({ mode: 'call_fails' })
    await report(token, await send(calldata))
    await reach(requestId, { status: 'paid', paidAmount: '12' })
    expect(await paymentsOf(requestId)).toMatchObject([
      { amount: '12', type: 'crosschain', rateProvider: 'quote' },
    ])
  })

  it('a payment from another chain is not offered if the bridge needs longer than the quote holds', async () => {
    const { token } = await createPage('CHF')
    await quote(token)
    world.bridge.setSwitches({ durationS: 901 })
    expect(await ask(token)).toMatchObject({ json: { code: 'no_crosschain_route' } })
    const { json } = await test.call('GET', `/v2/secure-payments/${token}?wallet=${payer}`)
    expect(json).toMatchObject({ slowChains: ['DEVNET'], unquotedChains: [] })
    expect(Object.keys(json.paymentOptions)).not.toContain('DEVNET')
  })

  it('a route from another chain states the bridge’s fee on the quoted amount', async () => {
    const requestId = await createRequest(test, {
      payee: PAYEE,
      invoiceCurrency: 'CHF',
      paymentCurrency: 'USDC-devnet-b',
      amount: '12',
    })
    await followClock()
    await test.call('POST', `/v2/request/${requestId}/quotes`, { body: {} })
    const routes = await waitFor('a route from another chain', async () => {
      const { json } = await test.call('GET', `/v2/request/${requestId}/routes?wallet=${payer}`)
      return json.routes?.some(({ chain }: { chain: string }) => chain === 'DEVNET') ? json : null
    })
    const route = routes.routes.find(({ chain, token }: { chain: string; token: string }) => {
      return chain === 'DEVNET' && token === 'USDC'
    })
    expect(route.feeBreakdown).toContainEqual(
      expect.objectContaining({ type: 'crosschain', amount: '0.03', currency: 'USDC' }),
    )
  })

  it('a payment from another chain that arrives after the quote counts at the market price', async () => {
    const { token, requestId } = await createPage('CHF')
    await quote(token)
    const calldata = await plan(token)
    await world.chains.client(TO).increaseTime({ seconds: 3_600 })
    prices.set('USDC', 'CHF', '0.4', new Date(now().getTime() + 1_800_000))
    await send(calldata)
    await reach(requestId, { status: 'partially_paid', paidAmount: '6' })
    expect(await paymentsOf(requestId)).toMatchObject([{ amount: '6', rateProvider: 'market' }])
  })
})

describe('A quote for an invoice that contracts convert', () => {
  it('a payment that no bridge can carry has a quote, for its own chain', async () => {
    const requestId = await createRequest(test, {
      payee: PAYEE,
      invoiceCurrency: 'USD',
      paymentCurrency: 'DAI-devnet-b',
      amount: '12',
    })
    prices.set('DAI', 'USD', '1')
    const answer = await test.call('POST', `/v2/request/${requestId}/quotes`, { body: {} })
    expect(answer).toMatchObject({
      status: 201,
      json: { paymentAmount: '12', invoiceAmount: '12' },
    })
  })

  it('a quote does not change the payment on the request’s own chain', async () => {
    const { token } = await createPage('USD')
    await quote(token)
    const { json } = await test.call('GET', `/v2/secure-payments/${token}/pay?wallet=${payer}`)
    expect(json.metadata.quote).toBeUndefined()
    const approval = decodeFunctionData({ abi: erc20Abi, data: json.transactions[0].data })
    // 12 USDC at the contract's rate, with its slippage.
    expect(approval.args?.[1]).toBe(12_120_000n)
  })
})
