export { recurringAbi } from '@secure-payment/contracts'
export { type BridgeDelivery, type BridgeOrder, bridgeAbi } from './bridge/bridgeAbi.ts'
export type { RecordedRequest } from './bridge/requestLog.ts'
export { type Bridge, type BridgeOptions, startBridge } from './bridge/startBridge.ts'
export { type BridgeMode, bridgeModes, type Switches } from './bridge/switches.ts'
export { mockAggregatorAbi, permitAbi, testTokenAbi } from './chains/abis.ts'
export {
  accounts,
  BRIDGE_RELAYER_ACCOUNT,
  type DevnetAccount,
  RELAYER_ACCOUNT,
} from './chains/accounts.ts'
export { type AccountClient, type Chain, type ChainClient, createChain } from './chains/chain.ts'
export type { Chains } from './chains/chains.ts'
export { type PriceFeed, priceFeeds } from './chains/priceFeeds.ts'
export { type ChainsOptions, startChains } from './chains/startChains.ts'
export type { DevnetJson } from './devnet/devnetJson.ts'
export { findFreePort } from './devnet/findFreePort.ts'
export { hostFile } from './devnet/hostFile.ts'
export type { RunningHost } from './devnet/runningHost.ts'
export { type Devnet, type DevnetOptions, startDevnet } from './devnet/startDevnet.ts'
export {
  AnvilMissingError,
  BlockTimeError,
  ChainSetupError,
  NotAProcessError,
  NotOnDevnetError,
  RpcError,
  StartError,
  UnsupportedNetworkError,
  WaitTimeoutError,
} from './errors.ts'
export type { SentCallback } from './offramp/createCallbacks.ts'
export type { OfframpRecord, OfframpReport } from './offramp/offrampRecords.ts'
export {
  type OfframpScripts,
  type OfframpSwitches,
  type OfframpSwitchesChange,
  offrampCallbackModes,
  offrampModes,
  scriptOf,
} from './offramp/offrampSwitches.ts'
export type { RecordedCall } from './offramp/serveOfframp.ts'
export { type OfframpOptions, type OfframpProvider, startOfframp } from './offramp/startOfframp.ts'
export {
  type PriceApi,
  type PriceApis,
  type PriceSwitches,
  priceApis,
  startPrices,
} from './prices/startPrices.ts'
export { type Janitor, startJanitor } from './processes/startJanitor.ts'
export { waitForStop } from './processes/waitForStop.ts'
export { publishJson } from './publishJson.ts'
export { readFlags } from './readFlags.ts'
export type { Delivery } from './sink/delivery.ts'
export { type Sink, startSink } from './sink/startSink.ts'
export type { TronNode, TronNodeOptions } from './tron/startTronNode.ts'
export { type TronFailure, type TronSwitches, tronFailures } from './tron/tronSwitches.ts'
