import type { Hex } from '../hex.ts'

/** Selectors of the bridge calls whose encoding this code supports. The tests derive each from its signature. */
export const BRIDGE_SELECTORS = {
  /** DevnetBridge: `deposit((bytes32 quoteId, address token, uint256 amount, uint256 toChainId, uint256 deadline, (address token, uint256 amount, address fallbackAddress, address target, address spender, uint256 gasLimit, bytes callData) delivery) order)` */
  deposit: '0x624b284e',
} as const satisfies Record<string, Hex>

/**
 * Gas for the payment that a bridge makes on arrival. The payer verifies it: with less gas the payment would fail, and the payee would
 * receive plain tokens. With much more gas, the delivery would cost too much. The payment used at most 110,000 in measurements with cold
 * storage of USDT on Ethereum; unused gas is free.
 */
export const DESTINATION_CALL_GAS = 200_000n
