import { events as publishedEvents } from '@secure-payment/core/webhooks'
import {
  type Bridge,
  type Chains,
  type Sink,
  startBridge,
  startChains,
  startSink,
  testTokenAbi,
} from '@secure-payment/devnet'
import { type Address, encodeFunctionData, getAddress, type Hex } from 'viem'
import { expect } from 'vitest'
import type { Row } from '../../../host/src/db/schema.ts'
import { erc20FeeProxyAbi } from '../../devnet/contractAbis.ts'
import {
  FEE_ADDRESS,
  type Neighbour,
  startTestHost,
  type TestHost,
} from '../../support/testHost.ts'
import { waitFor } from './waitFor.ts'

/** The receiver of every payment in these tests: an address that nothing else uses. */
export const PAYEE = getAddress('0x00000000000000000000000000000000000a11ce')
/** 12.5 USDC and the fee of 1 % on that amount, in base units. */
export const AMOUNT = 12_500_000n
export const FEE = 125_000n
/** Index of the payer's account. */
export const PAYER_INDEX = 4

/** A payment to make. */
export type Payment = { token: string; requestId: string; reference: Hex }

/** A host with its API, a worker that tests stop and start, and two chains with a bridge that pays out at once. */
export type Crosschain = AsyncDisposable & {
  test: TestHost
  chains: Chains
  bridge: Bridge
  sink: Sink
  payer: Address
  /** Creates a payment of {@link AMOUNT} and {@link FEE} of USDC on devnet-b. */
  createPayment(): Promise<Payment>
  /** Pays from devnet with a quote from the bridge, or with one altered by `change`; returns the source transaction's hash. */
  send(payment: Payment, change?: Change): Promise<Hex>
  /** Reports a transaction as the payer's page does; returns the intent's id. */
  report(payment: Payment, txHash: string, token?: string): Promise<string>
  startWorker(role?: string): Promise<void>
  stopWorker(): Promise<void>
  intent(id: string): Promise<Row<'intents'>>
  /** Advances the clock until the intent has the given status. */
  untilEnd(id: string, status: string): Promise<Row<'intents'>>
  /** Advances the clock until the sink has received an event of the given type about the request. */
  untilEvent(requestId: string, type: string): Promise<Record<string, unknown>>
  events(requestId: string): Record<string, unknown>[]
  /** Returns the response of `GET /v2/request/{id}`. */
  read(
    requestId: string,
  ): Promise<Record<string, unknown> & { payments: Record<string, unknown>[] }>
  /** Waits until the bridge has delivered the order of a source transaction. */
  delivered(txHash: Hex): Promise<void>
}

/** Changes to the bridge's order, as another sender could make them. */
export type Change = {
  payee?: Address
  symbol?: string
  /** The amount that the bridge delivers, in base units; the call on arrival still pays the whole payment. */
  toUnits?: bigint
  /** Further bytes after the calldata, which contracts ignore. */
  appended?: Hex
}

/** The clock's step per check: a bridge is polled again after at least one second. */
const STEP_MS = 1_000

export async function startCrosschain(env: Record<string, string> = {}): Promise<Crosschain> {
  await using stack = new AsyncDisposableStack()
  const chains = stack.use(await startChains({ networks: ['devnet', 'devnet-b'] }))
  const bridge = stack.use(await startBridge({ chains: chains.list, switches: { durationS: 0 } }))
  const sink = stack.use(await startSink())
  const test = stack.use(
    await startTestHost({
      PAY_NETWORKS: 'devnet,devnet-b',
      PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet'),
      PAY_RPC_URL_DEVNET_B: chains.rpcUrl('devnet-b'),
      PAY_CONFIRMATIONS_DEVNET: '0',
      PAY_CONFIRMATIONS_DEVNET_B: '0',
      PAY_POLL_INTERVAL_MS_DEVNET: '50',
      PAY_POLL_INTERVAL_MS_DEVNET_B: '50',
      PAY_START_BLOCK_DEVNET: '0',
      PAY_START_BLOCK_DEVNET_B: '0',
      PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
      PAY_LIFI_URL: bridge.url,
      ...env,
    }),
  )
  const webhook = await test.call('POST', '/v1/webhook', { body: { url: sink.url } })
  if (webhook.status !== 201) throw new Error(webhook.text)
  sink.setSecret(webhook.json.secret)
  let worker: Neighbour | null = null
  stack.defer(async () => worker?.[Symbol.asyncDispose]())
  const owned = stack.move()
  const { kysely } = test.host.context.db
  const payer = getAddress(chains.wallet('devnet', PAYER_INDEX).account.address)

  const readIntent = (id: string) =>
    kysely.selectFrom('intents').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const events = (requestId: string) =>
    sink.deliveries().flatMap(({ body, verified }) => {
      if (!verified || typeof body !== 'object' || body === null) return []
      const event: Record<string, unknown> = { ...body }
      return event['requestId'] === requestId ? [event] : []
    })

  return {
    test,
    chains,
    bridge,
    sink,
    payer,
    async createPayment() {
      const currency = 'USDC-devnet-b'
      const item = { payee: PAYEE, invoiceCurrency: currency, paymentCurrency: currency }
      const { token, requestIds } = await test.createPayment({
        requests: [{ ...item, amount: '12.5' }],
        feePercentage: '1',
        feeAddress: FEE_ADDRESS,
      })
      const [requestId = ''] = requestIds
      const { payment_reference } = await kysely
        .selectFrom('requests')
        .select('payment_reference')
        .where('id', '=', requestId)
        .executeTakeFirstOrThrow()
      return { token, requestId, reference: `0x${payment_reference.slice(2)}` }
    },
    send: (payment, change) => sendFromDevnet({ chains, bridge }, payment, change),
    async report({ token }, txHash, symbol = 'USDC') {
      const body = { txHash, chain: 'DEVNET', token: symbol }
      const answer = await test.call('POST', `/v2/secure-payments/${token}/intent`, { body })
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.json.intentId
    },
    async startWorker(role = 'watcher,worker') {
      worker ??= await test.startNeighbour({ PAY_ROLE: `api,${role}` })
    },
    async stopWorker() {
      const ending = worker
      worker = null
      await ending?.[Symbol.asyncDispose]()
    },
    intent: readIntent,
    untilEnd: (id, status) =>
      waitFor(`intent ${id} to be ${status}`, async () => {
        test.clock.advance(STEP_MS)
        const row = await readIntent(id)
        if (row.status !== status && row.status !== 'tracking') {
          throw new Error(`Intent ${id} is ${row.status}: ${row.note}`)
        }
        return row.status === status ? row : null
      }),
    untilEvent: (requestId, type) =>
      waitFor(`${type} of ${requestId}`, () => {
        test.clock.advance(STEP_MS)
        const body = events(requestId).find(({ event }) => event === type)
        if (body === undefined) return null
        // Parsing drops unknown members, so the comparison finds them.
        const published = publishedEvents.find((event) => event.type === type)?.schema.parse(body)
        expect(published).toEqual(body)
        return body
      }),
    events,
    async read(requestId) {
      const answer = await test.call('GET', `/v2/request/${requestId}`)
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.json
    },
    async delivered(txHash) {
      await waitFor(`the bridge to deliver ${txHash}`, async () => {
        const response = await fetch(`${bridge.url}/status?txHash=${txHash}`)
        const { status } = await response.json()
        return status === 'DONE' ? true : null
      })
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

type Quote = {
  estimate: { fromAmount: string; approvalAddress: Address }
  transactionRequest: { to: Address; data: Hex; gasLimit: Hex }
}

/** Pays from devnet with a quote from the bridge, like {@link Crosschain.send}. */
export async function sendFromDevnet(
  world: { chains: Chains; bridge: Bridge },
  payment: Pick<Payment, 'reference'>,
  { payee = PAYEE, symbol = 'USDC', toUnits = AMOUNT + FEE, appended = '0x' }: Change = {},
): Promise<Hex> {
  const { chains } = world
  const token = chains.token('devnet', symbol)
  const quote = await requestQuote(world, { payment, payee, symbol, toUnits })
  const wallet = chains.wallet('devnet', PAYER_INDEX)
  await wallet.writeContractSync({
    address: token.address,
    abi: testTokenAbi,
    functionName: 'approve',
    args: [quote.estimate.approvalAddress, BigInt(quote.estimate.fromAmount)],
  })
  const { to, data, gasLimit } = quote.transactionRequest
  const { transactionHash } = await wallet.sendTransactionSync({
    to,
    data: `${data}${appended.slice(2)}`,
    gas: BigInt(gasLimit),
    throwOnReceiptRevert: false,
  })
  return transactionHash
}

/** Requests a quote from the bridge as a host does, with LI.FI's API. */
async function requestQuote(
  { chains, bridge }: { chains: Chains; bridge: Bridge },
  {
    payment,
    payee,
    symbol,
    toUnits,
  }: { payment: Pick<Payment, 'reference'>; payee: Address; symbol: string; toUnits: bigint },
): Promise<Quote> {
  const toToken = chains.token('devnet-b', 'USDC').address
  const proxy = chains.contract('devnet-b', 'ERC20FeeProxy')
  const toAmount = String(toUnits)
  const body = {
    fromChain: 31_337,
    fromToken: chains.token('devnet', symbol).address,
    fromAddress: chains.wallet('devnet', PAYER_INDEX).account.address,
    toChain: 31_338,
    toToken,
    toAmount,
    toFallbackAddress: payee,
    contractCalls: [
      {
        fromAmount: toAmount,
        fromTokenAddress: toToken,
        toContractAddress: proxy,
        toApprovalAddress: proxy,
        toContractCallData: encodeFunctionData({
          abi: erc20FeeProxyAbi,
          functionName: 'transferFromWithReferenceAndFee',
          args: [toToken, payee, AMOUNT, payment.reference, FEE, getAddress(FEE_ADDRESS)],
        }),
        toContractGasLimit: '200000',
      },
    ],
    allowBridges: ['across'],
    integrator: 'tests',
  }
  const response = await fetch(`${bridge.url}/quote/contractCalls`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status !== 200) throw new Error(await response.text())
  return response.json()
}
