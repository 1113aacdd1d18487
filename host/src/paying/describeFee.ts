import { formatAmount } from '@secure-payment/core'
import type { WalletOption } from '@secure-payment/core/api'
import type { Network } from '@secure-payment/core/networks'
import { settlementDecimals } from '../settlement/settlementDecimals.ts'
import type { PayableRequest } from './payable.ts'
import { readWorth, type WorthContext } from './readWorth.ts'

/** Amounts of the native coin, in base units. `lackingUnits` is zero or less if the wallet has enough. */
type FeeUnits = { feeUnits: bigint; nativeUnits: bigint; lackingUnits: bigint }

/** Describes a network fee, its worth in the invoice currency of `item` (null without one), and the wallet's means to pay it. */
export async function describeFee(
  context: WorthContext,
  network: Network,
  item: PayableRequest | null,
  { feeUnits, nativeUnits, lackingUnits }: FeeUnits,
): Promise<Omit<WalletOption['networkFee'], 'withPermit'>> {
  const { symbol, decimals, currencyId: currency } = network.nativeCurrency
  const worth =
    item === null ? null : await readWorth(context, network, { item, currency, units: feeUnits })
  return {
    amount: formatAmount(feeUnits, decimals),
    symbol,
    worth: item === null || worth === null ? null : formatAmount(worth, settlementDecimals(item)),
    balance: formatAmount(nativeUnits, decimals),
    ...(lackingUnits > 0n && { missing: formatAmount(lackingUnits, decimals) }),
  }
}
