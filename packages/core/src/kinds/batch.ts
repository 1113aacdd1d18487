import { z } from 'zod'
import { encodeDirectBatch } from '../evm/index.ts'
import type { Network } from '../networks/network.ts'
import { batchFeeAddress } from '../routing/index.ts'
import type { Step } from '../step.ts'
import { type ApprovalNeed, approvalSteps } from './approvalSteps.ts'
import {
  assertPayable,
  defineKind,
  InvalidTermsError,
  type PaymentTerms,
  paymentTermsSchema,
  requireContract,
} from './kind.ts'
import { settleDirect } from './settleDirect.ts'

/** The most payments of one batch: what fits in one transaction on every network, and the API's own limit. */
export const MAX_BATCH_ITEMS = 200

/**
 * Several payments in one transaction through BatchConversionPayments, all made or none: tokens first, then the native
 * coin, each in the order given. One approval a token covers all its payments and fees. The contract's own fee is taken
 * to be 0, as it is deployed.
 *
 * The `pay` step has no single token: `token` is null, and `amountUnits` is the native amount that it sends.
 *
 * `steps` throws InvalidTermsError (no or too many payments, another network's, the same payment twice),
 * MixedFeeAddressesError, ContractNotDeployedError, FeeWithoutAddressError, InvalidAddressError or MalformedValueError.
 */
export const batch = defineKind<readonly PaymentTerms[]>({
  id: 'batch',
  terms: z.array(paymentTermsSchema).min(1).max(MAX_BATCH_ITEMS),
  steps: (network, terms, payer) => {
    assertBatch(network, terms)
    const contract = requireContract(network, 'BatchConversionPayments')
    const transaction = encodeDirectBatch({
      contract,
      nativeHash: network.nativeCurrency.hash,
      items: terms,
      feeAddress: batchFeeAddress(terms),
    })
    const approvals = approvalNeeds(terms, contract).flatMap((need) =>
      approvalSteps(network, need, payer),
    )
    const pay: Step = {
      kind: 'pay',
      transaction,
      token: null,
      spender: contract,
      amountUnits: transaction.value,
    }
    return [...approvals, pay]
  },
  settle: settleDirect,
})

function assertBatch(network: Network, terms: readonly PaymentTerms[]): void {
  if (terms.length === 0) throw new InvalidTermsError('a batch needs at least one payment')
  if (terms.length > MAX_BATCH_ITEMS)
    throw new InvalidTermsError(`a batch takes at most ${MAX_BATCH_ITEMS} payments`)
  const seen = new Set<string>()
  for (const item of terms) {
    assertPayable(network, item)
    const key = `${item.payee}:${item.paymentReference}`.toLowerCase()
    if (seen.has(key)) throw new InvalidTermsError('a batch holds the same payment twice')
    seen.add(key)
  }
}

/** One need a token, in the order in which the tokens first appear. */
function approvalNeeds(terms: readonly PaymentTerms[], spender: string): ApprovalNeed[] {
  const needs = new Map<string, ApprovalNeed>()
  for (const { token, amountUnits, feeUnits } of terms) {
    if (token === null) continue
    const key = token.toLowerCase()
    const soFar = needs.get(key) ?? { token, spender, neededUnits: 0n }
    needs.set(key, { ...soFar, neededUnits: soFar.neededUnits + amountUnits + feeUnits })
  }
  return [...needs.values()]
}
