import { getCurrency, type Network } from '@secure-payment/core/networks'
import { decodeFunctionData, encodeFunctionResult, type Hex, isAddressEqual, parseAbi } from 'viem'
import type { MockBlock } from './mockChain.ts'

/** A rate as ChainlinkConversionPath returns it. */
type MockRate = { rate: bigint; oldestTimestampS: bigint }

/** The conversion contracts of a mock chain: the rates differ per block, even between the two sides of a fork. */
export type MockRates = {
  /** Returns the rate along a path in a block; in every second block the rate is {@link OLD_S} old. */
  at(block: MockBlock, path: readonly string[]): MockRate
  /** Handles a call to the contracts, including Multicall3; `null` means a revert. */
  call(block: MockBlock, to: Hex, data: Hex): Hex | null
}

/** The age of old rates; all other rates have the time of their block. */
export const OLD_S = 7_200n

const ABI = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) payable returns (Result[])',
  'function chainlinkConversionPath() view returns (address)',
  'function getRate(address[] path) view returns (uint256 rate, uint256 oldestRateTimestamp, uint256 decimals)',
])

/** Units of the payment currency for a hundred-millionth of a dollar, times 10^18, by the payment currency's decimals. */
const DOLLAR_RATES: Record<number, bigint> = { 6: 10n ** 16n, 18: 10n ** 28n }
/** A coin's price in dollars; a token costs one dollar. */
const COIN_DOLLARS = 2_500n
/** Dollars per unit, in ten-thousandths. */
const FIATS: Record<string, bigint> = { USD: 10_000n, EUR: 11_000n, JPY: 67n }

/** Creates a network's contracts; by default its tokens are worth a dollar, plus or minus two thousandths. */
export function createMockRates(
  network: Network,
  at: MockRates['at'] = createWhimsicalRates(network),
): MockRates {
  const { Multicall3, ChainlinkConversionPath, Erc20ConversionProxy, EthConversionProxy } =
    network.contracts
  const is = (to: Hex, contract: { address: string } | undefined) =>
    contract !== undefined && isAddressEqual(to, asHex(contract.address))

  function call(block: MockBlock, to: Hex, data: Hex): Hex | null {
    const asked = decodeFunctionData({ abi: ABI, data })
    if (asked.functionName === 'aggregate3' && is(to, Multicall3)) {
      const result = asked.args[0].map(({ target, callData }) => {
        const returnData = call(block, target, callData)
        return { success: returnData !== null, returnData: returnData ?? '0x' }
      })
      return encodeFunctionResult({ abi: ABI, functionName: 'aggregate3', result })
    }
    if (asked.functionName === 'getRate' && is(to, ChainlinkConversionPath)) {
      const { rate, oldestTimestampS } = at(block, asked.args[0])
      return encodeFunctionResult({
        abi: ABI,
        functionName: 'getRate',
        result: [rate, oldestTimestampS, 10n ** 18n],
      })
    }
    const isProxy = is(to, Erc20ConversionProxy) || is(to, EthConversionProxy)
    if (asked.functionName === 'chainlinkConversionPath' && isProxy && ChainlinkConversionPath) {
      return encodeFunctionResult({
        abi: ABI,
        functionName: 'chainlinkConversionPath',
        result: asHex(ChainlinkConversionPath.address),
      })
    }
    return null
  }

  return { at, call }
}

function createWhimsicalRates(network: Network): MockRates['at'] {
  const fiats = new Map(
    Object.entries(FIATS).map(([code, worth]) => [hashOf(getCurrency(code).currency.hash), worth]),
  )
  return (block, path) => {
    const last = hashOf(path.at(-1) ?? '')
    const token = network.tokens.find(({ address }) => hashOf(address) === last)
    const dollarRate = DOLLAR_RATES[token?.decimals ?? network.nativeCurrency.decimals] ?? 0n
    const perDollar = token === undefined ? dollarRate / COIN_DOLLARS : dollarRate
    const worth = fiats.get(hashOf(path[0] ?? '')) ?? 0n
    const whim = 998n + (BigInt(block.hash) % 5n)
    const isOld = BigInt(block.hash) % 2n === 1n
    const timestampS = BigInt(block.timestampS)
    return {
      rate: (perDollar * worth * whim) / 10_000n / 1_000n,
      oldestTimestampS: isOld ? timestampS - OLD_S : timestampS,
    }
  }
}

function hashOf(text: string): string {
  return text.toLowerCase()
}

function asHex(text: string): Hex {
  return `0x${text.slice(2)}`
}
