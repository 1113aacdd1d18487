export { BRIDGE_SELECTORS, DESTINATION_CALL_GAS } from './abi.ts'
export { decodeDeposit } from './decodeDeposit.ts'
export { type Delivery, type DepositOrder, encodeDeposit } from './encodeDeposit.ts'
