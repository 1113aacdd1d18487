export { PAYMENT_TOPICS, READ_SELECTORS, SELECTORS, TOPICS } from './abi.ts'
export { checksumAddress, isEvmAddress, isSameAddress, ZERO_ADDRESS } from './address.ts'
export { askBatchFee } from './askBatchFee.ts'
export { assertFeeAddress, FeeWithoutAddressError } from './assertFeeAddress.ts'
export {
  assertBatchFee,
  type BatchFee,
  batchFeeUnits,
  MAX_BATCH_FEE_BPS,
  NO_BATCH_FEE,
} from './batchFee.ts'
export { type DecodedCall, decodePaymentCall } from './decodePaymentCall.ts'
export {
  type ConversionClaim,
  decodePaymentLog,
  type PaymentLog,
  type RawLog,
} from './decodePaymentLog.ts'
export { decodePaymentLogs } from './decodePaymentLogs.ts'
export {
  type ApprovalLog,
  decodeApprovalLog,
  decodeTransferLog,
  type TransferLog,
} from './decodeTokenLog.ts'
export { type Approval, encodeApprove } from './encodeApprove.ts'
export {
  BATCH_GROUPS,
  type Batch,
  type BatchGroup,
  type BatchItem,
  encodeBatch,
  type PaymentNetworkId,
} from './encodeBatch.ts'
export { type Erc20Conversion, encodeErc20Conversion } from './encodeErc20Conversion.ts'
export { type Erc20Payment, encodeErc20Payment } from './encodeErc20Payment.ts'
export { encodeNativeConversion, type NativeConversion } from './encodeNativeConversion.ts'
export { encodeNativePayment, type NativePayment } from './encodeNativePayment.ts'
export {
  type BatchPayment,
  type Conversion,
  encodePaymentBatch,
  MAX_BATCH_ITEMS,
  type PaymentBatch,
} from './encodePaymentBatch.ts'
export { hashHex } from './hashHex.ts'
export { InvalidBatchError } from './InvalidBatchError.ts'
export { batchPayStep, type Payment, payStep } from './payStep.ts'
export {
  decodeConversionPathOf,
  decodeRate,
  encodeConversionPathOf,
  encodeGetRate,
} from './rateCalls.ts'
export { ContractNotDeployedError, requireContract } from './requireContract.ts'
export type { BatchCall } from './takeBatch.ts'
