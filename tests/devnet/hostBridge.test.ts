import { accounts, type Switches } from '@secure-payment/devnet'
import type { Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Bridge, BridgeQuery, BridgeQuote } from '../../host/src/bridges/bridge.ts'
import { createBridge } from '../../host/src/bridges/createBridge.ts'
import { loadConfig } from '../../host/src/config.ts'
import {
  AMOUNT,
  type BridgeWorld,
  contractCallsRequest,
  deposit,
  FEE,
  findPayments,
  openBridge,
  PAYEE,
  SOURCE_UNITS,
} from './support/bridge.ts'

const TOTAL = AMOUNT + FEE
const TIMEOUT_MS = 60_000

let world: BridgeWorld
let bridge: (Bridge & AsyncDisposable) | null
beforeAll(async () => {
  world = await openBridge()
  const config = loadConfig({
    PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1',
    PAY_RPC_URL_DEVNET_B: 'http://127.0.0.1:1',
    PAY_LIFI_URL: world.bridge.url,
  })
  bridge = createBridge(config, { now: () => new Date(), log: { info() {}, warn() {} } })
})
afterAll(async () => {
  await bridge?.[Symbol.asyncDispose]()
  await world?.[Symbol.asyncDispose]()
})
afterEach(() => {
  world.bridge.setSwitches({ mode: 'normal', deliver: 'less' })
})

/** Returns the host's query for a payment of USDC with a reference. */
function queryFor(reference: Hex): BridgeQuery {
  const request = contractCallsRequest(world, { from: 'USDC', to: 'USDC', reference })
  const [call] = request.contractCalls
  if (call === undefined) throw new Error('the request has no call')
  return {
    fromChainId: request.fromChain,
    fromToken: request.fromToken,
    fromAddress: request.fromAddress,
    toChainId: request.toChain,
    toToken: request.toToken,
    toUnits: BigInt(request.toAmount),
    fallbackAddress: request.toFallbackAddress,
    call: { to: call.toContractAddress, data: call.toContractCallData, gasLimit: 200_000n },
  }
}

/** Signs and sends the host's quote as the payer. */
async function send(quote: BridgeQuote | null | undefined): Promise<Hex> {
  if (quote === null || quote === undefined) throw new Error('there is no quote')
  const [to, approvalAddress] = [hex(quote.transaction.to), hex(quote.approvalAddress)]
  const { transactionHash } = await deposit(world, 'USDC', {
    id: '0x',
    estimate: {
      fromAmount: String(quote.fromUnits),
      toAmount: String(quote.toUnits),
      approvalAddress,
    },
    transactionRequest: {
      to,
      data: quote.transaction.data,
      value: '0x0',
      chainId: quote.transaction.chainId,
      gasLimit: '0x61a80',
    },
  })
  return transactionHash
}

function hex(text: string): Hex {
  return `0x${text.slice(2)}`
}

const statusOf = (txHash: Hex) =>
  bridge?.status({ txHash, tool: 'across', fromChainId: 31_337, toChainId: 31_338 })

/** Returns the first status other than pending. */
function waitForEnd(txHash: Hex) {
  return vi.waitUntil(
    async () => {
      const status = await statusOf(txHash)
      return status !== undefined && status.state !== 'pending' ? status : false
    },
    { timeout: TIMEOUT_MS },
  )
}

describe('The host’s bridge client', () => {
  it('the host’s bridge client gets a quote, and tracks the payment until it is complete', async () => {
    const reference = '0x0000000000000101'
    const quote = await bridge?.quote(queryFor(reference))
    expect(quote).toMatchObject({
      fromUnits: SOURCE_UNITS,
      toUnits: TOTAL,
      toMinUnits: TOTAL,
      fees: [
        { kind: 'bridge', units: 21_000n, symbol: 'USDC', included: true },
        { kind: 'gas', symbol: 'ETH', included: false },
      ],
    })
    const txHash = await send(quote)
    expect(await waitForEnd(txHash)).toMatchObject({
      state: 'completed',
      sending: {
        txHash,
        chainId: 31_337,
        token: world.chains.token('devnet', 'USDC').address,
        units: SOURCE_UNITS,
        sender: accounts[1]?.address,
      },
      receiving: {
        chainId: 31_338,
        token: world.chains.token('devnet-b', 'USDC').address,
        units: TOTAL,
      },
      explorerUrl: expect.stringContaining(txHash),
    })
    expect(await findPayments(world.chains, 'devnet-b', reference)).toHaveLength(1)
  })

  it.each<[Partial<Switches>, Hex, object]>([
    [
      { mode: 'partial', deliver: 'less' },
      '0x0000000000000102',
      { state: 'partial', receiving: { chainId: 31_338, units: TOTAL / 2n } },
    ],
    [
      { mode: 'partial', deliver: 'other_token' },
      '0x0000000000000103',
      { state: 'partial', receiving: { chainId: 31_338, units: TOTAL } },
    ],
    [
      { mode: 'refunded' },
      '0x0000000000000104',
      { state: 'refunded', receiving: { chainId: 31_337, units: SOURCE_UNITS } },
    ],
    // The bridge paid the payee directly, so the transfer completes without an event from the fee proxy.
    [
      { mode: 'call_fails' },
      '0x0000000000000105',
      { state: 'completed', receiving: { chainId: 31_338, units: TOTAL } },
    ],
  ])(
    'the host’s bridge client returns the outcome of a transfer under %j',
    async (switches, reference, end) => {
      world.bridge.setSwitches(switches)
      const txHash = await send(await bridge?.quote(queryFor(reference)))
      expect(await waitForEnd(txHash)).toMatchObject(end)
      expect(await findPayments(world.chains, 'devnet-b', reference)).toEqual([])
    },
  )

  it('the host’s bridge client reports that an expired quote failed and moved no tokens', async () => {
    world.bridge.setSwitches({ mode: 'expired' })
    const txHash = await send(await bridge?.quote(queryFor('0x0000000000000106')))
    expect(await waitForEnd(txHash)).toMatchObject({
      state: 'failed',
      substatus: 'EXPIRED',
      sending: null,
    })
  })

  it('the host’s bridge client waits for a slow transfer', async () => {
    world.bridge.setSwitches({ mode: 'slow' })
    const txHash = await send(await bridge?.quote(queryFor('0x0000000000000107')))
    expect(await statusOf(txHash)).toMatchObject({
      state: 'pending',
      substatus: 'WAIT_DESTINATION_TRANSACTION',
      receiving: { txHash: null, chainId: 31_338, units: null },
    })
    world.bridge.setSwitches({ mode: 'normal' })
    expect((await waitForEnd(txHash)).state).toBe('completed')
  })

  it('the host’s bridge client distinguishes a raised price, a missing route and an unavailable service', async () => {
    world.bridge.setSwitches({ mode: 'price_change' })
    const raised = await bridge?.quote(queryFor('0x0000000000000108'))
    expect(raised?.fromUnits).toBe(TOTAL + TOTAL / 100n)
    world.bridge.setSwitches({ mode: 'no_route' })
    expect(await bridge?.quote(queryFor('0x0000000000000109'))).toBeNull()
    world.bridge.setSwitches({ mode: 'down' })
    await expect(bridge?.quote(queryFor('0x000000000000010a'))).rejects.toMatchObject({
      code: 'bridge_unavailable',
      problem: 'server_error',
    })
  })

  it('the host’s bridge client gives up on a silent service at the deadline', async () => {
    world.bridge.setSwitches({ mode: 'silent' })
    await expect(bridge?.quote(queryFor('0x000000000000010b'))).rejects.toMatchObject({
      problem: 'deadline',
    })
  })

  it('the host’s bridge client reports a transaction that is not the bridge’s as unknown', async () => {
    expect(await statusOf(`0x${'5e'.repeat(32)}`)).toMatchObject({
      state: 'unknown',
      substatus: 'NOT_FOUND',
    })
    const wallet = world.chains.wallet('devnet', 1)
    const foreign = await wallet.sendTransactionSync({ to: PAYEE, value: 1n })
    expect(await statusOf(foreign.transactionHash)).toMatchObject({
      state: 'unknown',
      substatus: 'INVALID',
    })
  })
})
