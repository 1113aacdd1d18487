import { parseAbi } from 'viem'

/** The deployed contracts' ABIs, as their sources declare them. viem parses them, so that they do not depend on this project's code. */
export const erc20FeeProxyAbi = parseAbi([
  'function transferFromWithReferenceAndFee(address tokenAddress, address to, uint256 amount, bytes paymentReference, uint256 feeAmount, address feeAddress)',
  'event TransferWithReferenceAndFee(address tokenAddress, address to, uint256 amount, bytes indexed paymentReference, uint256 feeAmount, address feeAddress)',
])

export const ethereumFeeProxyAbi = parseAbi([
  'function transferWithReferenceAndFee(address to, bytes paymentReference, uint256 feeAmount, address feeAddress) payable',
  'event TransferWithReferenceAndFee(address to, uint256 amount, bytes indexed paymentReference, uint256 feeAmount, address feeAddress)',
])

export const conversionAbi = parseAbi([
  'function getRate(address[] path) view returns (uint256 rate, uint256 oldestTimestamp, uint256 decimals)',
  'function getConversion(uint256 amountIn, address[] path) view returns (uint256 result, uint256 oldestRateTimestamp)',
  'function transferFromWithReferenceAndFee(address to, uint256 requestAmount, address[] path, bytes paymentReference, uint256 feeAmount, address feeAddress, uint256 maxToSpend, uint256 maxRateTimespan)',
  'function transferWithReferenceAndFee(address to, uint256 requestAmount, address[] path, bytes paymentReference, uint256 feeAmount, address feeAddress, uint256 maxRateTimespan) payable',
])

export const batchAbi = parseAbi([
  'struct RequestDetail { address recipient; uint256 requestAmount; address[] path; bytes paymentReference; uint256 feeAmount; uint256 maxToSpend; uint256 maxRateTimespan; }',
  'struct MetaDetail { uint256 paymentNetworkId; RequestDetail[] requestDetails; }',
  'function batchPayments(MetaDetail[] metaDetails, address[][] pathsToUSD, address feeAddress) payable',
  'function batchFee() view returns (uint16)',
  'function batchFeeAmountUSDLimit() view returns (uint64)',
  'function owner() view returns (address)',
])

export const forwarderFactoryAbi = parseAbi([
  'function createEthereumSingleRequestProxy(address payee, bytes paymentReference, address feeAddress, uint256 feeAmount) returns (address)',
  'event EthereumSingleRequestProxyCreated(address proxyAddress, address payee, bytes indexed paymentReference, address feeAddress, uint256 feeAmount, address feeProxyUsed)',
])
