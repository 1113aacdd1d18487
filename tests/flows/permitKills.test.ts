import { randomUUID } from 'node:crypto'
import { RELAYER_ACCOUNT, testTokenAbi } from '@secure-payment/devnet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, createCaller } from '../support/callApi.ts'
import { API_KEY, usdcItem } from '../support/testHost.ts'
import { createMigratedPlace } from './support/openTestDatabase.ts'
import { type KillableHost, startKillableHost } from './support/startKillableHost.ts'
import { type NodeGate, startNodeGate } from './support/startNodeGate.ts'
import { type Payer, type Payouts, startPayouts } from './support/startPayouts.ts'
import { waitFor } from './support/waitFor.ts'

const USDC = 1_000_000n
const UNITS = 12_500_000n
/** The maximum time until a killed executor's lease on its network expires. */
const TAKEOVER_MS = 90_000

const resources = new AsyncDisposableStack()
/** A world for the chain and the wallets; its own host sends nothing. */
let world: Payouts
let gate: NodeGate
let host: KillableHost
let call: Caller

beforeAll(async () => {
  world = resources.use(await startPayouts())
  const place = await createMigratedPlace()
  resources.defer(() => place.remove())
  gate = resources.use(await startNodeGate(world.chains.rpcUrl('devnet')))
  host = resources.use(
    await startKillableHost({
      PAY_DATABASE_URL: place.url,
      PAY_NETWORKS: 'devnet',
      PAY_RPC_URL_DEVNET: gate.url,
      PAY_CONFIRMATIONS_DEVNET: '0',
      PAY_POLL_INTERVAL_MS_DEVNET: '100',
      PAY_BOOTSTRAP_API_KEY: API_KEY,
      PAY_RELAYER_PRIVATE_KEY: RELAYER_ACCOUNT.privateKey,
      PAY_RELAY_PERMITS: 'true',
    }),
  )
  call = await createCaller(host.url, { 'x-api-key': API_KEY })
})
afterAll(() => resources[Symbol.asyncDispose]())

const isSending = (body: string) => body.includes('eth_sendRawTransaction')
/** Returns whether a call to the node estimates a permit's gas (selector of EIP-2612), before the relayer signs the transaction. */
const isTrying = (body: string) => body.includes('eth_estimateGas') && body.includes('0xd505accf')
test.each<[string, { isIt: (body: string) => boolean; isPassedOn: boolean }]>([
  ['between storing it and signing its transaction', { isIt: isTrying, isPassedOn: false }],
  ['between storing its transaction and sending it', { isIt: isSending, isPassedOn: false }],
  [
    'between sending its transaction and the node’s response',
    { isIt: isSending, isPassedOn: true },
  ],
])(
  'A host that is killed %s submits a permit once, after its restart',
  async (_, { isIt, isPassedOn }) => {
    const payer = await world.createPayer({ units: 100n * USDC, allowanceUnits: 0n })
    const sentBefore = await sentCount()
    const { hand, allowance } = await signPermit(payer)
    const caught = gate.catchOne(isIt, { isPassedOn })
    const lost = hand().catch(() => null)
    await caught
    await host.kill()
    // The host died before it responded, or had already returned 202.
    expect([undefined, 202]).toContain((await lost)?.status)
    await host.ready()

    const again = await waitFor('the answer to the repeated call', () => hand().catch(() => null))
    if (isIt === isTrying && again.status === 503) {
      // The restart took longer than the page waits for the permit, so the page has requested an approval.
      expect(again.json.code).toBe('relay_unavailable')
      expect(await sentCount()).toBe(sentBefore)
      return
    }
    await waitFor(
      'the permit to be mined',
      async () => ((await allowance()) === UNITS ? true : null),
      TAKEOVER_MS,
    )
    expect(again.status).toBe(202)
    const receipt = await world.chains
      .client('devnet')
      .getTransactionReceipt({ hash: again.json.txHash })
    expect(receipt).toMatchObject({ status: 'success' })
    expect(await sentCount()).toBe(sentBefore + 1)
  },
)

const sentCount = () =>
  world.chains.client('devnet').getTransactionCount({ address: RELAYER_ACCOUNT.address })

/** Begins a payment attempt, and signs the permit that the host offers for the attempt. */
async function signPermit(payer: Payer) {
  const created = await call('POST', '/v2/secure-payments', { body: { requests: [usdcItem] } })
  const path = `/v2/secure-payments/${created.json.token}`
  const attemptId = randomUUID()
  const { json } = await call('GET', `${path}/pay?wallet=${payer.address}`)
  const { permit } = json.metadata
  const { message } = permit
  const begun = await call('POST', `${path}/attempts`, {
    body: {
      attemptId,
      wallet: payer.address,
      chain: 'devnet',
      token: 'USDC',
      calldataHash: `0x${'5b'.repeat(32)}`,
    },
  })
  expect(begun.status).toBe(201)
  const signature = await payer.signTypedData({
    ...permit,
    message: {
      ...message,
      value: BigInt(message.value),
      nonce: BigInt(message.nonce),
      deadline: BigInt(message.deadline),
    },
  })
  const body = { signature, deadline: message.deadline, attemptId }
  return {
    hand: () => call('POST', `${path}/permit`, { body }),
    allowance: () =>
      world.chains.client('devnet').readContract({
        address: permit.domain.verifyingContract,
        abi: testTokenAbi,
        functionName: 'allowance',
        args: [payer.address, message.spender],
      }),
  }
}
