export { DESTINATION_CALL_GAS } from '../crosschain/index.ts'
export { CalldataMismatchError, type MismatchReason } from './CalldataMismatchError.ts'
export type { BridgeExpectation } from './expectedTransfer.ts'
export { mostToSend } from './mostToSend.ts'
export { parseWireValue } from './parseWireValue.ts'
export { type VerifiedBridgeCalls, verifyBridgeCalls } from './verifyBridgeCalls.ts'
export {
  type Expectation,
  type ExpectedItem,
  verifyCalldata,
  type WireTransaction,
} from './verifyCalldata.ts'
export { type TronWireTransaction, verifyTronSteps } from './verifyTronSteps.ts'
