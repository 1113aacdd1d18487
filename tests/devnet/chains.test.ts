import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { networks } from '@secure-payment/core/networks'
import { accounts, type Chains, RELAYER_ACCOUNT, startChains } from '@secure-payment/devnet'
import { getAddress, parseEther } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const CONDITION = '--conditions=@secure-payment/source'

let chains: Chains
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet', 'devnet-b'] })
})
afterAll(() => chains[Symbol.asyncDispose]())

describe('startChains', () => {
  it('startChains starts each chain with its network’s chain id', async () => {
    const ids = await Promise.all(chains.list.map(({ client }) => client.getChainId()))
    expect(ids).toEqual([31_337, 31_338])
  })

  it('startChains creates accounts whose private keys match their addresses', () => {
    expect(accounts).toHaveLength(10)
    for (const { address, privateKey } of [...accounts, RELAYER_ACCOUNT]) {
      expect(privateKeyToAddress(privateKey)).toBe(address)
    }
  })

  it('startChains gives the relayer coins for gas and a separate key', async () => {
    expect(accounts.map(({ address }) => address)).not.toContain(RELAYER_ACCOUNT.address)
    for (const { client } of chains.list) {
      const balance = await client.getBalance({ address: RELAYER_ACCOUNT.address })
      expect(balance).toBe(parseEther('10000'))
    }
    expect(chains.relayer('devnet-b').account.address).toBe(RELAYER_ACCOUNT.address)
  })

  it('startChains leaves the payers with nonce 0', async () => {
    for (const { address } of accounts.slice(0, 9)) {
      expect(await chains.client('devnet-b').getTransactionCount({ address })).toBe(0)
    }
  })

  it('startChains runs every EVM network in the registry with its contracts and tokens', async () => {
    const ids = networks.filter(({ family }) => family === 'evm').map(({ id }) => id)
    expect(ids).toHaveLength(14)
    for (const id of ids) {
      await using one = await startChains({ networks: [id] })
      const { network, client } = one.chain(id)
      expect(await client.getChainId()).toBe(network.chainId)
      for (const { address } of [...Object.values(network.contracts), ...network.tokens]) {
        const code = await client.getCode({ address: getAddress(address) })
        expect.soft(code?.length ?? 0, `${id} ${address}`).toBeGreaterThan(1000)
      }
    }
  })

  it('startChains rejects a network that it cannot run, and lists the possible networks', async () => {
    await expect(startChains({ networks: ['nowhere'] })).rejects.toThrow(
      /^Network nowhere cannot run here: the registry lacks it\. Use one of: .*sepolia.*tron/,
    )
  })

  it('startChains mines at intervals on request', async () => {
    await using timed = await startChains({ networks: ['devnet'], blockTimeMs: 100 })
    const client = timed.client('devnet')
    const start = await client.getBlockNumber()
    await vi.waitUntil(async () => (await client.getBlockNumber()) >= start + 3n, 60_000)
  })

  it('startChains ends its processes when disposed', async () => {
    const short = await startChains({ networks: ['devnet'] })
    const url = short.rpcUrl('devnet')
    await short[Symbol.asyncDispose]()
    await expect(fetch(url)).rejects.toThrow()
  })

  it('startChains ends its processes when its own process is killed with SIGKILL', async () => {
    const code = `
      const { startChains } = await import('@secure-payment/devnet')
      const chains = await startChains({ networks: ['devnet'] })
      console.log(chains.rpcUrl('devnet'))`
    const child = spawn(process.execPath, [CONDITION, '--input-type=module', '--eval', code], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [url] = await once(createInterface({ input: child.stdout }), 'line')
    expect((await fetch(url, { method: 'POST' })).status).toBeGreaterThan(0)
    child.kill('SIGKILL')
    await vi.waitFor(() => expect(fetch(url)).rejects.toThrow(), 60_000)
  })
})

describe('A running chain', () => {
  const payment = (network: string) =>
    chains.wallet(network, 1).sendTransactionSync({
      to: accounts[2]?.address ?? '0x',
      value: parseEther('1'),
    })

  it('a running chain mines the requested number of blocks', async () => {
    const before = await chains.client('devnet').getBlockNumber()
    await chains.mine('devnet', 5)
    expect(await chains.client('devnet').getBlockNumber()).toBe(before + 5n)
  })

  it('a running chain returns to a snapshot', async () => {
    const client = chains.client('devnet-b')
    const before = await client.getBlockNumber()
    const snapshot = await chains.snapshot('devnet-b')
    const receipt = await payment('devnet-b')
    await chains.revert('devnet-b', snapshot)
    expect(await client.getBlockNumber()).toBe(before)
    await expect(client.getTransactionReceipt({ hash: receipt.transactionHash })).rejects.toThrow()
  })

  it('a running chain loses the transactions of the blocks that a reorg replaces', async () => {
    const client = chains.client('devnet')
    const receipt = await payment('devnet')
    await chains.mine('devnet', 63)
    const head = await client.getBlockNumber()
    await chains.reorg('devnet', 64)

    expect(await client.getBlockNumber()).toBe(head)
    const block = await client.getBlock({ blockNumber: receipt.blockNumber })
    expect(block.hash).not.toBe(receipt.blockHash)
    expect(block.transactions).toEqual([])
  })

  it('a running chain changes its block time, and returns to one block per transaction', async () => {
    const client = chains.client('devnet')
    const before = await client.getBlockNumber()
    await chains.setBlockTime('devnet', 1_000)
    await vi.waitUntil(async () => (await client.getBlockNumber()) > before, 60_000)
    await chains.setBlockTime('devnet', 0)
    const { blockNumber } = await payment('devnet')
    expect(await client.getBlockNumber()).toBe(blockNumber)
    await expect(chains.setBlockTime('devnet', 250)).rejects.toThrow('Use whole seconds')
  })

  it('a running chain rejects an unknown network, token, contract or account', async () => {
    await using noRecurring = await startChains({ networks: ['optimism'] })
    expect(() => chains.rpcUrl('base')).toThrow('Use one of: devnet, devnet-b.')
    expect(() => chains.token('devnet', 'WBTC')).toThrow('USDC, USDT, DAI, FAU, FEE')
    const recurring = 'ERC20RecurringPaymentProxy'
    expect(() => noRecurring.contract('optimism', recurring)).toThrow('ERC20FeeProxy')
    expect(() => chains.wallet('devnet', 10)).toThrow('There is no account "10".')
  })
})
