import { type Sink, startSink } from '@secure-payment/devnet'
import { decodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type BridgeWorld, openBridge } from '../devnet/support/bridge.ts'
import { createRequest } from '../support/requestCalls.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'
import { waitFor } from './support/waitFor.ts'

// The payer's money is on devnet, and the payee's account on devnet-b. The bridge keeps 0.2 %, and at least 0.02.
const FROM = 'devnet'
const TO = 'devnet-b'
const PAYER_INDEX = 6
/** Addresses that nothing else uses. */
const PAYEE = getAddress('0x00000000000000000000000000000000000bee01')
const FEE_TAKER = getAddress('0x00000000000000000000000000000000000bee02')
const REST_MS = 30_000

let world: BridgeWorld
let sink: Sink
let test: TestHost
let payer: Hex
beforeAll(async () => {
  world = await openBridge([FROM, TO])
  payer = world.chains.accounts[PAYER_INDEX]?.address ?? '0x'
  sink = await startSink()
  test = await startTestHost({
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
    PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
  })
  const { json } = await test.call('POST', '/v1/webhook', { body: { url: sink.url } })
  sink.setSecret(json.secret)
})
afterAll(async () => {
  await test?.[Symbol.asyncDispose]()
  await sink?.[Symbol.asyncDispose]()
  await world?.[Symbol.asyncDispose]()
})
afterEach(() => {
  world.bridge.setSwitches({ mode: 'normal' })
  test.clock.advance(REST_MS)
})

/** The payment is ten USDC on devnet-b, with a fee of one per cent on top. */
const TEN = { amount: '10', invoiceCurrency: 'USDC-devnet-b', paymentCurrency: 'USDC-devnet-b' }
const FEE = { feePercentage: '1', feeAddress: FEE_TAKER }

type Calldata = {
  transactions: { to: Hex; data: Hex; value: Hex; chainId: number }[]
  metadata: { sourceAmount: string; paymentTransactionIndex: number }
}

const askRequest = (requestId: string, token: string) =>
  ask(`/v2/request/${requestId}/pay?feePercentage=1&feeAddress=${FEE_TAKER}`, token)

async function ask(path: string, token: string): Promise<Calldata> {
  const query = `chain=DEVNET&token=${token}&wallet=${payer}`
  const { status, json, text } = await test.call('GET', `${path}&${query}`)
  if (status !== 200) throw new Error(text)
  return json
}

/** Sends the returned transactions unchanged; returns the hash and the outcome of the last transaction. */
async function send({ transactions }: Calldata) {
  const wallet = world.chains.wallet(FROM, PAYER_INDEX)
  let last = { hash: '0x', isMined: false }
  for (const { to, data, value, chainId } of transactions) {
    expect(chainId).toBe(31_337)
    const { transactionHash, status } = await wallet.sendTransactionSync({
      to,
      data,
      value: BigInt(value),
      gas: 500_000n,
      throwOnReceiptRevert: false,
    })
    last = { hash: transactionHash, isMined: status === 'success' }
  }
  return last
}

/** Returns balance changes of the payer, the payee and the fee address across `act`, by name, token and chain. */
async function changes(act: () => Promise<unknown>): Promise<Record<string, bigint>> {
  const before = await balances()
  await act()
  const after = await balances()
  const all = Object.entries(after).map(([name, units]): [string, bigint] => [
    name,
    units - (before[name] ?? 0n),
  ])
  return Object.fromEntries(all.filter(([, units]) => units !== 0n))
}

async function balances(): Promise<Record<string, bigint>> {
  const owners = { payer, payee: PAYEE, feeTaker: FEE_TAKER }
  const entries = [FROM, TO].flatMap((network) =>
    ['USDC', 'USDT'].flatMap((symbol) =>
      Object.entries(owners).map(async ([name, owner]): Promise<[string, bigint]> => {
        const units = await world.chains.client(network).readContract({
          address: world.chains.token(network, symbol).address,
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [owner],
        })
        return [`${name} ${symbol} ${network}`, units]
      }),
    ),
  )
  return Object.fromEntries(await Promise.all(entries))
}

/** Waits until the watcher has confirmed a request and the merchant has received the event; returns the request. */
async function confirmed(requestId: string) {
  const request = await waitFor(`${requestId} to be paid`, async () => {
    const { json } = await test.call('GET', `/v2/request/${requestId}`)
    return json.hasBeenPaid ? json : null
  })
  const { verified } = await sink.waitFor(
    ({ rawBody }) => rawBody.includes(requestId) && rawBody.includes('payment.confirmed'),
  )
  expect(verified).toBe(true)
  return request
}

const approvedUnits = ({ transactions }: Calldata) =>
  transactions.slice(0, -1).map(({ data }) => decodeFunctionData({ abi: erc20Abi, data }).args?.[1])

describe('Calldata for a payment from another chain', () => {
  it('calldata for a payment from another chain pays USDC with USDC: exact balances on both sides, confirmed by the watcher', async () => {
    const requestId = await createRequest(test, { payee: PAYEE, ...TEN })
    const calldata = await askRequest(requestId, 'USDC')
    expect(calldata.metadata.sourceAmount).toBe('10.1202')
    expect(approvedUnits(calldata)).toEqual([10_120_200n])
    const changed = await changes(async () => {
      expect((await send(calldata)).isMined).toBe(true)
      expect(await confirmed(requestId)).toMatchObject({
        status: 'paid',
        paidAmount: '10',
        remainingAmount: '0',
        receivedAmount: '10',
        payments: [{ amount: '10', destinationNetwork: TO, paidCurrency: 'USDC' }],
      })
    })
    expect(changed).toEqual({
      'payer USDC devnet': -10_120_200n,
      'payee USDC devnet-b': 10_000_000n,
      'feeTaker USDC devnet-b': 100_000n,
    })
    const allowance = await world.chains.client(FROM).readContract({
      address: world.chains.token(FROM, 'USDC').address,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [payer, world.chains.contract(FROM, 'LiFiDiamond')],
    })
    expect(allowance).toBe(0n)
  })

  it('calldata for a payment from another chain pays USDC with USDT, despite an earlier allowance, from a payment page', async () => {
    const diamond = world.chains.contract(FROM, 'LiFiDiamond')
    await world.chains.wallet(FROM, PAYER_INDEX).writeContractSync({
      address: world.chains.token(FROM, 'USDT').address,
      abi: erc20Abi,
      functionName: 'approve',
      args: [diamond, 7n],
    })
    const { token, requestIds } = await test.createPayment({
      requests: [{ payee: PAYEE, ...TEN }],
      ...FEE,
    })
    const calldata = await ask(`/v2/secure-payments/${token}/pay?`, 'USDT')
    expect(approvedUnits(calldata)).toEqual([0n, 10_120_200n])
    const changed = await changes(async () => {
      expect((await send(calldata)).isMined).toBe(true)
      await confirmed(requestIds[0] ?? '')
    })
    expect(changed).toEqual({
      'payer USDT devnet': -10_120_200n,
      'payee USDC devnet-b': 10_000_000n,
      'feeTaker USDC devnet-b': 100_000n,
    })
    const page = await test.call('GET', `/v2/secure-payments/${token}?wallet=${payer}`)
    expect(page).toMatchObject({ status: 409, json: { code: 'payment_completed' } })
  })

  it('calldata for a payment from another chain whose payee bears the fee delivers exactly the amount, split', async () => {
    const { token, requestIds } = await test.createPayment({
      requests: [{ payee: PAYEE, ...TEN }],
      ...FEE,
      defaultFeeBearer: 'payee',
    })
    const calldata = await ask(`/v2/secure-payments/${token}/pay?`, 'USDC')
    // The bridge keeps 0.02 of the amount itself; a fee on top would cost 10.1202.
    expect(calldata.metadata.sourceAmount).toBe('10.02')
    const changed = await changes(async () => {
      expect((await send(calldata)).isMined).toBe(true)
      expect(await confirmed(requestIds[0] ?? '')).toMatchObject({
        status: 'paid',
        paidAmount: '10',
        remainingAmount: '0',
      })
    })
    expect(changed).toEqual({
      'payer USDC devnet': -10_020_000n,
      'payee USDC devnet-b': 9_900_000n,
      'feeTaker USDC devnet-b': 100_000n,
    })
  })

  it('calldata for a payment from another chain pays in two parts from two chains, one of them directly', async () => {
    const requestId = await createRequest(test, { payee: PAYEE, ...TEN })
    const half = await ask(`/v2/request/${requestId}/pay?amount=5`, 'USDC')
    await send(half)
    await waitFor('the half', async () => {
      const { json } = await test.call('GET', `/v2/request/${requestId}`)
      return json.status === 'partially_paid' ? true : null
    })
    const { json } = await test.call('GET', `/v2/request/${requestId}/pay?wallet=${payer}`)
    const wallet = world.chains.wallet(TO, PAYER_INDEX)
    for (const { to, data } of json.transactions) await wallet.sendTransactionSync({ to, data })
    const { payments } = await confirmed(requestId)
    expect(payments.map(({ amount }: { amount: string }) => amount)).toEqual(['5', '5'])
  })
})

describe('A quote', () => {
  it('a quote moves no tokens after it has expired, and the payer can pay with the next quote', async () => {
    const requestId = await createRequest(test, { payee: PAYEE, ...TEN })
    world.bridge.setSwitches({ mode: 'expired' })
    const expired = await askRequest(requestId, 'USDC')
    const unchanged = await changes(async () => {
      expect((await send(expired)).isMined).toBe(false)
    })
    expect(unchanged).toEqual({})
    world.bridge.setSwitches({ mode: 'normal' })
    test.clock.advance(REST_MS)
    await send(await askRequest(requestId, 'USDC'))
    await confirmed(requestId)
  })

  it('a quote keeps its cost, even after the price has changed', async () => {
    const requestId = await createRequest(test, { payee: PAYEE, ...TEN })
    const before = await askRequest(requestId, 'USDC')
    world.bridge.setSwitches({ mode: 'price_change' })
    test.clock.advance(REST_MS)
    expect((await askRequest(requestId, 'USDC')).metadata.sourceAmount).toBe('10.201')
    world.bridge.setSwitches({ mode: 'normal' })
    const changed = await changes(async () => {
      await send(before)
      await confirmed(requestId)
    })
    expect(changed['payer USDC devnet']).toBe(-10_120_200n)
  })
})

describe('A payment whose bridge service becomes unavailable after the quote', () => {
  it.each(['silent', 'down'] as const)(
    'a payment arrives and is confirmed if the bridge service is %s after the quote',
    async (mode) => {
      const requestId = await createRequest(test, { payee: PAYEE, ...TEN })
      const calldata = await askRequest(requestId, 'USDC')
      world.bridge.setSwitches({ mode })
      await send(calldata)
      await confirmed(requestId)
    },
  )
})
