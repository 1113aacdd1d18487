import { payStep } from '../evm/index.ts'
import { tokenNeeds } from '../routing/index.ts'
import { approvalSteps } from './approvalSteps.ts'
import {
  assertPayable,
  defineKind,
  InvalidTermsError,
  isConversion,
  type PaymentTerms,
  paymentTermsSchema,
} from './kind.ts'
import { settlePayment } from './settlePayment.ts'

/**
 * One payment through a conversion proxy. The amount is in the currency of the invoice. The contract converts it to the payment currency
 * at the rate of its block, and transfers at most `maxToSpendUnits`, including the fee.
 *
 * `steps` throws InvalidTermsError, ContractNotDeployedError, FeeWithoutAddressError, InvalidAddressError or
 * MalformedValueError when the terms cannot be paid on the network.
 */
export const conversion = defineKind<PaymentTerms>({
  id: 'conversion',
  terms: paymentTermsSchema,
  steps: (network, terms, payer) => {
    assertPayable(network, terms)
    if (!isConversion(terms)) throw new InvalidTermsError('they contain no conversion')
    const pay = payStep(network, terms)
    return [...approvalSteps(network, tokenNeeds([terms]), pay, payer), pay]
  },
  settle: settlePayment,
})
