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
 * One payment through ERC20FeeProxy or EthereumFeeProxy, in the currency that the payee requested.
 *
 * `steps` throws InvalidTermsError, ContractNotDeployedError, FeeWithoutAddressError, InvalidAddressError or
 * MalformedValueError when the terms cannot be paid on the network.
 */
export const direct = defineKind<PaymentTerms>({
  id: 'direct',
  terms: paymentTermsSchema,
  steps: (network, terms, payer) => {
    assertPayable(network, terms)
    if (isConversion(terms)) throw new InvalidTermsError('they contain a conversion')
    const pay = payStep(network, terms)
    return [...approvalSteps(network, tokenNeeds([terms]), pay, payer), pay]
  },
  settle: settlePayment,
})
