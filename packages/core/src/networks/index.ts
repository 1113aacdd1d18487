export { UnknownContractError, withContracts } from '../withContracts.ts'
export {
  type Currency,
  currencies,
  findCurrency,
  findCurrencyByToken,
  getCurrency,
  type ResolvedCurrency,
} from './currencies.ts'
export { explorerTransactionUrl } from './explorerTransactionUrl.ts'
export {
  type Contract,
  type ContractName,
  contractNames,
  type Deployment,
  defineNetwork,
  type Finality,
  type NativeCurrency,
  type Network,
  type SourceChain,
  type Token,
} from './network.ts'
export { findNetwork, findNetworkByChainId, getNetwork, networks } from './networks.ts'
