import { encodeErc20Payment, encodeNativePayment, ZERO_ADDRESS } from '../evm/index.ts'
import type { Network } from '../networks/network.ts'
import type { Step } from '../step.ts'
import { approvalSteps } from './approvalSteps.ts'
import {
  assertPayable,
  defineKind,
  type PayerState,
  type PaymentTerms,
  paymentTermsSchema,
  requireContract,
} from './kind.ts'
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
    if (terms.token === null) return [nativeStep(network, terms)]
    return erc20Steps(network, { ...terms, token: terms.token }, payer)
  },
  settle: settleDirect,
})

function nativeStep(network: Network, terms: PaymentTerms): Step {
  const transaction = encodeNativePayment({
    proxy: requireContract(network, 'EthereumFeeProxy'),
    payee: terms.payee,
    amountUnits: terms.amountUnits,
    paymentReference: terms.paymentReference,
    feeUnits: terms.feeUnits,
    feeAddress: terms.feeAddress ?? ZERO_ADDRESS,
  })
  return { kind: 'pay', transaction, token: null, spender: null, amountUnits: transaction.value }
}

function erc20Steps(
  network: Network,
  terms: PaymentTerms & { token: string },
  payer: PayerState,
): Step[] {
  const proxy = requireContract(network, 'ERC20FeeProxy')
  const { token } = terms
  const neededUnits = terms.amountUnits + terms.feeUnits
  const transaction = encodeErc20Payment({
    proxy,
    token,
    payee: terms.payee,
    amountUnits: terms.amountUnits,
    paymentReference: terms.paymentReference,
    feeUnits: terms.feeUnits,
    feeAddress: terms.feeAddress ?? ZERO_ADDRESS,
  })
  const pay: Step = { kind: 'pay', transaction, token, spender: proxy, amountUnits: neededUnits }
  return [...approvalSteps(network, { token, spender: proxy, neededUnits }, payer), pay]
}
