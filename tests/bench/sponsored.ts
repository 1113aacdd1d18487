import { randomUUID } from 'node:crypto'
import { type Devnet, startDevnet, testTokenAbi } from '@secure-payment/devnet'
import { createPublicClient, type Hex, webSocket } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { median, percentile } from './measure.ts'
import { type Row, within } from './report.ts'

const NETWORK = 'devnet'
const CURRENCY = `USDC-${NETWORK}`
const PAYERS = 16
/** The first round is a warm-up and does not count. */
const ROUNDS = 12
const LIMIT_MS = 150
const MINTER = 9
const COINS = 10n ** 18n
const TIMEOUT_MS = 20_000
/** The settings that the devnet passes on to its host. */
const SETTINGS = {
  PAY_SPONSOR_NETWORKS: NETWORK,
  PAY_SPONSOR_HOURLY: '100000',
  PAY_SPONSOR_HOURLY_TOTAL: '100000',
  PAY_SPONSOR_HOURLY_PAYER: '100000',
  PAY_SPONSOR_HOURLY_CLIENT_ID: '100000',
  PAY_RELAY_DAILY_GAS: '1000000000',
  PAY_RELAY_DAILY_GAS_TOTAL: '1000000000',
}

/**
 * Measures the time from the submission of a signed payment until the node has its transaction, with 16 payers who submit at the same
 * moment. The baseline of the same run is 16 accounts that send one signed token transfer each to the same node with
 * `eth_sendRawTransaction`.
 */
export async function benchSponsored(): Promise<Row[]> {
  Object.assign(process.env, SETTINGS)
  await using devnet = await startDevnet({ networks: [NETWORK], blockTimeMs: 0, confirmations: 0 })
  for (const name of Object.keys(SETTINGS)) Reflect.deleteProperty(process.env, name)
  await using pool = await watchPool(devnet)
  const payers: Payer[] = []
  while (payers.length < PAYERS) payers.push(await createPayer(devnet))
  const signed: number[] = []
  const bare: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ours = await submitAll(devnet, pool, payers)
    const theirs = await transferAll(devnet, pool, payers)
    if (round === 0) continue
    signed.push(...ours)
    bare.push(...theirs)
  }
  return [
    rowOf('p99', percentile(signed, 99), percentile(bare, 99)),
    rowOf('median', median(signed), median(bare)),
  ]
}

function rowOf(which: string, signedMs: number, bareMs: number): Row {
  const name = `signed payment to transaction at the node, ${PAYERS} payers, ${which}`
  return {
    ...within(name, { value: signedMs, unit: 'ms' }, LIMIT_MS),
    baseline: `${bareMs.toPrecision(3)} ms (bare eth_sendRawTransaction)`,
    ratio: `${(signedMs / bareMs).toFixed(1)}×`,
  }
}

type Payer = ReturnType<typeof privateKeyToAccount>

async function createPayer({ chains }: Devnet): Promise<Payer> {
  const payer = privateKeyToAccount(generatePrivateKey())
  await chains.client(NETWORK).setBalance({ address: payer.address, value: COINS })
  await chains.wallet(NETWORK, MINTER).writeContractSync({
    address: chains.token(NETWORK, 'USDC').address,
    abi: testTokenAbi,
    functionName: 'mint',
    args: [payer.address, 10n ** 12n],
  })
  return payer
}

/** The transactions that the node accepted. `waitFor` returns the times of the node's notifications, in ms of `performance.now()`. */
type Pool = AsyncDisposable & { waitFor(hashes: readonly string[]): Promise<readonly number[]> }

async function watchPool({ chains }: Devnet): Promise<Pool> {
  const url = chains.rpcUrl(NETWORK).replace(/^http/, 'ws')
  const client = createPublicClient({ transport: webSocket(url) })
  const seenAt = new Map<string, number>()
  const stop = client.watchPendingTransactions({
    onTransactions: (hashes) => {
      for (const hash of hashes) seenAt.set(hash, performance.now())
    },
  })
  return {
    async waitFor(hashes) {
      await until(`${hashes.length} transactions`, () => hashes.every((hash) => seenAt.has(hash)))
      return hashes.map((hash) => seenAt.get(hash) ?? Number.NaN)
    },
    async [Symbol.asyncDispose]() {
      stop()
      const socket = await client.transport.getRpcClient()
      socket.close()
    },
  }
}

async function until(what: string, isDone: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error(`Waited too long for ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function submitAll(
  devnet: Devnet,
  pool: Pool,
  payers: readonly Payer[],
): Promise<readonly number[]> {
  const begun = await Promise.all(payers.map((payer) => begin(devnet, payer)))
  const sent = await Promise.all(
    begun.map(async ({ path, body }) => {
      const startedAt = performance.now()
      const { id } = await call(devnet, 'POST', `${path}/signed-payments`, body)
      return { path: `${path}/signed-payments/${id}`, startedAt }
    }),
  )
  const hashes: string[] = []
  for (const { path } of sent) {
    await until('a signed payment', async () => {
      const { status, txHash } = await call(devnet, 'GET', path)
      if (status !== 'confirmed') return false
      hashes.push(String(txHash))
      return true
    })
  }
  const seen = await pool.waitFor(hashes)
  return seen.map((at, index) => at - (sent[index]?.startedAt ?? Number.NaN))
}

async function begin(
  devnet: Devnet,
  payer: Payer,
): Promise<{ path: string; body: Record<string, unknown> }> {
  const [payee] = devnet.chains.accounts
  const { token } = await devnet.client.securePayments.create({
    body: {
      requests: [
        {
          payee: payee?.address ?? '',
          amount: '0.01',
          invoiceCurrency: CURRENCY,
          paymentCurrency: CURRENCY,
        },
      ],
    },
  })
  const path = `/v2/secure-payments/${token}`
  const attempt = randomUUID()
  const wallet = payer.address
  const plan = await call(devnet, 'GET', `${path}/pay?wallet=${wallet}&signed=true`)
  const { kind, typedData, deadline, salt } = Object(plan['signedPayment'])
  await call(devnet, 'POST', `${path}/attempts`, {
    attemptId: attempt,
    wallet,
    chain: NETWORK,
    token: 'USDC',
    calldataHash: `0x${'5b'.repeat(32)}`,
  })
  const { EIP712Domain: _, ...types } = typedData.types
  const signature = await payer.signTypedData({ ...typedData, types })
  return { path, body: { attempt, kind, deadline, salt, wallet, signature } }
}

async function call(
  { json }: Devnet,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const { baseUrl, apiKey } = json.host
  const answer = await fetch(baseUrl + path, {
    method,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return JSON.parse(text)
}

async function transferAll(
  { chains }: Devnet,
  pool: Pool,
  payers: readonly Payer[],
): Promise<readonly number[]> {
  const client = chains.client(NETWORK)
  const { address } = chains.token(NETWORK, 'USDC')
  const signed = await Promise.all(
    payers.map(async (payer) => {
      const nonce = await client.getTransactionCount({ address: payer.address })
      return payer.signTransaction({
        type: 'eip1559',
        chainId: await client.getChainId(),
        nonce,
        to: address,
        data: TRANSFER,
        gas: 100_000n,
        maxFeePerGas: 10n ** 11n,
        maxPriorityFeePerGas: 10n ** 9n,
      })
    }),
  )
  const sent = await Promise.all(
    signed.map(async (serializedTransaction) => {
      const startedAt = performance.now()
      return { startedAt, hash: await client.sendRawTransaction({ serializedTransaction }) }
    }),
  )
  const seen = await pool.waitFor(sent.map(({ hash }) => hash))
  return seen.map((at, index) => at - (sent[index]?.startedAt ?? Number.NaN))
}

/** `transfer(0x…dead, 1)`. */
const TRANSFER: Hex = `0xa9059cbb${'dead'.padStart(64, '0')}${'1'.padStart(64, '0')}`
