import { testTokenAbi } from '@secure-payment/devnet'
import { encodeFunctionData, getAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bridge } from '../../host/src/bridges/bridge.ts'
import { createBridge } from '../../host/src/bridges/createBridge.ts'
import { BridgeUnavailableError } from '../../host/src/bridges/errors.ts'
import { loadConfig } from '../../host/src/config.ts'
import { erc20FeeProxyAbi } from './contractAbis.ts'
import {
  AMOUNT,
  type BridgeWorld,
  FEE,
  FEE_TAKER,
  findPayments,
  openBridge,
  PAYEE,
  SOURCE_UNITS,
} from './support/bridge.ts'

const REFERENCE = '0x00000000000000aa'
const BOUND = { timeout: 60_000 }

let world: BridgeWorld
let host: Bridge & AsyncDisposable
beforeAll(async () => {
  world = await openBridge()
})
afterAll(() => world?.[Symbol.asyncDispose]())
beforeEach(async () => {
  world.bridge.setSwitches({ mode: 'normal' })
  const config = loadConfig({
    PAY_NETWORKS: 'devnet,devnet-b',
    PAY_RPC_URL_DEVNET: world.chains.rpcUrl('devnet'),
    PAY_RPC_URL_DEVNET_B: world.chains.rpcUrl('devnet-b'),
    PAY_LIFI_URL: world.bridge.url,
  })
  const opened = createBridge(config, { now: () => new Date(), log: { info() {}, warn() {} } })
  if (!opened) throw new Error('the host has a bridge')
  host = opened
  return () => opened[Symbol.asyncDispose]()
})

/** Returns the host's own query for a payment of USDC on devnet-b from USDT on devnet. */
function query() {
  const { chains } = world
  const token = chains.token('devnet-b', 'USDC').address
  return {
    fromChainId: 31_337,
    fromToken: chains.token('devnet', 'USDT').address,
    fromAddress: chains.accounts[1]?.address ?? '',
    toChainId: 31_338,
    toToken: token,
    toUnits: AMOUNT + FEE,
    fallbackAddress: PAYEE,
    call: {
      to: chains.contract('devnet-b', 'ERC20FeeProxy'),
      data: encodeFunctionData({
        abi: erc20FeeProxyAbi,
        functionName: 'transferFromWithReferenceAndFee',
        args: [token, PAYEE, AMOUNT, REFERENCE, FEE, FEE_TAKER],
      }),
      gasLimit: 150_000n,
    },
  }
}

/** Pays the host's quote; returns the input for the host's later status calls. */
async function payQuote() {
  const quote = await host.quote(query())
  if (!quote) throw new Error('there is a quote')
  const wallet = world.chains.wallet('devnet', 1)
  await wallet.writeContractSync({
    address: world.chains.token('devnet', 'USDT').address,
    abi: testTokenAbi,
    functionName: 'approve',
    args: [getAddress(quote.approvalAddress), quote.fromUnits],
  })
  const { to, data, value } = quote.transaction
  const { transactionHash } = await wallet.sendTransactionSync({
    to: getAddress(to),
    data,
    value,
    gas: 400_000n,
    throwOnReceiptRevert: false,
  })
  if (quote.fromUnits !== SOURCE_UNITS) throw new Error(`it cost ${quote.fromUnits}`)
  return { txHash: transactionHash, tool: quote.tool, fromChainId: 31_337, toChainId: 31_338 }
}

describe('the host', () => {
  it.each([
    ['normal', 'completed', 'COMPLETED', 31_338, AMOUNT + FEE],
    ['partial', 'partial', 'PARTIAL', 31_338, (AMOUNT + FEE) / 2n],
    ['refunded', 'refunded', 'REFUNDED', 31_337, SOURCE_UNITS],
    ['call_fails', 'completed', 'COMPLETED', 31_338, AMOUNT + FEE],
  ] as const)(
    'the host treats a transfer under %s as %s',
    async (mode, state, substatus, chainId, units) => {
      world.bridge.setSwitches({ mode })
      const before = await findPayments(world.chains, 'devnet-b', REFERENCE)
      const transfer = await payQuote()
      const status = await vi.waitUntil(async () => {
        const told = await host.status(transfer)
        return told.state === 'pending' ? false : told
      }, BOUND)
      expect(status).toMatchObject({
        state,
        substatus,
        sending: { txHash: transfer.txHash, chainId: 31_337, units: SOURCE_UNITS },
        receiving: { chainId, units, txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
      })
      const after = await findPayments(world.chains, 'devnet-b', REFERENCE)
      expect(after.length - before.length).toBe(mode === 'normal' ? 1 : 0)
    },
  )

  it('the host treats a transfer that has not arrived yet as pending', async () => {
    world.bridge.setSwitches({ mode: 'slow' })
    const transfer = await payQuote()
    expect(await host.status(transfer)).toMatchObject({
      state: 'pending',
      receiving: { units: null },
    })
  })

  it('the host treats a deposit after its deadline as failed', async () => {
    world.bridge.setSwitches({ mode: 'expired' })
    expect(await host.status(await payQuote())).toMatchObject({
      state: 'failed',
      substatus: 'EXPIRED',
    })
  })

  it('the host gets no quote without a route, and a higher quote after a price change', async () => {
    world.bridge.setSwitches({ mode: 'no_route' })
    expect(await host.quote(query())).toBeNull()
    world.bridge.setSwitches({ mode: 'price_change' })
    expect(await host.quote({ ...query(), fallbackAddress: FEE_TAKER })).toMatchObject({
      fromUnits: 10_605_000n,
      toUnits: AMOUNT + FEE,
    })
  })

  it('the host reports the bridge as unavailable while it is down', async () => {
    world.bridge.setSwitches({ mode: 'down' })
    await expect(host.quote(query())).rejects.toThrow(BridgeUnavailableError)
  })
})
