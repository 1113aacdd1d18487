import { encodeFunctionData, parseAbi } from 'viem'

/**
 * The contracts' interfaces as their Solidity sources declare them, for viem's encoding; core's codec does not use them.
 */
const abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function transferFromWithReferenceAndFee(address tokenAddress, address to, uint256 amount, bytes paymentReference, uint256 feeAmount, address feeAddress)',
  'function transferWithReferenceAndFee(address to, bytes paymentReference, uint256 feeAmount, address feeAddress) payable',
  'function transferExactEthWithReferenceAndFee(address to, uint256 amount, bytes paymentReference, uint256 feeAmount, address feeAddress) payable',
  'function transferFromWithReferenceAndFee(address to, uint256 requestAmount, address[] path, bytes paymentReference, uint256 feeAmount, address feeAddress, uint256 maxToSpend, uint256 maxRateTimespan)',
  'function transferWithReferenceAndFee(address to, uint256 requestAmount, address[] path, bytes paymentReference, uint256 feeAmount, address feeAddress, uint256 maxRateTimespan) payable',
  'struct RequestDetail { address recipient; uint256 requestAmount; address[] path; bytes paymentReference; uint256 feeAmount; uint256 maxToSpend; uint256 maxRateTimespan; }',
  'struct MetaDetail { uint256 paymentNetworkId; RequestDetail[] requestDetails; }',
  'function batchPayments(MetaDetail[] metaDetails, address[][] pathsToUSD, address feeAddress) payable',
])

/** ERC20FeeProxy's event and the token events. (EthereumFeeProxy's has the same name, so it is separate.) */
export const erc20EventAbi = parseAbi([
  'event TransferWithReferenceAndFee(address tokenAddress, address to, uint256 amount, bytes indexed paymentReference, uint256 feeAmount, address feeAddress)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
])

/** EthereumFeeProxy's event. */
export const nativeEventAbi = parseAbi([
  'event TransferWithReferenceAndFee(address to, uint256 amount, bytes indexed paymentReference, uint256 feeAmount, address feeAddress)',
])

/** The conversion proxies' own event, which follows a fee proxy's event. */
export const conversionEventAbi = parseAbi([
  'event TransferWithConversionAndReference(uint256 amount, address currency, bytes indexed paymentReference, uint256 feeAmount, uint256 maxRateTimespan)',
])

type Hex = `0x${string}`

/** `batchPayments` details of one payment, in the order of the Solidity struct. */
export type Detail = {
  recipient: Hex
  requestAmount: bigint
  path: readonly Hex[]
  paymentReference: Hex
  feeAmount: bigint
  maxToSpend: bigint
  maxRateTimespan: bigint
}

/** `batchPayments` details of one group. */
export type Meta = { paymentNetworkId: bigint; requestDetails: readonly Detail[] }

/** viem's encoding of each call. */
export const viemCall = {
  approve: (...args: readonly [Hex, bigint]) =>
    encodeFunctionData({ abi, functionName: 'approve', args }),
  erc20Payment: (...args: readonly [Hex, Hex, bigint, Hex, bigint, Hex]) =>
    encodeFunctionData({ abi, functionName: 'transferFromWithReferenceAndFee', args }),
  nativePayment: (...args: readonly [Hex, Hex, bigint, Hex]) =>
    encodeFunctionData({ abi, functionName: 'transferWithReferenceAndFee', args }),
  exactNativePayment: (...args: readonly [Hex, bigint, Hex, bigint, Hex]) =>
    encodeFunctionData({ abi, functionName: 'transferExactEthWithReferenceAndFee', args }),
  erc20Conversion: (
    ...args: readonly [Hex, bigint, readonly Hex[], Hex, bigint, Hex, bigint, bigint]
  ) => encodeFunctionData({ abi, functionName: 'transferFromWithReferenceAndFee', args }),
  nativeConversion: (...args: readonly [Hex, bigint, readonly Hex[], Hex, bigint, Hex, bigint]) =>
    encodeFunctionData({ abi, functionName: 'transferWithReferenceAndFee', args }),
  batch: (...args: readonly [readonly Meta[], readonly (readonly Hex[])[], Hex]) =>
    encodeFunctionData({ abi, functionName: 'batchPayments', args }),
}
