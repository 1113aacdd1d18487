import type { Hex } from 'viem'

/** First four bytes of the calls of bridges whose encoding is known here. The tests derive each from its signature. */
export const BRIDGE_SELECTORS = {
  /** DevnetBridge: `deposit((bytes32 quoteId, address token, uint256 amount, uint256 toChainId, uint256 deadline, (address token, uint256 amount, address fallbackAddress, address target, address spender, uint256 gasLimit, bytes callData) delivery) order)` */
  deposit: '0x624b284e',
} as const satisfies Record<string, Hex>

/**
 * Gas of the payment that a bridge makes on arrival. It is part of what a payer verifies: with less the payment would fail
 * and the payee be paid without it, with much more nobody could afford to deliver. Measured at up to 110,000 with cold
 * storage of USDT on Ethereum; what is not used is not paid for.
 */
export const DESTINATION_CALL_GAS = 200_000n
