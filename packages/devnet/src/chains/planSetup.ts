import { getCurrency, type Network } from '@secure-payment/core/networks'
import { type Address, encodeFunctionData, getAddress, type Hex } from 'viem'
import { setupAbi, testTokenAbi } from './abis.ts'
import { accounts } from './accounts.ts'
import { multicall3 } from './planContracts.ts'
import { priceFeeds } from './priceFeeds.ts'

/** A transaction that the administrator sends to a placed contract. */
export type SetupCall = { name: string; to: Address; data: Hex }

/** The number of whole tokens that each account and the bridge receive, per kind of token. */
const TOKENS_PER_ACCOUNT = 1_000_000n
/** The cap of the batch fee in US dollars with 8 decimals, as in Request Network's own set-up. */
const BATCH_FEE_LIMIT = 150_00000000n

/**
 * Plans the calls that make the placed contracts usable. The calls fund the accounts and the bridge with tokens, connect the price feeds,
 * and configure the batch contract.
 */
export function planSetup(network: Network): SetupCall[] {
  return [...fundAccounts(network), ...connectFeeds(network), ...configureBatch(network)]
}

function fundAccounts(network: Network): SetupCall[] {
  const { LiFiDiamond } = network.contracts
  const owners = accounts.map(({ address }) => address)
  if (LiFiDiamond) owners.push(getAddress(LiFiDiamond.address))
  return network.tokens.map((token) => {
    const amount = TOKENS_PER_ACCOUNT * 10n ** BigInt(token.decimals)
    const target = getAddress(token.address)
    const mint = (owner: Address) =>
      encodeFunctionData({ abi: testTokenAbi, functionName: 'mint', args: [owner, amount] })
    const calls = owners.map((owner) => ({
      target,
      allowFailure: false,
      callData: mint(owner),
    }))
    return {
      name: `Funding ${token.symbol}`,
      to: multicall3(network),
      data: encodeFunctionData({ abi: setupAbi, functionName: 'aggregate3', args: [calls] }),
    }
  })
}

function connectFeeds(network: Network): SetupCall[] {
  const contract = network.contracts.ChainlinkConversionPath
  if (!contract) return []
  const feeds = priceFeeds(network)
  const data = encodeFunctionData({
    abi: setupAbi,
    functionName: 'updateAggregatorsList',
    args: [
      feeds.map((feed) => feed.input),
      feeds.map((feed) => feed.output),
      feeds.map((feed) => feed.address),
    ],
  })
  return [{ name: 'Connecting the price feeds', to: getAddress(contract.address), data }]
}

function configureBatch(network: Network): SetupCall[] {
  const contract = network.contracts.BatchConversionPayments
  if (!contract) return []
  const to = getAddress(contract.address)
  const native = getAddress(network.nativeCurrency.hash.toLowerCase())
  const usd = getAddress(getCurrency('USD').currency.hash.toLowerCase())
  const name = 'Configuring the batch contract'
  return [
    encodeFunctionData({ abi: setupAbi, functionName: 'setBatchFee', args: [0] }),
    encodeFunctionData({
      abi: setupAbi,
      functionName: 'setBatchFeeAmountUSDLimit',
      args: [BATCH_FEE_LIMIT],
    }),
    encodeFunctionData({
      abi: setupAbi,
      functionName: 'setNativeAndUSDAddress',
      args: [native, usd],
    }),
  ].map((data) => ({ name, to, data }))
}
