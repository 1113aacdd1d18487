import type { Hex } from '../hex.ts'

/** Selectors of the calls that this library encodes or decodes. The tests derive each from its signature. */
export const SELECTORS = {
  /** `approve(address spender, uint256 amount)` */
  approve: '0x095ea7b3',
  /** `transferFromWithReferenceAndFee(address token, address to, uint256 amount, bytes ref, uint256 fee, address feeAddress)` */
  erc20Payment: '0xc219a14d',
  /** `transferWithReferenceAndFee(address to, bytes ref, uint256 fee, address feeAddress)` */
  nativePayment: '0xb868980b',
  /** `transferExactEthWithReferenceAndFee(address to, uint256 amount, bytes ref, uint256 fee, address feeAddress)` */
  exactNativePayment: '0xd7c95e98',
  /** `batchPayments((uint256,(address,uint256,address[],bytes,uint256,uint256,uint256)[])[], address[][], address)` */
  batch: '0x92cddb91',
  /** `transferFromWithReferenceAndFee(address to, uint256 requestAmount, address[] path, bytes ref, uint256 fee, address feeAddress, uint256 maxToSpend, uint256 maxRateTimespan)` */
  erc20Conversion: '0x3af2c012',
  /** `transferWithReferenceAndFee(address to, uint256 requestAmount, address[] path, bytes ref, uint256 fee, address feeAddress, uint256 maxRateTimespan)` */
  nativeConversion: '0xac473c8a',
} as const satisfies Record<string, Hex>

/** Selectors of the reads that this library sends to contracts. The tests derive each from its signature. */
export const READ_SELECTORS = {
  /** ChainlinkConversionPath: `getRate(address[] path)` */
  getRate: '0x97edd4fa',
  /** Both conversion proxies: `chainlinkConversionPath()` */
  conversionPathOf: '0x946647f1',
  /** BatchConversionPayments: `batchFee()` */
  batchFee: '0xf8b823e4',
  /** BatchConversionPayments: `batchFeeAmountUSDLimit()` */
  batchFeeLimit: '0x2fae95bf',
} as const satisfies Record<string, Hex>

/** First topics of the events that this library reads. The tests derive each from its signature. */
export const TOPICS = {
  /** ERC20FeeProxy: `TransferWithReferenceAndFee(address,address,uint256,bytes indexed,uint256,address)` */
  erc20Payment: '0x9f16cbcc523c67a60c450e5ffe4f3b7b6dbe772e7abcadb2686ce029a9a0a2b6',
  /** EthereumFeeProxy: `TransferWithReferenceAndFee(address,uint256,bytes indexed,uint256,address)` */
  nativePayment: '0xa1c241e337c4610a9d0f881111e977e9dc8690c85fe2108897bb1483c66e6a96',
  /** Both conversion proxies: `TransferWithConversionAndReference(uint256,address,bytes indexed,uint256,uint256)` */
  conversion: '0x96d0d1d75923f40b50f6fe74613b2c23239149607848fbca3941fee7ac041cdc',
  /** ERC-20: `Transfer(address indexed,address indexed,uint256)` */
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  /** ERC-20: `Approval(address indexed,address indexed,uint256)` */
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
} as const satisfies Record<string, Hex>

/** The first topics that a watcher requests from a node: the payment events of fee proxies and conversion proxies. */
export const PAYMENT_TOPICS: readonly Hex[] = [
  TOPICS.erc20Payment,
  TOPICS.nativePayment,
  TOPICS.conversion,
]
