export { mockAggregatorAbi, permitAbi, testTokenAbi } from './chains/abis.ts'
export { accounts, type DevnetAccount } from './chains/accounts.ts'
export type { AccountClient, Chain, ChainClient } from './chains/chain.ts'
export type { Chains } from './chains/chains.ts'
export { type PriceFeed, priceFeeds } from './chains/priceFeeds.ts'
export { type ChainsOptions, startChains } from './chains/startChains.ts'
export {
  AnvilMissingError,
  BlockTimeError,
  ChainSetupError,
  NotOnDevnetError,
  RpcError,
  StartError,
  UnsupportedNetworkError,
  WaitTimeoutError,
} from './errors.ts'
export type { Delivery } from './sink/delivery.ts'
export { type Sink, startSink } from './sink/startSink.ts'
