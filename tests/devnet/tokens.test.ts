import { accounts, type Chains, permitAbi, startChains, testTokenAbi } from '@secure-payment/devnet'
import {
  getAddress,
  maxUint256,
  parseEther,
  parseEventLogs,
  parseSignature,
  parseUnits,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const RECEIVER = getAddress('0x00000000000000000000000000000000000cafe0')
const SPENDER = getAddress('0x0000000000000000000000000000000000051eed')

let chains: Chains
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet', 'mainnet'] })
})
afterAll(() => chains[Symbol.asyncDispose]())

const read = (network: string, symbol: string, owner: `0x${string}`) =>
  chains.client(network).readContract({
    address: chains.token(network, symbol).address,
    abi: testTokenAbi,
    functionName: 'balanceOf',
    args: [owner],
  })
const allowance = (network: string, symbol: string) =>
  chains.client(network).readContract({
    address: chains.token(network, symbol).address,
    abi: testTokenAbi,
    functionName: 'allowance',
    args: [accounts[3]?.address ?? '0x', SPENDER],
  })
const approve = (network: string, symbol: string, amount: bigint) =>
  chains.wallet(network, 3).writeContractSync({
    address: chains.token(network, symbol).address,
    abi: testTokenAbi,
    functionName: 'approve',
    args: [SPENDER, amount],
  })

describe('The tokens', () => {
  it('the tokens return the registry’s symbol and decimals, and give every account the same balance', async () => {
    for (const { network, client } of chains.list) {
      for (const token of network.tokens) {
        const address = getAddress(token.address)
        const ask = (functionName: 'symbol' | 'decimals') =>
          client.readContract({ address, abi: testTokenAbi, functionName })
        expect.soft(await ask('symbol')).toBe(token.symbol)
        expect.soft(await ask('decimals')).toBe(token.decimals)
        for (const { address: owner } of accounts) {
          const million = 1_000_000n * 10n ** BigInt(token.decimals)
          expect.soft(await read(network.id, token.symbol, owner), token.symbol).toBe(million)
        }
      }
    }
  })

  it('the tokens’ chains give every account native coins', async () => {
    for (const { client } of chains.list) {
      for (const { address } of accounts) {
        expect(await client.getBalance({ address })).toBeGreaterThan(parseEther('9999'))
      }
    }
  })

  it('the tokens can be minted by any account', async () => {
    const before = await read('devnet', 'FAU', RECEIVER)
    await chains.wallet('devnet', 4).writeContractSync({
      address: chains.token('devnet', 'FAU').address,
      abi: testTokenAbi,
      functionName: 'mint',
      args: [RECEIVER, 5n],
    })
    expect((await read('devnet', 'FAU', RECEIVER)) - before).toBe(5n)
  })
})

describe.each(['devnet', 'mainnet'])('USDT on %s', (network) => {
  it('USDT rejects a change to a non-zero allowance until it is reset', async () => {
    await approve(network, 'USDT', 10n)
    await expect(approve(network, 'USDT', 20n)).rejects.toThrow('reset the allowance to zero first')
    await approve(network, 'USDT', 0n)
    await approve(network, 'USDT', 20n)
    expect(await allowance(network, 'USDT')).toBe(20n)
  })

  it('USDT returns no value from transfer', async () => {
    const { data } = await chains.client(network).call({
      account: accounts[3]?.address ?? '0x',
      to: chains.token(network, 'USDT').address,
      // transfer(RECEIVER, 1)
      data: `0xa9059cbb${RECEIVER.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`,
    })
    expect(data).toBeUndefined()
  })
})

describe('FEE', () => {
  it('FEE burns 1 % of a transfer: the receiver of 100 gets 99', async () => {
    const before = await read('devnet', 'FEE', RECEIVER)
    const receipt = await chains.wallet('devnet', 3).writeContractSync({
      address: chains.token('devnet', 'FEE').address,
      abi: testTokenAbi,
      functionName: 'transfer',
      args: [RECEIVER, parseEther('100')],
    })
    expect((await read('devnet', 'FEE', RECEIVER)) - before).toBe(parseEther('99'))
    const received = parseEventLogs({ abi: testTokenAbi, logs: receipt.logs }).filter(
      (log) => log.eventName === 'Transfer' && log.args.to === RECEIVER,
    )
    expect(received.map((log) => log.eventName === 'Transfer' && log.args.value)).toEqual([
      parseEther('99'),
    ])
  })
})

describe.each(['devnet', 'mainnet'])('USDC on %s', (network) => {
  it('USDC accepts an EIP-2612 permit in the domain with the token’s address and version 2', async () => {
    const wallet = chains.wallet(network, 3)
    const token = chains.token(network, 'USDC')
    const value = parseUnits('12', 6)
    const [, name, version, chainId, verifyingContract] = await wallet.readContract({
      address: token.address,
      abi: permitAbi,
      functionName: 'eip712Domain',
    })
    expect({ name, version, chainId, verifyingContract }).toEqual({
      name: token.name,
      version: '2',
      chainId: BigInt(chains.chain(network).network.chainId),
      verifyingContract: token.address,
    })

    const message = {
      owner: wallet.account.address,
      spender: SPENDER,
      value,
      nonce: 0n,
      deadline: maxUint256,
    }
    const signature = await wallet.signTypedData({
      domain: { name, version, chainId, verifyingContract },
      types: {
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'Permit',
      message,
    })
    const { r, s, yParity } = parseSignature(signature)
    const permit = {
      address: token.address,
      abi: permitAbi,
      functionName: 'permit' as const,
      args: [message.owner, SPENDER, value, maxUint256, 27 + yParity, r, s] as const,
    }
    // An account other than the owner sends the permit.
    await chains.wallet(network, 4).writeContractSync(permit)

    expect(await allowance(network, 'USDC')).toBe(value)
    await expect(chains.wallet(network, 4).writeContractSync(permit)).rejects.toThrow(
      'EIP2612: invalid signature',
    )
  })
})
