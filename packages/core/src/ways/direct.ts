import { payStep } from '../evm/index.ts'
import { tokenNeeds } from '../routing/index.ts'
import { verifyCalldata } from '../verify/index.ts'
import { approvalSteps } from './approvalSteps.ts'
import type { DirectPlan } from './plan.ts'
import { settlePayment } from './settlePayment.ts'
import {
  assertPayable,
  defineWay,
  InvalidTermsError,
  isConversion,
  type RequestWay,
} from './way.ts'

/**
 * One payment through ERC20FeeProxy or EthereumFeeProxy, in the currency that the payee requested.
 *
 * `steps` throws InvalidTermsError, ContractNotDeployedError, FeeWithoutAddressError, InvalidAddressError or
 * MalformedValueError when the terms cannot be paid on the network.
 */
export const direct: RequestWay<DirectPlan> = defineWay({
  id: 'direct',
  terms: (_plan, facts) => facts,
  steps: (network, terms, payer) => {
    assertPayable(network, terms)
    if (isConversion(terms)) throw new InvalidTermsError('they contain a conversion')
    const pay = payStep(network, terms)
    return [...approvalSteps(network, tokenNeeds([terms]), pay, payer), pay]
  },
  verify: verifyCalldata,
  settle: settlePayment,
  describe: () => ({
    settlesIn: 'payment_currency',
    pricing: 'none',
    itemsGas: 75_000n,
    isScheduled: false,
    isCryptoToFiat: false,
    bridging: 'possible',
    isBatchable: true,
  }),
})
