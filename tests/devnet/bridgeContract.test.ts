import {
  type BridgeDelivery,
  bridgeAbi,
  type Chains,
  startChains,
  testTokenAbi,
} from '@secure-payment/devnet'
import {
  type Address,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
  zeroAddress,
  zeroHash,
} from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { erc20FeeProxyAbi } from './contractAbis.ts'

const executorAbi = parseAbi([
  'struct Delivery { address token; uint256 amount; address fallbackAddress; address target; address spender; uint256 gasLimit; bytes callData; }',
  'function execute(Delivery delivery) returns (bool isCallDone, uint256 toFallback)',
  'error OnlyBridge()',
])
const PAYEE = getAddress('0x00000000000000000000000000000000000a11ce')
const THIEF = getAddress('0x0000000000000000000000000000000000001ee7')
const UNITS = 1_000_000n

let chains: Chains
let bridge: Address
let executor: Address
let usdc: Address
let relayer: Address
let depositId: Hex
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  bridge = chains.contract('devnet', 'LiFiDiamond')
  usdc = chains.token('devnet', 'USDC').address
  const client = chains.client('devnet')
  executor = await client.readContract({
    address: bridge,
    abi: bridgeAbi,
    functionName: 'executor',
  })
  relayer = await client.readContract({ address: bridge, abi: bridgeAbi, functionName: 'relayer' })
  await client.impersonateAccount({ address: relayer })
})
afterAll(() => chains?.[Symbol.asyncDispose]())
let number = 0n
beforeEach(() => {
  number += 1n
  depositId = `0x${number.toString(16).padStart(64, '0')}`
})

const balanceOf = (owner: Address) =>
  chains.client('devnet').readContract({
    address: usdc,
    abi: testTokenAbi,
    functionName: 'balanceOf',
    args: [owner],
  })

/** A delivery of USDC to the payee without a call, with the given changes. */
const delivery = (changed: Partial<BridgeDelivery> = {}): BridgeDelivery => ({
  token: usdc,
  amount: UNITS,
  fallbackAddress: PAYEE,
  target: zeroAddress,
  spender: zeroAddress,
  gasLimit: 0n,
  callData: '0x',
  ...changed,
})

/** Delivers a transfer as the relayer, unless another account is given. */
async function fill(ordered: BridgeDelivery, options: { account?: Address; gas?: bigint } = {}) {
  const { account = relayer, gas } = options
  const client = chains.client('devnet')
  const { request } = await client.simulateContract({
    account,
    address: bridge,
    abi: bridgeAbi,
    functionName: 'fill',
    args: [depositId, ordered],
    gas: gas ?? 2_000_000n,
  })
  const hash = await client.writeContract(request)
  const { blockNumber } = await client.waitForTransactionReceipt({ hash })
  const [log] = await client.getContractEvents({
    address: bridge,
    abi: bridgeAbi,
    eventName: 'Filled',
    args: { depositId },
    fromBlock: blockNumber,
    toBlock: blockNumber,
    strict: true,
  })
  expect(log?.transactionHash).toBe(hash)
  return log?.args
}

describe('The bridge', () => {
  it('the bridge lets only the relayer pay out or refund', async () => {
    const client = chains.client('devnet')
    const { account } = chains.wallet('devnet', 1)
    await expect(fill(delivery(), { account: account.address })).rejects.toThrow('OnlyRelayer')
    const refund = client.simulateContract({
      account,
      address: bridge,
      abi: bridgeAbi,
      functionName: 'refund',
      args: [depositId],
    })
    await expect(refund).rejects.toThrow('OnlyRelayer')
  })

  it('the bridge pays out once', async () => {
    const before = await balanceOf(PAYEE)
    await fill(delivery())
    await expect(fill(delivery())).rejects.toThrow('AlreadyFilled')
    expect((await balanceOf(PAYEE)) - before).toBe(UNITS)
  })

  it('the bridge refunds once', async () => {
    const wallet = chains.wallet('devnet', 2)
    const client = chains.client('devnet')
    const before = await balanceOf(wallet.account.address)
    await wallet.writeContractSync({
      address: usdc,
      abi: testTokenAbi,
      functionName: 'approve',
      args: [bridge, UNITS],
    })
    await wallet.writeContractSync({
      address: bridge,
      abi: bridgeAbi,
      functionName: 'deposit',
      args: [
        {
          quoteId: zeroHash,
          token: usdc,
          amount: UNITS,
          toChainId: 31_338n,
          deadline: 2n ** 40n,
          delivery: delivery(),
        },
      ],
    })
    expect(await balanceOf(wallet.account.address)).toBe(before - UNITS)
    const [log] = await client.getContractEvents({
      address: bridge,
      abi: bridgeAbi,
      eventName: 'Deposited',
      args: { sender: wallet.account.address },
      strict: true,
    })
    const refund = {
      account: relayer,
      address: bridge,
      abi: bridgeAbi,
      functionName: 'refund',
      args: [log?.args.depositId ?? zeroHash],
    } as const
    await client.waitForTransactionReceipt({ hash: await client.writeContract(refund) })
    expect(await balanceOf(wallet.account.address)).toBe(before)
    await expect(client.simulateContract(refund)).rejects.toThrow('NothingLocked')
  })

  it('the bridge rejects a deposit without an allowance for it', async () => {
    const order = {
      quoteId: zeroHash,
      token: usdc,
      amount: UNITS,
      toChainId: 31_338n,
      deadline: 2n ** 40n,
      delivery: delivery(),
    }
    const unapproved = chains.client('devnet').simulateContract({
      account: chains.wallet('devnet', 3).account,
      address: bridge,
      abi: bridgeAbi,
      functionName: 'deposit',
      args: [order],
    })
    await expect(unapproved).rejects.toThrow('0xfb8f41b2') // ERC20InsufficientAllowance
  })

  it('the bridge sends unspent tokens to the fallback address, and leaves no allowance', async () => {
    const proxy = chains.contract('devnet', 'ERC20FeeProxy')
    const args = [usdc, THIEF, 400_000n, '0x0102030405060708', 100_000n, THIEF] as const
    const before = await balanceOf(PAYEE)
    const filled = await fill(
      delivery({
        target: proxy,
        spender: proxy,
        gasLimit: 200_000n,
        callData: encodeFunctionData({
          abi: erc20FeeProxyAbi,
          functionName: 'transferFromWithReferenceAndFee',
          args,
        }),
      }),
    )
    expect(filled).toMatchObject({ isCallDone: true, amount: UNITS, toFallback: 500_000n })
    expect((await balanceOf(PAYEE)) - before).toBe(500_000n)
    expect(await allowance(executor, proxy)).toBe(0n)
    expect(await balanceOf(executor)).toBe(0n)
  })

  it('the bridge protects its own tokens from a call that tries to move them', async () => {
    const stolen = await balanceOf(bridge)
    const attempts: [Address, Hex][] = [
      [usdc, encodeTransfer('transfer', [THIEF, stolen])],
      [usdc, encodeTransfer('transferFrom', [bridge, THIEF, UNITS])],
      [bridge, encodeFunctionData({ abi: bridgeAbi, functionName: 'refund', args: [depositId] })],
      [
        executor,
        encodeFunctionData({ abi: executorAbi, functionName: 'execute', args: [delivery()] }),
      ],
    ]
    for (const [target, callData] of attempts) {
      number += 1n
      depositId = `0x${number.toString(16).padStart(64, '0')}`
      const before = await balanceOf(THIEF)
      const filled = await fill(delivery({ target, spender: THIEF, gasLimit: 300_000n, callData }))
      expect(filled).toMatchObject({ isCallDone: false, toFallback: UNITS })
      expect(await balanceOf(THIEF)).toBe(before)
    }
    expect(await balanceOf(bridge)).toBe(stolen - 4n * UNITS)
    expect(await allowance(executor, THIEF)).toBe(0n)
  })

  it('the bridge reverts completely instead of calling with less gas than ordered', async () => {
    const ordered = delivery({ target: PAYEE, gasLimit: 1_000_000n })
    await expect(fill(ordered, { gas: 500_000n })).rejects.toThrow('0x34edfe31') // TooLittleGas
    expect(await fill(ordered)).toMatchObject({ isCallDone: true })
  })

  it('the bridge is the only caller that its executor accepts', async () => {
    const call = chains.client('devnet').simulateContract({
      account: relayer,
      address: executor,
      abi: executorAbi,
      functionName: 'execute',
      args: [delivery()],
    })
    await expect(call).rejects.toThrow('OnlyBridge')
  })
})

const allowance = (owner: Address, spender: Address) =>
  chains.client('devnet').readContract({
    address: usdc,
    abi: testTokenAbi,
    functionName: 'allowance',
    args: [owner, spender],
  })

function encodeTransfer(
  ...call:
    | ['transfer', readonly [Address, bigint]]
    | ['transferFrom', readonly [Address, Address, bigint]]
): Hex {
  return call[0] === 'transfer'
    ? encodeFunctionData({ abi: testTokenAbi, functionName: 'transfer', args: call[1] })
    : encodeFunctionData({ abi: testTokenAbi, functionName: 'transferFrom', args: call[1] })
}
