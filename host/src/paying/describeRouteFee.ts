import type { PaymentOptions } from '@secure-payment/core/api'
import type { CrosschainOption } from '../crosschain/findOptions.ts'
import { describeFee } from './describeFee.ts'
import { APPROVAL_GAS } from './estimateFee.ts'
import type { PayableRequest } from './payable.ts'
import type { WorthContext } from './readWorth.ts'

/** A network fee in the native coin, with its worth in the invoice currency, and whether the wallet can pay it. */
type RouteFee = Pick<PaymentOptions[string][string], 'networkFee' | 'hasEnoughGas'>

/**
 * Describes the network fee of a payment from another chain: the bridge's estimate for its transaction, and the approval before it.
 * Empty if the bridge returns no estimate.
 */
export async function describeRouteFee(
  context: WorthContext,
  item: PayableRequest,
  { source, quote, nativeUnits, gasPriceUnits }: CrosschainOption,
): Promise<RouteFee> {
  const { network } = source
  const { symbol } = network.nativeCurrency
  const gas = quote.fees.filter(({ kind, included }) => kind === 'gas' && !included)
  if (gas.length === 0 || gas.some((fee) => fee.symbol !== symbol)) return {}
  const units = gas.reduce((sum, fee) => sum + fee.units, APPROVAL_GAS * gasPriceUnits)
  const lackingUnits = units - nativeUnits
  const facts = { feeUnits: units, nativeUnits, lackingUnits }
  return {
    hasEnoughGas: lackingUnits <= 0n,
    networkFee: await describeFee(context, network, item, facts),
  }
}
