export { batchFeeAddress, type FeeItem, MixedFeeAddressesError } from './batchFeeAddress.ts'
export { type FeePlan, planFee } from './fees.ts'
