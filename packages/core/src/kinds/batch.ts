import { z } from 'zod'
import { batchPayStep, MAX_BATCH_ITEMS } from '../evm/index.ts'
import { batchFeeAddress, tokenNeeds } from '../routing/index.ts'
import { approvalSteps } from './approvalSteps.ts'
import { assertPayable, defineKind, type PaymentTerms, paymentTermsSchema } from './kind.ts'
import { settlePayment } from './settlePayment.ts'

/**
 * Several payments in one atomic transaction through BatchConversionPayments: conversions to tokens first, then tokens, the native coin,
 * and conversions to it, each in the given order. One approval per token covers all its payments and fees, including the contract's own.
 *
 * `steps` throws InvalidTermsError, InvalidBatchError (no or too many payments, the same payment twice),
 * MixedFeeAddressesError, ContractNotDeployedError, FeeWithoutAddressError, InvalidAddressError or MalformedValueError.
 */
export const batch = defineKind<readonly PaymentTerms[]>({
  id: 'batch',
  terms: z.array(paymentTermsSchema).min(1).max(MAX_BATCH_ITEMS),
  steps: (network, terms, payer, batchFee) => {
    for (const item of terms) assertPayable(network, item)
    const pay = batchPayStep(network, terms, batchFeeAddress(terms), batchFee)
    return [...approvalSteps(network, tokenNeeds(terms, batchFee), pay, payer), pay]
  },
  settle: settlePayment,
})
