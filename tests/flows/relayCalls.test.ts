import { encodeHasRelayerRole } from '@secure-payment/core/recurring'
import { type Chains, RELAYER_ACCOUNT, startChains } from '@secure-payment/devnet'
import { concat, encodeFunctionData, type Hex, keccak256, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChainClients } from '../../host/src/chains/chainClient.ts'
import { createChainClients } from '../../host/src/chains/createChainClients.ts'
import { ChainUnavailableError } from '../../host/src/chains/errors.ts'
import { startRpcServer } from './support/startRpcServer.ts'

let chains: Chains
let clients: ChainClients

beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  clients = connect(chains.rpcUrl('devnet'))
})
afterAll(async () => {
  await clients?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

function connect(...rpcUrls: string[]): ChainClients {
  return createChainClients([{ network: chains.chain('devnet').network, rpcUrls }])
}

const chain = () => clients.get('devnet')
const contract = () => chains.contract('devnet', 'ERC20RecurringPaymentProxy')
const PAYER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** An unused address. */
const EMPTY = '0x00000000000000000000000000000000000e0a10'
const GWEI = 10n ** 9n

const sign = (nonce: number, more: object = {}) =>
  privateKeyToAccount(RELAYER_ACCOUNT.privateKey).signTransaction({
    chainId: 31_337,
    type: 'eip1559',
    nonce,
    to: EMPTY,
    gas: 21_000n,
    maxFeePerGas: 30n * GWEI,
    maxPriorityFeePerGas: GWEI,
    ...more,
  })

describe('An account', () => {
  test('an account has a balance, a latest nonce, and a separate pending nonce', async () => {
    const client = chains.client('devnet')
    const before = await chain().readAccount(RELAYER_ACCOUNT.address)
    expect(before).toMatchObject({ latestNonce: 0n, pendingNonce: 0n, hasContractCode: false })
    expect(before.balanceUnits).toBe(await client.getBalance({ address: RELAYER_ACCOUNT.address }))
    await client.setAutomine(false)
    const raw = await sign(0)
    expect(await chain().broadcast(raw)).toBe('accepted')
    expect(await chain().broadcast(raw)).toBe('accepted')
    expect(await chain().broadcast(await sign(0, { data: '0x01', gas: 30_000n }))).toBe(
      'underpriced',
    )
    expect(await chain().readAccount(RELAYER_ACCOUNT.address)).toMatchObject({
      latestNonce: 0n,
      pendingNonce: 1n,
    })
    expect(await chain().findReceipt(keccak256(raw))).toBeNull()
    await client.mine({ blocks: 1 })
    await client.setAutomine(true)
    expect(await chain().findReceipt(keccak256(raw))).toEqual({
      succeeded: true,
      blockNumber: await client.getBlockNumber(),
    })
    expect(await chain().broadcast(raw)).not.toBe('accepted')
    expect(await chain().broadcast(await sign(1, { value: 10n ** 30n }))).toBe('no_funds')
  })

  test('an account is a contract if it has code, but not if it delegates to a contract', async () => {
    expect((await chain().readAccount(contract())).hasContractCode).toBe(true)
    await chains
      .client('devnet')
      .setCode({ address: PAYER, bytecode: concat(['0xef0100', contract()]) })
    expect((await chain().readAccount(PAYER)).hasContractCode).toBe(false)
    await chains.client('devnet').setCode({ address: PAYER, bytecode: '0x' })
  })
})

describe('A contract', () => {
  const pause = encodeFunctionData({ abi: parseAbi(['function pause()']), functionName: 'pause' })

  test('a contract call returns the result, null for a revert, and 0x for an address without code', async () => {
    expect(await chain().call(contract(), encodeHasRelayerRole(RELAYER_ACCOUNT.address))).toMatch(
      /1$/,
    )
    expect(await chain().call(contract(), '0xdeadbeef')).toBeNull()
    expect(await chain().call(EMPTY, '0xdeadbeef')).toBe('0x')
  })

  test('a contract call’s simulation returns its gas, or its revert', async () => {
    const admin = chains.accounts[9]?.address ?? '0x'
    expect(await chain().simulate({ from: admin, to: contract(), data: pause })).toEqual({
      gas: expect.toSatisfy((gas) => gas > 21_000n && gas < 100_000n),
    })
    // AccessControlUnauthorizedAccount(address,bytes32)
    expect(await chain().simulate({ from: PAYER, to: contract(), data: pause })).toEqual({
      revert: expect.stringMatching(/^0xe2517d3f/),
    })
  })
})

describe('Fees', () => {
  test('fees are the latest block’s base fee and the node’s tip', async () => {
    const block = await chains.client('devnet').getBlock()
    const fees = await chain().readFees()
    expect(fees.isLegacy).toBe(false)
    expect(fees.baseFeeUnits).toBe(block.baseFeePerGas)
    expect(fees.priorityFeeUnits).toBeGreaterThan(0n)
  })

  test.each<[string, object, Hex | null, object]>([
    [
      'on a legacy chain are its gas price',
      {},
      null,
      { baseFeeUnits: 7n, priorityFeeUnits: 0n, isLegacy: true },
    ],
    [
      'from a node that returns no tip have the usual tip',
      { baseFeePerGas: '0x5' },
      null,
      { baseFeeUnits: 5n, priorityFeeUnits: GWEI, isLegacy: false },
    ],
    [
      'have the tip that the node returns',
      { baseFeePerGas: '0x5' },
      '0x3',
      { baseFeeUnits: 5n, priorityFeeUnits: 3n, isLegacy: false },
    ],
  ])('fees %s', async (_, block, tip, expected) => {
    await using node = await startRpcServer((method) => {
      if (method === 'eth_chainId') return { result: '0x7a69' }
      if (method === 'eth_gasPrice') return { result: '0x7' }
      if (method === 'eth_getBlockByNumber') return { result: block }
      return tip === null
        ? { error: { code: -32601, message: 'method not found' } }
        : { result: tip }
    })
    await using other = connect(node.url)
    expect(await other.get('devnet').readFees()).toEqual(expected)
  })
})

test('A receipt is found on any node, and a missing response counts as an unknown outcome', async () => {
  await using behind = await startRpcServer((method) => ({
    result: method === 'eth_chainId' ? '0x7a69' : null,
  }))
  await using both = connect(behind.url, chains.rpcUrl('devnet'))
  const wallet = chains.wallet('devnet', 2)
  const { transactionHash } = await wallet.sendTransactionSync({ to: EMPTY, value: 1n })
  expect(await both.get('devnet').findReceipt(transactionHash)).toMatchObject({ succeeded: true })
  await using none = connect('http://127.0.0.1:1')
  await expect(none.get('devnet').findReceipt(transactionHash)).rejects.toThrow(
    ChainUnavailableError,
  )
  await expect(none.get('devnet').broadcast('0x02')).rejects.toThrow(ChainUnavailableError)
  await expect(none.get('devnet').readAccount(PAYER)).rejects.toThrow(ChainUnavailableError)
})
