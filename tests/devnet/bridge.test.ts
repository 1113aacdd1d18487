import { accounts, BRIDGE_RELAYER_ACCOUNT, bridgeAbi } from '@secure-payment/devnet'
import { keccak256, parseEventLogs } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { erc20FeeProxyAbi } from './contractAbis.ts'
import {
  AMOUNT,
  type BridgeWorld,
  changes,
  FEE,
  FEE_TAKER,
  findPayments,
  openBridge,
  PAYEE,
  pay,
  SOURCE_UNITS,
  waitUntilDone,
} from './support/bridge.ts'

let world: BridgeWorld
beforeAll(async () => {
  world = await openBridge()
})
afterAll(() => world?.[Symbol.asyncDispose]())

/** Returns the balance changes of all parties to a payment of USDC on `devnet-b`, paid in `token` on `devnet`. */
const paidIn = (token: string) => ({
  [`payer ${token} devnet`]: -SOURCE_UNITS,
  [`bridge ${token} devnet`]: SOURCE_UNITS,
  'bridge USDC devnet-b': -(AMOUNT + FEE),
  'payee USDC devnet-b': AMOUNT,
  'feeTaker USDC devnet-b': FEE,
})

describe('A payment through the bridge', () => {
  it.each([
    { from: 'USDC', reference: '0x0000000000000001' },
    { from: 'USDT', reference: '0x0000000000000002' },
  ] as const)(
    'the bridge carries $from to USDC on the other chain, to the unit',
    async (payment) => {
      const { chains } = world
      const changed = await changes(world, async () => {
        await waitUntilDone(world, await pay(world, { ...payment, to: 'USDC' }))
      })
      expect(changed).toEqual(paidIn(payment.from))

      const [log, ...others] = await findPayments(chains, 'devnet-b', payment.reference)
      expect(others).toEqual([])
      expect(log?.topics[1]).toBe(keccak256(payment.reference))
      expect(log?.args).toMatchObject({
        tokenAddress: chains.token('devnet-b', 'USDC').address,
        to: PAYEE,
        amount: AMOUNT,
        feeAmount: FEE,
        feeAddress: FEE_TAKER,
      })
      expect(await findPayments(chains, 'devnet', payment.reference)).toEqual([])
    },
  )

  it('a payment through the bridge is found by its transaction hash on either chain, with the sent and received amounts', async () => {
    const { chains } = world
    const payment = { from: 'USDT', to: 'USDC', reference: '0x0000000000000003' } as const
    const txHash = await pay(world, payment)
    const status = await waitUntilDone(world, txHash)
    expect(status).toMatchObject({
      status: 'DONE',
      substatus: 'COMPLETED',
      sending: {
        txHash,
        chainId: 31_337,
        amount: String(SOURCE_UNITS),
        token: { address: chains.token('devnet', 'USDT').address, symbol: 'USDT' },
      },
      receiving: {
        chainId: 31_338,
        amount: String(AMOUNT + FEE),
        token: { address: chains.token('devnet-b', 'USDC').address, symbol: 'USDC' },
      },
      fromAddress: accounts[1]?.address,
      toAddress: chains.contract('devnet-b', 'ERC20FeeProxy'),
    })
    const [log] = await findPayments(chains, 'devnet-b', payment.reference)
    expect(status.receiving?.txHash).toBe(log?.transactionHash)
    expect(await waitUntilDone(world, log?.transactionHash ?? '0x')).toEqual(status)
  })

  it('a payment through the bridge reaches the payment contract from an executor, not from the payer', async () => {
    const { chains } = world
    const payment = { from: 'USDC', to: 'USDC', reference: '0x0000000000000004' } as const
    const { receiving } = await waitUntilDone(world, await pay(world, payment))
    const client = chains.client('devnet-b')
    const receipt = await client.getTransactionReceipt({ hash: receiving?.txHash ?? '0x' })
    expect(receipt.from).toBe(BRIDGE_RELAYER_ACCOUNT.address.toLowerCase())
    expect(privateKeyToAddress(BRIDGE_RELAYER_ACCOUNT.privateKey)).toBe(
      BRIDGE_RELAYER_ACCOUNT.address,
    )
    expect(parseEventLogs({ abi: bridgeAbi, logs: receipt.logs })).toMatchObject([
      { eventName: 'Filled', args: { isCallDone: true, toFallback: 0n } },
    ])
    expect(parseEventLogs({ abi: erc20FeeProxyAbi, logs: receipt.logs })).toHaveLength(1)
  })
})
