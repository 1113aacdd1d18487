import { type Address, type Hex, parseAbi } from 'viem'

/** The ABI of DevnetBridge: the payer's `deposit`, the relayer's functions, the views and the events. */
export const bridgeAbi = parseAbi([
  'struct Delivery { address token; uint256 amount; address fallbackAddress; address target; address spender; uint256 gasLimit; bytes callData; }',
  'struct Order { bytes32 quoteId; address token; uint256 amount; uint256 toChainId; uint256 deadline; Delivery delivery; }',
  'function deposit(Order order) returns (bytes32 depositId)',
  'function fill(bytes32 depositId, Delivery delivery)',
  'function refund(bytes32 depositId)',
  'function locked(bytes32 depositId) view returns (address sender, address token, uint256 amount)',
  'function isFilled(bytes32 depositId) view returns (bool)',
  'function relayer() view returns (address)',
  'function executor() view returns (address)',
  'event Deposited(bytes32 indexed depositId, address indexed sender, Order order)',
  'event Filled(bytes32 indexed depositId, address token, uint256 amount, bool isCallDone, uint256 toFallback)',
  'event Refunded(bytes32 indexed depositId, address indexed sender, address token, uint256 amount)',
  'error QuoteExpired(uint256 deadline)',
  'error OnlyRelayer()',
  'error AlreadyFilled(bytes32 depositId)',
  'error NothingLocked(bytes32 depositId)',
])

/** The delivery on the destination chain. Amounts are base units; a zero `target` means no call. */
export type BridgeDelivery = {
  token: Address
  amount: bigint
  /** Receives the tokens that the call does not use: all of them if there is no call or the call fails. */
  fallbackAddress: Address
  target: Address
  /** The address that may spend `amount` during the call; zero for none. */
  spender: Address
  gasLimit: bigint
  callData: Hex
}

/** A transfer that the payer's transaction orders. */
export type BridgeOrder = {
  quoteId: Hex
  token: Address
  amount: bigint
  toChainId: bigint
  /** The last second, in the source chain's time, at which the bridge accepts the order. */
  deadline: bigint
  delivery: BridgeDelivery
}
