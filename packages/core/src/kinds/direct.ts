import { payStep } from '../evm/index.ts'
import { tokenNeeds } from '../routing/index.ts'
import { approvalSteps } from './approvalSteps.ts'
import { assertPayable, defineKind, type PaymentTerms, paymentTermsSchema } from './kind.ts'
import { settleDirect } from './settleDirect.ts'

/**
 * One payment through ERC20FeeProxy or EthereumFeeProxy, in the currency that the payee asked for.
 *
 * `steps` throws InvalidTermsError, ContractNotDeployedError, FeeWithoutAddressError, InvalidAddressError or
 * MalformedValueError when the terms cannot be paid on the network.
 */
export const direct = defineKind<PaymentTerms>({
  id: 'direct',
  terms: paymentTermsSchema,
  steps: (network, terms, payer) => {
    assertPayable(network, terms)
    const pay = payStep(network, terms)
    return [...approvalSteps(network, tokenNeeds([terms]), pay, payer), pay]
  },
  settle: settleDirect,
})
