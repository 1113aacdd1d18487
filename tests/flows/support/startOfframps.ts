import { encodeApprove } from '@secure-payment/core/evm'
import { type EventType, events } from '@secure-payment/core/webhooks'
import { type Chains, type Sink, startChains, startSink } from '@secure-payment/devnet'
import { getAddress, type Hex } from 'viem'
import { type Database, openDatabase } from '../../../host/src/db/openDatabase.ts'
import { plainAccount, plainPayer } from '../../support/plainPayer.ts'
import { API_KEY } from '../../support/testHost.ts'
import { createMigratedPlace } from './openTestDatabase.ts'
import { type KillableHost, startKillableHost } from './startKillableHost.ts'
import { waitFor } from './waitFor.ts'

/** A host in its own process whose sandbox pays out payments on devnet to bank accounts, with helpers for tests. */
export type OfframpWorld = AsyncDisposable & {
  chains: Chains
  sink: Sink
  db: Database
  host: KillableHost
  call: Call
  /** Creates one approved payer, with an approved account per holder's name; returns their ids by name. */
  createPayer(clientUserId: string, holders: readonly string[]): Promise<Accounts>
  /** Creates a request for `AMOUNT` USDC. The key makes repetitions harmless. */
  createRequest(key: string): Promise<string>
  /** Requests the calldata for a request, and sends its transactions as a devnet account; returns the payment's hash. */
  pay(requestId: string, query: Record<string, string>, account?: number): Promise<Hex>
  /** Returns the bodies of the webhooks about a request, each event once, in the order of first arrival. */
  told(requestId: string): Told[]
}

/** Calls until the host responds; a test may kill the host in the meantime. A rejection throws. */
type Call = (method: string, path: string, body?: object, key?: string) => Promise<Json>
// biome-ignore lint/suspicious/noExplicitAny: tests read what they assert; the API's own tests check the shapes.
type Json = any

/** The ids of bank accounts by the names of their holders. */
export type Accounts = ReadonlyMap<string, string>

/** The members of a webhook that determine its order. */
export type Told = { event: EventType; subStatus: string; sequence: number; body: Json }

/** Each request's amount, in USDC and in base units. */
const AMOUNT = '2.5'
export const AMOUNT_UNITS = 2_500_000n

/** The address at which the sandbox receives money on local networks: a devnet's last account. */
export const DEPOSIT = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

/** A delivery whose sender was killed resumes when its lease of 30 s ends. */
export const PATIENCE_MS = 180_000

/** Starts chain, sink and host; `delayMs` is the time between two steps of an offramp. */
export async function startOfframps({ delayMs }: { delayMs: number }): Promise<OfframpWorld> {
  await using stack = new AsyncDisposableStack()
  const place = await createMigratedPlace()
  stack.defer(() => place.remove())
  const chains = stack.use(await startChains({ networks: ['devnet'] }))
  const sink = stack.use(await startSink())
  const host = stack.use(
    await startKillableHost({
      PAY_DATABASE_URL: place.url,
      PAY_NETWORKS: 'devnet',
      PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet'),
      PAY_CONFIRMATIONS_DEVNET: '0',
      PAY_POLL_INTERVAL_MS_DEVNET: '100',
      PAY_BOOTSTRAP_API_KEY: API_KEY,
      PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
      PAY_LIFI_URL: 'off',
      PAY_RATE_LIMIT_API_KEY: '0',
      PAY_OFFRAMP: 'sandbox',
      PAY_OFFRAMP_SANDBOX_DELAY_MS: String(delayMs),
      PAY_DATA_KEY: 'a data key of the tests that is long enough',
    }),
  )
  const db = stack.use(await openDatabase(place.url))
  const call = createCall(host)
  const { secret } = await call('POST', '/v1/webhook', { url: sink.url })
  sink.setSecret(secret)
  const owned = stack.move()
  return {
    chains,
    sink,
    db,
    host,
    call,
    createPayer: (clientUserId, holders) => createPayer({ call, delayMs }, clientUserId, holders),
    async createRequest(key) {
      const currencies = { invoiceCurrency: 'USDC-devnet', paymentCurrency: 'USDC-devnet' }
      const body = { amount: AMOUNT, ...currencies, isCryptoToFiatAllowed: true }
      return (await call('POST', '/v2/request', body, key)).requestId
    },
    pay: (requestId, query, account = 1) => pay({ chains, call }, { requestId, query, account }),
    told: (requestId) => readTold(sink, requestId),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function createCall(host: KillableHost): Call {
  return (method, path, body, key) =>
    waitFor(
      `a response to ${method} ${path}`,
      async () => {
        const response = await fetch(`${host.url}${path}`, {
          method,
          headers: {
            'content-type': 'application/json',
            'x-api-key': API_KEY,
            ...(key !== undefined && { 'idempotency-key': encodeURIComponent(key) }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }).catch(() => null)
        // The host is busy: another attempt with the same key is in progress, or the successor is not ready.
        if (response === null || response.status >= 500) return null
        const text = await response.text().catch(() => null)
        if (text === null) return null
        if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
        return JSON.parse(text)
      },
      PATIENCE_MS,
    )
}

async function createPayer(
  { call, delayMs }: { call: Call; delayMs: number },
  clientUserId: string,
  holders: readonly string[],
): Promise<Accounts> {
  const path = `/v2/payer/${encodeURIComponent(clientUserId)}`
  // The wait is three sandbox delays, and one more until the job polls.
  const patienceMs = PATIENCE_MS + 4 * delayMs
  await call('POST', '/v2/payer', { ...plainPayer, clientUserId })
  await waitFor(
    'the identity to be approved',
    async () => {
      const { kycStatus } = await call('GET', path)
      return kycStatus === 'approved' ? true : null
    },
    patienceMs,
  )
  await call('PATCH', path, { agreementCompleted: true })
  const accounts = new Map<string, string>()
  for (const accountName of holders) {
    const account = { ...plainAccount, accountName }
    const { payment_detail: detail } = await call('POST', `${path}/payment-details`, account)
    accounts.set(accountName, detail.id)
  }
  await waitFor(
    'the accounts to be approved',
    async () => {
      const { paymentDetails } = await call('GET', `${path}/payment-details`)
      const approved = paymentDetails.filter(({ status }: Json) => status === 'approved')
      return approved.length === holders.length ? true : null
    },
    patienceMs,
  )
  return accounts
}

async function pay(
  { chains, call }: Pick<OfframpWorld, 'chains' | 'call'>,
  {
    requestId,
    query,
    account,
  }: { requestId: string; query: Record<string, string>; account: number },
): Promise<Hex> {
  const wallet = chains.wallet('devnet', account)
  const search = new URLSearchParams({ wallet: wallet.account.address, ...query })
  const { transactions } = await call('GET', `/v2/request/${requestId}/pay?${search}`)
  let hash: Hex = '0x'
  for (const { to, data, value } of transactions) {
    const receipt = await wallet.sendTransactionSync({ to, data, value: BigInt(value.hex) })
    if (receipt.status !== 'success') throw new Error(`The call to ${to} reverted.`)
    hash = receipt.transactionHash
  }
  return hash
}

/** Approves any amount of an account's USDC for the payment contract, so that each payment is one transaction. */
export async function approveOnce(chains: Chains, account: number): Promise<void> {
  const spender = chains.contract('devnet', 'ERC20FeeProxy')
  const { address: token } = chains.token('devnet', 'USDC')
  const { to, data } = encodeApprove({ token, spender, amountUnits: 2n ** 255n })
  const receipt = await chains
    .wallet('devnet', account)
    .sendTransactionSync({ to: getAddress(to), data })
  if (receipt.status !== 'success') throw new Error('The approval reverted.')
}

function readTold(sink: Sink, requestId: string): Told[] {
  const seen = new Set<string>()
  const told: Told[] = []
  for (const { body, rawBody, verified } of sink.deliveries()) {
    if (!rawBody.includes(requestId)) continue
    if (!verified) throw new Error(`A webhook is not signed: ${rawBody}`)
    const { event, eventId, subStatus = '', sequence } = body as Json
    if (seen.has(eventId)) continue
    seen.add(eventId)
    const definition = events.find(({ type }) => type === event)
    told.push({ event, subStatus, sequence, body: definition?.schema.parse(body) })
  }
  return told
}
