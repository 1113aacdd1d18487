export { batchFeeAddress, type FeeItem, MixedFeeAddressesError } from './batchFeeAddress.ts'
export { type BatchFeeShare, batchFees } from './batchFees.ts'
export { type FeePlan, planFee } from './fees.ts'
export { type TokenNeed, tokenNeeds } from './tokenNeeds.ts'
