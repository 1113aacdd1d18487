export { abiNetwork } from './abiNetwork.ts'
export { buildTronTransaction, type TronBlockRef, type TronCall } from './buildTronTransaction.ts'
export { estimateBandwidth } from './estimateBandwidth.ts'
export { TRON_FEE_LIMITS } from './feeLimits.ts'
export {
  formatTronTransaction,
  type TronRawData,
  type TronTransaction,
} from './formatTronTransaction.ts'
export { fromAbiAddress } from './fromAbiAddress.ts'
export { MalformedTronTransactionError } from './MalformedTronTransactionError.ts'
export { parseTronTransaction } from './parseTronTransaction.ts'
export type { ParsedTronTransaction } from './rawDataCodec.ts'
export { TronTransactionMismatchError } from './TronTransactionMismatchError.ts'
export { toAbiAddress } from './toAbiAddress.ts'
export { type TronExpectation, verifyTronTransaction } from './verifyTronTransaction.ts'
