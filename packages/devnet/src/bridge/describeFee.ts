import { divide, formatAmount } from '@secure-payment/core'
import type { BridgedChain, BridgedToken } from './bridgedChain.ts'
import { describeToken } from './describeToken.ts'
import type { LiFiFeeCost } from './lifiTypes.ts'

const FRACTION_DECIMALS = 6

/** Describes the bridge's fee in LI.FI's format: in the source token, included in the source amount. */
export function describeFee(facts: {
  from: Pick<BridgedChain, 'chainId'>
  token: BridgedToken
  fromUnits: bigint
  feeUnits: bigint
}): LiFiFeeCost {
  const { from, token, fromUnits, feeUnits } = facts
  const share = divide(feeUnits * 10n ** BigInt(FRACTION_DECIMALS), fromUnits, 'half_even')
  return {
    name: 'Relayer fee',
    description: 'Kept by the relayer that pays out on the destination chain',
    percentage: formatAmount(share, FRACTION_DECIMALS),
    token: describeToken(token, from.chainId),
    amount: String(feeUnits),
    amountUSD: formatAmount(feeUnits, token.decimals),
    included: true,
  }
}
