import { formatAmount, parseAmount } from '@secure-payment/core'
import type { FeeBundleAnswer, SecurePaymentItem } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import { getNetwork } from '@secure-payment/core/networks'
import { describeRequest } from '@secure-payment/core/ways'
import type { Row } from '../db/schema.ts'
import { payeePercentage } from '../requests/feePayments.ts'
import { readFeePlan } from '../requests/feePlan.ts'
import { settlementDecimals } from '../settlement/settlementDecimals.ts'
import type { Payable } from './payable.ts'

type Summary = NonNullable<FeeBundleAnswer['amountSummary']>

/** Describes the fees of the open amounts of a secure payment; null if no fee is left. */
export function describeFeeBundle(
  payables: readonly Payable[],
  { fee_plan }: Pick<Row<'secure_payments'>, 'fee_plan'>,
): FeeBundleAnswer | null {
  const fees = payables.flatMap(describeFee)
  if (fees.length === 0) return null
  return {
    bundleId: null,
    defaultFeeBearer: readFeePlan(fee_plan)?.defaultFeeBearer ?? null,
    amountSummary: sumPayables(payables),
    fees,
  }
}

function describeFee({ request, fee }: Payable): FeeBundleAnswer['fees'] {
  if (fee === null || fee.units === 0n) return []
  const { id, chainId } = getNetwork(request.network)
  return [
    {
      requestId: request.id,
      feeComponentId: null,
      feeType: 'platform',
      feeLabel: 'Platform fee',
      feeBearer: payeePercentage(request) === null ? 'payer' : 'payee',
      amount: formatAmount(fee.units, settlementDecimals(request)),
      paymentCurrencyId: request.payment_currency,
      network: id,
      chainId: String(chainId),
      recipient: fee.address,
    },
  ]
}

function sumPayables(payables: readonly Payable[]): Summary | null {
  const currencies = new Set(payables.map(({ request }) => currencyOf(request)))
  const [first] = payables
  if (first === undefined || currencies.size > 1) return null
  return summarize(
    settlementDecimals(first.request),
    payables.map(({ request, amountUnits, fee }) => {
      const feeUnits = fee?.units ?? 0n
      const isBorne = payeePercentage(request) !== null
      return { statedUnits: isBorne ? amountUnits + feeUnits : amountUnits, feeUnits, isBorne }
    }),
  )
}

function currencyOf({ plan, invoice_currency, payment_currency }: Payable['request']): string {
  const { settlesIn } = describeRequest(plan)
  return getCurrency(settlesIn === 'payment_currency' ? payment_currency : invoice_currency)
    .currency.id
}

/** Adds up items of one currency in a secure payment, whether paid or not. */
export function sumItems(items: readonly SecurePaymentItem[]): Summary {
  const decimals = items[0]?.decimals ?? 0
  const parse = (amount: string) => parseAmount(amount, decimals, { allowZero: true })
  return summarize(
    decimals,
    items.map(({ amount, fee }) => ({
      statedUnits: parse(amount),
      feeUnits: fee === null ? 0n : parse(fee.amount),
      isBorne: fee?.bearer === 'payee',
    })),
  )
}

/** The stated amount of an item and its fee, and whether the payee bears it. */
type Part = { statedUnits: bigint; feeUnits: bigint; isBorne: boolean }

function summarize(decimals: number, parts: readonly Part[]): Summary {
  const gross = parts.reduce((sum, { statedUnits }) => sum + statedUnits, 0n)
  const feesOf = (some: readonly Part[]) => some.reduce((sum, { feeUnits }) => sum + feeUnits, 0n)
  const total = feesOf(parts)
  const borne = feesOf(parts.filter(({ isBorne }) => isBorne))
  const write = (units: bigint) => formatAmount(units, decimals)
  return {
    grossAmount: write(gross),
    netRecipientAmount: write(gross - borne),
    totalFees: write(total),
    payeeBorneFees: write(borne),
    payerBorneFees: write(total - borne),
    payerTotal: write(gross + total - borne),
  }
}
