import { events as publishedEvents } from '@secure-payment/core/webhooks'
import { type Sink, startSink } from '@secure-payment/devnet'
import { erc20Abi, getAddress, type Hex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BridgeWorld, openBridge } from '../devnet/support/bridge.ts'
import { plainAccount, plainPayer } from '../support/plainPayer.ts'
import { askToPay } from '../support/requestCalls.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'
import { DEPOSIT } from './support/startOfframps.ts'
import { waitFor } from './support/waitFor.ts'

// The payer has USDT on devnet; the payment into a bank account needs USDC on devnet-b.
const FROM = 'devnet'
const TO = 'devnet-b'
const PAYER_INDEX = 7
const CURRENCY = 'USDC-devnet-b'
const TEN = { amount: '10', invoiceCurrency: CURRENCY, paymentCurrency: CURRENCY }
/** The units that the payer sends for a payment of ten, including the bridge's 0.2 %. */
const SOURCE_UNITS = 10_020_000n
const TEN_UNITS = 10_000_000n
const PAYER_PATH = `/v2/payer/${plainPayer.clientUserId}`
/** The clock's step per check: half the sandbox's interval between two steps. */
const STEP_MS = 1_000
const TIMEOUT_MS = 240_000

let world: BridgeWorld
let sink: Sink
let test: TestHost
let payer: Hex
beforeAll(async () => {
  world = await openBridge([FROM, TO])
  payer = getAddress(world.chains.wallet(FROM, PAYER_INDEX).account.address)
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
    PAY_OFFRAMP: 'sandbox',
    PAY_OFFRAMP_SANDBOX_DELAY_MS: '2000',
  })
  const { secret } = await call('POST', '/v1/webhook', { url: sink.url })
  sink.setSecret(secret)
}, TIMEOUT_MS)
afterAll(async () => {
  await test?.[Symbol.asyncDispose]()
  await sink?.[Symbol.asyncDispose]()
  await world?.[Symbol.asyncDispose]()
})

async function call(method: string, path: string, body?: object) {
  const answer = await test.call(method, path, { ...(body !== undefined && { body }) })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return answer.json
}

/** Advances the clock until a condition holds. */
function until<T>(what: string, ask: () => Promise<T | null> | T | null): Promise<T> {
  return waitFor(
    what,
    () => {
      test.clock.advance(STEP_MS)
      return ask()
    },
    TIMEOUT_MS,
  )
}

type Transaction = { to: Hex; data: Hex; value: Hex | { hex: Hex }; chainId?: number }

/** Sends a `pay` response's transactions on the given network. */
async function send(network: string, transactions: readonly Transaction[]): Promise<void> {
  const wallet = world.chains.wallet(network, PAYER_INDEX)
  for (const { to, data, value } of transactions) {
    const units = BigInt(typeof value === 'string' ? value : value.hex)
    const options = { to, data, value: units, gas: 500_000n }
    const { status } = await wallet.sendTransactionSync(options)
    if (status !== 'success') throw new Error(`The call to ${to} reverted.`)
  }
}

type Body = Record<string, unknown> & { event: string }

/** Returns the matching events that the sink received, without repetitions and in order, after checking each signature and schema. */
function told(fits: (body: Body) => boolean): Body[] {
  const seen = new Set<unknown>()
  return sink.deliveries().flatMap(({ body, verified, rawBody }) => {
    expect(verified, rawBody).toBe(true)
    // The schema below validates this cast.
    const event = body as Body
    if (!fits(event) || seen.has(event['eventId'])) return []
    seen.add(event['eventId'])
    const published = publishedEvents.find(({ type }) => type === event.event)
    // Parsing drops unknown members, so the comparison finds them.
    expect(published?.schema.parse(event)).toEqual(event)
    return [event]
  })
}

const toldOf = (requestId: string) => told((body) => body['requestId'] === requestId)
const toldOfPayer = () => told((body) => body['clientUserId'] === plainPayer.clientUserId)

/** Summarises an event in a few words. */
const wordsOf = ({ event, kycStatus, agreementStatus, subStatus, status }: Body) =>
  [event, kycStatus, agreementStatus, subStatus, status].filter(Boolean).join(' ')

/** Creates a payer whose identity, agreement and account are approved; returns the account's id. */
async function approvePayer(): Promise<string> {
  await call('POST', '/v2/payer', plainPayer)
  await until('the agreement to be requested', async () => {
    const { kycStatus, agreementStatus } = await call('GET', PAYER_PATH)
    return kycStatus === 'approved' && agreementStatus === 'pending' ? true : null
  })
  await call('PATCH', PAYER_PATH, { agreementCompleted: true })
  await until('the payer to be reported as compliant', () =>
    toldOfPayer().some((body) => body['isCompliant'] === true) ? true : null,
  )
  const path = `${PAYER_PATH}/payment-details`
  const { payment_detail: detail } = await call('POST', path, plainAccount)
  await until('the account to be approved', () =>
    toldOfPayer().some(({ event }) => event === 'payment_detail.updated') ? true : null,
  )
  return detail.id
}

async function holds(network: string, symbol: string, owner: Hex): Promise<bigint> {
  const { address } = world.chains.token(network, symbol)
  return world.chains.client(network).readContract({
    address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  })
}

async function balances() {
  const [usdt, usdc, deposit] = await Promise.all([
    holds(FROM, 'USDT', payer),
    holds(TO, 'USDC', payer),
    holds(TO, 'USDC', DEPOSIT),
  ])
  return { usdt, usdc, deposit }
}

/** Returns the balance changes since `before`. */
async function changesSince(before: Awaited<ReturnType<typeof balances>>) {
  const after = await balances()
  return {
    usdt: after.usdt - before.usdt,
    usdc: after.usdc - before.usdc,
    deposit: after.deposit - before.deposit,
  }
}

it(
  'USDT on one chain becomes money in a bank account, via USDC on another chain',
  async () => {
    const paymentDetailsId = await approvePayer()
    const account = { clientUserId: plainPayer.clientUserId, paymentDetailsId }
    const before = await balances()

    // 1. A request to the payer's own wallet, on the provider's chain; the request names no payer.
    const swap = await call('POST', '/v2/request', { ...TEN, payee: payer })

    // 2. The payer pays this request from the other chain, in the other currency.
    const source = { wallet: payer, chain: 'DEVNET', token: 'USDT' }
    const bridged = await askToPay(test, swap.requestId, source)
    expect(bridged.status, bridged.text).toBe(200)
    expect(bridged.json.metadata.sourceAmount).toBe('10.02')
    await send(FROM, bridged.json.transactions)
    await until('the swap to be reported', () => (toldOf(swap.requestId).length > 0 ? true : null))
    expect(await changesSince(before)).toEqual({
      usdt: -SOURCE_UNITS,
      usdc: TEN_UNITS,
      deposit: 0n,
    })

    // 3. The next request pays into the bank account. No bridge can pay this request directly, so the payer needs four steps.
    const body = { ...TEN, isCryptoToFiatAllowed: true }
    const { requestId } = await call('POST', '/v2/request', body)
    const straight = await askToPay(test, requestId, { ...source, ...account })
    expect(straight).toMatchObject({ status: 400, json: { code: 'unsupported_crosschain' } })

    // 4. The payer pays this request with the received amount.
    const paid = await askToPay(test, requestId, { wallet: payer, ...account })
    expect(paid.status, paid.text).toBe(200)
    await send(TO, paid.json.transactions)
    await until('the money to be delivered', () =>
      toldOf(requestId).some(({ event }) => event === 'payment.confirmed') ? true : null,
    )
    expect(await changesSince(before)).toEqual({
      usdt: -SOURCE_UNITS,
      usdc: 0n,
      deposit: TEN_UNITS,
    })
    await expectBoth(swap.requestId, requestId)
  },
  2 * TIMEOUT_MS,
)

async function expectBoth(swapId: string, requestId: string): Promise<void> {
  expect(await call('GET', `/v2/request/${swapId}`)).toMatchObject({
    status: 'paid',
    payee: payer,
    receivedAmount: '10',
  })
  expect(await call('GET', `/v2/request/${requestId}`)).toMatchObject({
    status: 'paid',
    hasBeenPaid: true,
    payee: DEPOSIT,
  })
  expect(toldOfPayer().map(wordsOf)).toEqual([
    'compliance.updated initiated not_started',
    'compliance.updated pending not_started',
    'compliance.updated approved not_started',
    'compliance.updated approved pending',
    'compliance.updated approved completed',
    'payment_detail.updated approved',
  ])
  const ofSwap = toldOf(swapId)
  expect(ofSwap.map(wordsOf)).toEqual(['payment.confirmed'])
  expect(ofSwap[0]).toMatchObject({ isCryptoToFiat: false, amount: '10', network: TO })
  const ofRequest = toldOf(requestId)
  expect(ofRequest.map(wordsOf)).toEqual([
    'payment.processing initiated',
    'payment.processing pending_internal_assessment',
    'payment.processing ongoing_checks',
    'payment.processing sending_fiat',
    'payment.processing fiat_sent',
    'payment.confirmed',
  ])
  expect(ofRequest.map((body) => body['sequence'])).toEqual([1, 2, 3, 4, 5, 6])
  expect(ofRequest.at(-1)).toMatchObject({
    isCryptoToFiat: true,
    paymentProcessor: 'sandbox-offramp',
    subStatus: '',
    amount: '10',
    network: TO,
  })
}
