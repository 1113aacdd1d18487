import { encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from 'viem'

type Hex = `0x${string}`

/** DevnetBridge as its Solidity source declares it, for viem's encoding; core's codec does not use it. */
export const devnetBridgeAbi = parseAbi([
  'struct Delivery { address token; uint256 amount; address fallbackAddress; address target; address spender; uint256 gasLimit; bytes callData; }',
  'struct Order { bytes32 quoteId; address token; uint256 amount; uint256 toChainId; uint256 deadline; Delivery delivery; }',
  'function deposit(Order order) returns (bytes32 depositId)',
  'function fill(bytes32 depositId, Delivery delivery)',
])

/** The members of Solidity's `Delivery`. */
export type ViemDelivery = {
  token: Hex
  amount: bigint
  fallbackAddress: Hex
  target: Hex
  spender: Hex
  gasLimit: bigint
  callData: Hex
}

/** The members of Solidity's `Order`. */
export type ViemOrder = {
  quoteId: Hex
  token: Hex
  amount: bigint
  toChainId: bigint
  deadline: bigint
  delivery: ViemDelivery
}

/** viem's encoding of a deposit. */
export const viemDeposit = (order: ViemOrder): Hex =>
  encodeFunctionData({ abi: devnetBridgeAbi, functionName: 'deposit', args: [order] })

/** viem's encoding of the relayer's call. */
export const viemFill = (delivery: ViemDelivery): Hex =>
  encodeFunctionData({
    abi: devnetBridgeAbi,
    functionName: 'fill',
    args: [`0x${'11'.repeat(32)}`, delivery],
  })

/** One of LI.FI's many facets, as its published source declares it: a transfer over Across with a message on arrival. */
const acrossAbi = parseAbi([
  'struct BridgeData { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
  'struct AcrossV4Data { bytes32 receiverAddress; bytes32 refundAddress; bytes32 sendingAssetId; bytes32 receivingAssetId; uint256 outputAmount; uint128 outputAmountMultiplier; bytes32 exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityParameter; bytes message; }',
  'function startBridgeTokensViaAcrossV4(BridgeData bridgeData, AcrossV4Data acrossData) payable',
])

/** The message to LI.FI's receiver on the destination chain. */
const messageParameters = parseAbiParameters([
  'bytes32 transactionId, SwapData[] swaps, address receiver',
  'struct SwapData { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }',
])

/** A transfer over LI.FI; without `callData` no contract is called on arrival. */
export type LifiTransfer = {
  fromToken: Hex
  fromUnits: bigint
  toToken: Hex
  toUnits: bigint
  toChainId: bigint
  fallbackAddress: Hex
  target: Hex
  callData: Hex | null
}

const RECEIVER: Hex = '0x00000000000000000000000000000000000000aa'
const TRANSFER_ID: Hex = `0x${'2b'.repeat(32)}`

/** Encodes, with viem, calldata for a transfer over Across through LI.FI's Diamond. */
export function viemLifi(transfer: LifiTransfer): Hex {
  const { fromToken, fromUnits, toToken, toUnits, toChainId, fallbackAddress } = transfer
  const message = lifiMessage(transfer)
  const bridgeData = {
    transactionId: TRANSFER_ID,
    bridge: 'across',
    integrator: 'secure-payment',
    referrer: '0x0000000000000000000000000000000000000000',
    sendingAssetId: fromToken,
    receiver: message === '0x' ? fallbackAddress : RECEIVER,
    minAmount: fromUnits,
    destinationChainId: toChainId,
    hasSourceSwaps: false,
    hasDestinationCall: message !== '0x',
  } as const
  const acrossData = {
    receiverAddress: bytes32(bridgeData.receiver),
    refundAddress: bytes32(fallbackAddress),
    sendingAssetId: bytes32(fromToken),
    receivingAssetId: bytes32(toToken),
    outputAmount: toUnits,
    outputAmountMultiplier: 10n ** 18n,
    exclusiveRelayer: bytes32('0x0000000000000000000000000000000000000000'),
    quoteTimestamp: 1_793_606_400,
    fillDeadline: 1_793_620_800,
    exclusivityParameter: 0,
    message,
  } as const
  return encodeFunctionData({
    abi: acrossAbi,
    functionName: 'startBridgeTokensViaAcrossV4',
    args: [bridgeData, acrossData],
  })
}

function lifiMessage({ toToken, toUnits, fallbackAddress, target, callData }: LifiTransfer): Hex {
  if (callData === null) return '0x'
  const swap = {
    callTo: target,
    approveTo: target,
    sendingAssetId: toToken,
    receivingAssetId: toToken,
    fromAmount: toUnits,
    callData,
    requiresDeposit: true,
  } as const
  return encodeAbiParameters(messageParameters, [TRANSFER_ID, [swap], fallbackAddress])
}

function bytes32(address: Hex): Hex {
  return `0x${address.slice(2).padStart(64, '0')}`
}
