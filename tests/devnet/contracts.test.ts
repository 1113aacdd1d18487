import { signedPaymentAbi } from '@secure-payment/contracts'
import { getNetwork } from '@secure-payment/core/networks'
import { accounts, type Chains, startChains, testTokenAbi } from '@secure-payment/devnet'
import { getAddress, getContractAddress, parseEther, parseEventLogs, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  batchAbi,
  erc20FeeProxyAbi,
  ethereumFeeProxyAbi,
  forwarderFactoryAbi,
} from './contractAbis.ts'

const REFERENCE = '0x0123456789abcdef'
const OTHER_REFERENCE = '0xfedcba9876543210'
const PAYEE = getAddress('0x00000000000000000000000000000000000a11ce')
const FEE_TAKER = getAddress('0x000000000000000000000000000000000000fee5')

/** Two tokens and the number of contracts on each tested chain. LI.FI serves no test network. */
const CHAINS = [
  { network: 'devnet', usdc: 'USDC', other: 'DAI', count: 12 },
  { network: 'devnet-b', usdc: 'USDC', other: 'DAI', count: 12 },
  { network: 'sepolia', usdc: 'fUSDC', other: 'FAU', count: 11 },
]

let chains: Chains
beforeAll(async () => {
  chains = await startChains({ networks: CHAINS.map(({ network }) => network) })
})
afterAll(() => chains[Symbol.asyncDispose]())

describe.each(CHAINS)('The contracts on $network', ({ network, usdc, other, count }) => {
  const balanceOf = (symbol: string, owner: `0x${string}`) =>
    chains.client(network).readContract({
      address: chains.token(network, symbol).address,
      abi: testTokenAbi,
      functionName: 'balanceOf',
      args: [owner],
    })
  const approve = (symbol: string, spender: `0x${string}`, amount: bigint, accountIndex = 1) =>
    chains.wallet(network, accountIndex).writeContractSync({
      address: chains.token(network, symbol).address,
      abi: testTokenAbi,
      functionName: 'approve',
      args: [spender, amount],
    })

  it('the contracts have code at every address in the registry', async () => {
    const contracts = Object.entries(getNetwork(network).contracts)
    expect(contracts).toHaveLength(count)
    for (const [name, { address }] of contracts) {
      const code = await chains.client(network).getCode({ address: getAddress(address) })
      expect.soft(code?.length ?? 0, name).toBeGreaterThan(1000)
    }
  })

  it('the contract for signed payments names the fee proxy, Permit2 and its own EIP-712 domain', async () => {
    const address = chains.contract(network, 'ERC20SignedPayment')
    const read = (functionName: 'erc20FeeProxy' | 'permit2') =>
      chains.client(network).readContract({ address, abi: signedPaymentAbi, functionName })
    expect(await read('erc20FeeProxy')).toBe(chains.contract(network, 'ERC20FeeProxy'))
    expect(await read('permit2')).toBe(chains.contract(network, 'Permit2'))
    const { domain } = await chains.client(network).getEip712Domain({ address })
    const { chainId } = getNetwork(network)
    expect(domain).toMatchObject({ chainId, verifyingContract: address })
  })

  it('the contracts pay an ERC-20 through ERC20FeeProxy, with the fee on top', async () => {
    const proxy = chains.contract(network, 'ERC20FeeProxy')
    const token = chains.token(network, usdc).address
    const amount = parseUnits('100', 6)
    const fee = parseUnits('1.5', 6)
    const payer = accounts[1]?.address ?? '0x'
    const payerBefore = await balanceOf(usdc, payer)
    const payeeBefore = await balanceOf(usdc, PAYEE)
    const takerBefore = await balanceOf(usdc, FEE_TAKER)

    await approve(usdc, proxy, amount + fee)
    const receipt = await chains.wallet(network, 1).writeContractSync({
      address: proxy,
      abi: erc20FeeProxyAbi,
      functionName: 'transferFromWithReferenceAndFee',
      args: [token, PAYEE, amount, REFERENCE, fee, FEE_TAKER],
    })

    expect(receipt.status).toBe('success')
    expect(payerBefore - (await balanceOf(usdc, payer))).toBe(amount + fee)
    expect((await balanceOf(usdc, PAYEE)) - payeeBefore).toBe(amount)
    expect((await balanceOf(usdc, FEE_TAKER)) - takerBefore).toBe(fee)
    const [log] = parseEventLogs({ abi: erc20FeeProxyAbi, logs: receipt.logs })
    expect(log?.address).toBe(proxy.toLowerCase())
    expect(log?.topics[0]).toBe(
      '0x9f16cbcc523c67a60c450e5ffe4f3b7b6dbe772e7abcadb2686ce029a9a0a2b6',
    )
    expect(log?.args).toMatchObject({
      tokenAddress: token,
      to: PAYEE,
      amount,
      feeAmount: fee,
      feeAddress: FEE_TAKER,
    })
  })

  it('the contracts pay the native coin through EthereumFeeProxy, with the fee on top', async () => {
    const proxy = chains.contract(network, 'EthereumFeeProxy')
    const client = chains.client(network)
    const payeeBefore = await client.getBalance({ address: PAYEE })
    const takerBefore = await client.getBalance({ address: FEE_TAKER })

    const receipt = await chains.wallet(network, 1).writeContractSync({
      address: proxy,
      abi: ethereumFeeProxyAbi,
      functionName: 'transferWithReferenceAndFee',
      args: [PAYEE, REFERENCE, parseEther('0.01'), FEE_TAKER],
      value: parseEther('1.01'),
    })

    expect((await client.getBalance({ address: PAYEE })) - payeeBefore).toBe(parseEther('1'))
    expect((await client.getBalance({ address: FEE_TAKER })) - takerBefore).toBe(parseEther('0.01'))
    const [log] = parseEventLogs({ abi: ethereumFeeProxyAbi, logs: receipt.logs })
    expect(log?.topics[0]).toBe(
      '0xa1c241e337c4610a9d0f881111e977e9dc8690c85fe2108897bb1483c66e6a96',
    )
    expect(log?.args).toMatchObject({ to: PAYEE, amount: parseEther('1') })
  })

  it('the contracts pay two tokens and the native coin in one batch, without a batch fee', async () => {
    const batch = chains.contract(network, 'BatchConversionPayments')
    const client = chains.client(network)
    const [first, second] = [chains.token(network, usdc), chains.token(network, other)]
    const native = getAddress(getNetwork(network).nativeCurrency.hash)
    const item = (path: `0x${string}`, requestAmount: bigint, paymentReference: `0x${string}`) => ({
      recipient: PAYEE,
      requestAmount,
      path: [path],
      paymentReference,
      feeAmount: 0n,
      maxToSpend: 0n,
      maxRateTimespan: 0n,
    })
    const usdcBefore = await balanceOf(usdc, PAYEE)
    const otherBefore = await balanceOf(other, PAYEE)
    const nativeBefore = await client.getBalance({ address: PAYEE })

    await approve(usdc, batch, 5_000_000n)
    await approve(other, batch, parseEther('7'))
    const receipt = await chains.wallet(network, 1).writeContractSync({
      address: batch,
      abi: batchAbi,
      functionName: 'batchPayments',
      args: [
        [
          {
            paymentNetworkId: 2n,
            requestDetails: [
              item(first.address, 5_000_000n, REFERENCE),
              item(second.address, parseEther('7'), OTHER_REFERENCE),
            ],
          },
          { paymentNetworkId: 3n, requestDetails: [item(native, parseEther('2'), REFERENCE)] },
        ],
        [],
        FEE_TAKER,
      ],
      value: parseEther('2'),
    })

    expect(receipt.status).toBe('success')
    expect((await balanceOf(usdc, PAYEE)) - usdcBefore).toBe(5_000_000n)
    expect((await balanceOf(other, PAYEE)) - otherBefore).toBe(parseEther('7'))
    expect((await client.getBalance({ address: PAYEE })) - nativeBefore).toBe(parseEther('2'))
    expect(parseEventLogs({ abi: erc20FeeProxyAbi, logs: receipt.logs })).toHaveLength(2)
    expect(parseEventLogs({ abi: ethereumFeeProxyAbi, logs: receipt.logs })).toHaveLength(1)
  })

  it('the contracts belong to account 9, and are configured like the upstream contracts', async () => {
    const address = chains.contract(network, 'BatchConversionPayments')
    const client = chains.client(network)
    const read = <const Name extends 'owner' | 'batchFee' | 'batchFeeAmountUSDLimit'>(
      functionName: Name,
    ) => client.readContract({ address, abi: batchAbi, functionName })

    expect(await read('owner')).toBe(accounts[9]?.address)
    expect(await read('batchFee')).toBe(0)
    expect(await read('batchFeeAmountUSDLimit')).toBe(150_00000000n)
  })

  it('the contracts create a forwarder at the address derived from the factory and nonce 1', async () => {
    const factory = chains.contract(network, 'SingleRequestProxyFactory')
    const receipt = await chains.wallet(network, 1).writeContractSync({
      address: factory,
      abi: forwarderFactoryAbi,
      functionName: 'createEthereumSingleRequestProxy',
      args: [PAYEE, REFERENCE, FEE_TAKER, 0n],
    })
    const [log] = parseEventLogs({ abi: forwarderFactoryAbi, logs: receipt.logs })
    expect(log?.args.proxyAddress).toBe(getContractAddress({ from: factory, nonce: 1n }))
  })
})
