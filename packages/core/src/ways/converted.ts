import { payStep } from '../evm/index.ts'
import { tokenNeeds } from '../routing/index.ts'
import { verifyCalldata } from '../verify/index.ts'
import { approvalSteps } from './approvalSteps.ts'
import { direct } from './direct.ts'
import type { ConvertedPlan } from './plan.ts'
import { settlePayment } from './settlePayment.ts'
import {
  assertPayable,
  defineWay,
  InvalidTermsError,
  isConversion,
  type RequestWay,
} from './way.ts'

/**
 * One payment through a conversion proxy. The amount is in the invoice's currency. The contract converts it to the payment currency at the
 * rate of its block, and transfers at most `maxToSpendUnits`, including the fee.
 *
 * `steps` throws InvalidTermsError, ContractNotDeployedError, FeeWithoutAddressError, InvalidAddressError or
 * MalformedValueError when the terms cannot be paid on the network.
 */
export const converted: RequestWay<ConvertedPlan> = defineWay({
  id: 'converted',
  terms: ({ path, maxRateAgeS }, { maxToSpendUnits = 0n, ...facts }) => ({
    ...facts,
    conversion: { path, maxToSpendUnits, maxRateTimespanS: BigInt(maxRateAgeS ?? 0) },
  }),
  steps: (network, terms, payer) => {
    assertPayable(network, terms)
    if (!isConversion(terms)) throw new InvalidTermsError('they contain no conversion')
    const pay = payStep(network, terms)
    return [...approvalSteps(network, tokenNeeds([terms]), pay, payer), pay]
  },
  verify: verifyCalldata,
  settle: settlePayment,
  describe: () => ({
    ...direct.describe({ way: 'direct' }),
    settlesIn: 'invoice_currency',
    pricing: 'chain',
    itemsGas: 160_000n,
    bridging: 'possible',
  }),
})
