import type { Hex } from '../hex.ts'

/** Selectors of ERC20RecurringPaymentProxy's calls. The tests derive each from its signature. */
export const RECURRING_SELECTORS = {
  /** `triggerRecurringPayment(SchedulePermit permit, bytes signature, uint8 index, bytes paymentReference)` */
  triggerPayment: '0xac7a9e00',
  /** `cancelPermit(SchedulePermit permit)`, which only this project's own contract has. */
  cancelPermit: '0xe40662c5',
  /** `isCancelled(bytes32 digest)`, which only this project's own contract has. */
  isCancelled: '0x9a5d4407',
  /** OpenZeppelin's AccessControl: `hasRole(bytes32 role, address account)` */
  hasRole: '0x91d14854',
} as const satisfies Record<string, Hex>

/** keccak-256 of `RELAYER_ROLE`, the role that may trigger payments. */
export const RELAYER_ROLE: Hex =
  '0xe2b7fb3b832174769106daebcfd6d1970523240dda11281102db9363b83b0dc4'
