import { getCurrency, getNetwork } from '@secure-payment/core/networks'
import {
  type Chains,
  mockAggregatorAbi,
  priceFeeds,
  startChains,
  testTokenAbi,
} from '@secure-payment/devnet'
import { getAddress, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conversionAbi } from './contractAbis.ts'

const REFERENCE = '0x00000000000000aa'
const PAYEE = getAddress('0x000000000000000000000000000000000000b0b0')
const FEE_TAKER = getAddress('0x000000000000000000000000000000000000fee6')
/** An amount of 100 in a fiat currency, with the conversion contracts' 8 decimals. */
const HUNDRED = 100_00000000n

const CHAINS = [
  { network: 'devnet', usdc: 'USDC' },
  { network: 'devnet-b', usdc: 'USDC' },
  { network: 'sepolia', usdc: 'fUSDC' },
]

let chains: Chains
beforeAll(async () => {
  chains = await startChains({ networks: CHAINS.map(({ network }) => network) })
})
afterAll(() => chains[Symbol.asyncDispose]())

describe.each(CHAINS)('Conversion on $network', ({ network, usdc }) => {
  const hash = (code: string) => getAddress(getCurrency(code).currency.hash)
  const native = () => getAddress(getNetwork(network).nativeCurrency.hash)
  const convert = async (amount: bigint, path: `0x${string}`[]) => {
    const [result] = await chains.client(network).readContract({
      address: chains.contract(network, 'ChainlinkConversionPath'),
      abi: conversionAbi,
      functionName: 'getConversion',
      args: [amount, path],
    })
    return result
  }

  it('USD converts to USDC one to one, EUR via USD at 1.10, and the native coin at 2500', async () => {
    const token = chains.token(network, usdc).address
    expect(await convert(HUNDRED, [hash('USD'), token])).toBe(parseUnits('100', 6))
    expect(await convert(HUNDRED, [hash('EUR'), hash('USD'), token])).toBe(parseUnits('110', 6))
    expect(await convert(HUNDRED, [hash('USD'), native()])).toBe(parseEther('0.04'))
  })

  it('conversion returns the rate scaled by 1e18, with a fresh timestamp', async () => {
    const client = chains.client(network)
    const [rate, oldest, scale] = await client.readContract({
      address: chains.contract(network, 'ChainlinkConversionPath'),
      abi: conversionAbi,
      functionName: 'getRate',
      args: [[hash('USD'), chains.token(network, usdc).address]],
    })
    // One base unit of USD (8 decimals) is 0.01 base unit of USDC (6 decimals).
    expect(rate).toBe(10n ** 16n)
    expect(scale).toBe(10n ** 18n)
    const { timestamp } = await client.getBlock()
    expect(oldest).toBeGreaterThanOrEqual(timestamp)
  })

  it('conversion rejects a path without a feed', async () => {
    await expect(convert(HUNDRED, [hash('JPY'), hash('GBP')])).rejects.toThrow(
      'No aggregator found',
    )
  })

  it('conversion pays 100 USD in USDC through Erc20ConversionProxy', async () => {
    const proxy = chains.contract(network, 'Erc20ConversionProxy')
    const token = chains.token(network, usdc).address
    const wallet = chains.wallet(network, 2)
    const balance = (owner: `0x${string}`) =>
      wallet.readContract({
        address: token,
        abi: testTokenAbi,
        functionName: 'balanceOf',
        args: [owner],
      })

    await wallet.writeContractSync({
      address: token,
      abi: testTokenAbi,
      functionName: 'approve',
      args: [proxy, parseUnits('102', 6)],
    })
    await wallet.writeContractSync({
      address: proxy,
      abi: conversionAbi,
      functionName: 'transferFromWithReferenceAndFee',
      args: [
        PAYEE,
        HUNDRED,
        [hash('USD'), token],
        REFERENCE,
        1_00000000n,
        FEE_TAKER,
        parseUnits('102', 6),
        60n,
      ],
    })

    expect(await balance(PAYEE)).toBe(parseUnits('100', 6))
    expect(await balance(FEE_TAKER)).toBe(parseUnits('1', 6))
  })

  it('conversion pays 100 USD in the native coin through EthConversionProxy and refunds the remainder', async () => {
    const wallet = chains.wallet(network, 2)
    const { address } = wallet.account
    const before = await wallet.getBalance({ address })
    const receipt = await wallet.writeContractSync({
      address: chains.contract(network, 'EthConversionProxy'),
      abi: conversionAbi,
      functionName: 'transferWithReferenceAndFee',
      args: [PAYEE, HUNDRED, [hash('USD'), native()], REFERENCE, 0n, FEE_TAKER, 0n],
      value: parseEther('1'),
    })

    expect(await wallet.getBalance({ address: PAYEE })).toBe(parseEther('0.04'))
    const gas = receipt.gasUsed * receipt.effectiveGasPrice
    expect(before - (await wallet.getBalance({ address }))).toBe(parseEther('0.04') + gas)
  })

  it('conversion uses a changed feed, and rejects an outdated feed', async () => {
    const token = chains.token(network, usdc).address
    const feed = priceFeeds(getNetwork(network)).find(({ name }) => name === `${usdc}/USD`)
    const address = feed?.address ?? '0x'
    const wallet = chains.wallet(network, 2)
    const set = (functionName: 'setAnswer' | 'setUpdatedAt', value: bigint) =>
      wallet.writeContractSync({ address, abi: mockAggregatorAbi, functionName, args: [value] })

    await set('setAnswer', 50000000n)
    expect(await convert(HUNDRED, [hash('USD'), token])).toBe(parseUnits('200', 6))
    await set('setAnswer', 1_00000000n)
    await set('setUpdatedAt', 1_000_000n)
    await expect(
      wallet.simulateContract({
        address: chains.contract(network, 'Erc20ConversionProxy'),
        abi: conversionAbi,
        functionName: 'transferFromWithReferenceAndFee',
        args: [
          PAYEE,
          HUNDRED,
          [hash('USD'), token],
          REFERENCE,
          0n,
          FEE_TAKER,
          parseUnits('102', 6),
          60n,
        ],
      }),
    ).rejects.toThrow('aggregator rate is outdated')
    await set('setUpdatedAt', 0n)
  })
})
