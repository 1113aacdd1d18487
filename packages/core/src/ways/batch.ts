import { batchPayStep } from '../evm/index.ts'
import { batchFeeAddress, tokenNeeds } from '../routing/index.ts'
import { type Expectation, verifyCalldata } from '../verify/index.ts'
import { approvalSteps } from './approvalSteps.ts'
import { direct } from './direct.ts'
import type { BatchPlan } from './plan.ts'
import { describeRequest } from './requestWays.ts'
import { settlePayment } from './settlePayment.ts'
import { assertPayable, defineWay, type PaymentTerms, type Way } from './way.ts'

/**
 * Several payments in one atomic transaction through BatchConversionPayments: conversions to tokens, tokens, the native coin, and
 * conversions to it, each in the given order. One approval per token covers all its payments and fees, including the contract's own.
 *
 * `steps` throws InvalidTermsError, InvalidBatchError (no or too many payments, the same payment twice),
 * MixedFeeAddressesError, ContractNotDeployedError, FeeWithoutAddressError, InvalidAddressError or MalformedValueError.
 */
export const batch: Way<BatchPlan, readonly PaymentTerms[], readonly PaymentTerms[], Expectation> =
  defineWay({
    id: 'batch',
    terms: (_plan, items) => items,
    steps: (network, terms, payer, batchFee) => {
      for (const item of terms) assertPayable(network, item)
      const pay = batchPayStep(network, terms, batchFeeAddress(terms), batchFee)
      return [...approvalSteps(network, tokenNeeds(terms, batchFee), pay, payer), pay]
    },
    verify: verifyCalldata,
    settle: settlePayment,
    describe: ({ items }) => ({
      ...direct.describe({ way: 'direct' }),
      itemsGas: items.reduce((sum, item) => sum + describeRequest(item).itemsGas, 0n),
      bridging: 'impossible',
      isBatchable: false,
    }),
  })
