import { devnetTokens } from './devnetTokens.ts'
import { defineNetwork } from './network.ts'

/**
 * The local chain of `npm start` and the tests: anvil's own chain id, with the real contracts' code at addresses fixed here. A small devnet
 * bridge replaces LiFiDiamond. A block counts with 2 blocks on top, so that a person can watch the number of confirmations change.
 */
export const devnet = defineNetwork({
  id: 'devnet',
  chainId: 31_337,
  name: 'Devnet',
  family: 'evm',
  isTestnet: true,
  isLocal: true,
  nativeCurrency: {
    currencyId: 'ETH-devnet',
    aliases: [],
    symbol: 'ETH',
    name: 'Ether',
    decimals: 18,
    hash: '0xf5af88e117747e87fc5929f2ff87221b1447652e',
  },
  tokens: devnetTokens('devnet'),
  contracts: {
    ERC20FeeProxy: {
      address: '0x5eCC000000000000000000000000000000000001',
      version: '0.2.0',
      creationBlock: 0,
    },
    EthereumFeeProxy: {
      address: '0x5ecC000000000000000000000000000000000002',
      version: '0.2.0',
      creationBlock: 0,
    },
    Erc20ConversionProxy: {
      address: '0x5eCc000000000000000000000000000000000003',
      version: '0.1.0',
      creationBlock: 0,
    },
    EthConversionProxy: {
      address: '0x5eCc000000000000000000000000000000000004',
      version: '0.2.0',
      creationBlock: 0,
    },
    ChainlinkConversionPath: {
      address: '0x5eCC000000000000000000000000000000000005',
      version: '0.2.0',
      creationBlock: 0,
    },
    BatchConversionPayments: {
      address: '0x5ECc000000000000000000000000000000000006',
      version: '0.1.0',
      creationBlock: 0,
    },
    ERC20RecurringPaymentProxy: {
      address: '0x5eCc000000000000000000000000000000000008',
      version: '0.1.0',
      creationBlock: 0,
    },
    SingleRequestProxyFactory: {
      address: '0x5EcC000000000000000000000000000000000007',
      version: '0.1.0',
      creationBlock: 0,
    },
    ERC20SignedPayment: {
      address: '0x5ECc00000000000000000000000000000000000a',
      version: '0.1.0',
      creationBlock: 0,
    },
    Permit2: {
      address: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
      version: '1',
      creationBlock: 0,
    },
    Multicall3: {
      address: '0xcA11bde05977b3631167028862bE2a173976CA11',
      version: '3',
      creationBlock: 0,
    },
    LiFiDiamond: {
      address: '0x5ECc000000000000000000000000000000000009',
      version: 'lifi',
      creationBlock: 0,
    },
  },
  finality: { mode: 'depth', depth: 2 },
  blockTimeMs: 1_000,
  maxLogRange: 10_000,
  explorerUrl: null,
  publicRpcUrls: [],
})
