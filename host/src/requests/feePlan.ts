import { divide, formatAmount, parseAmount, parsePercent } from '@secure-payment/core'
import type { FeePlanAnswer } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import { FIAT_DECIMALS } from '@secure-payment/core/conversion'
import { getNetwork } from '@secure-payment/core/networks'
import { describeRequest } from '@secure-payment/core/ways'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { usdOf } from '../prices/usdOf.ts'
import { withinMs } from '../withinMs.ts'
import { type Fee, FLOW_BEARER, type StatedFee } from './decideFee.ts'
import type { PlannedRequest } from './planRequest.ts'

/** The parts of a host that value a payment. */
export type PlanFeesContext = Pick<Context, 'prices' | 'rates'>

type Flow = Row<'secure_payments'>['flow']
type Item = Pick<
  PlannedRequest,
  'network' | 'invoiceCurrency' | 'paymentCurrency' | 'amountUnits' | 'fee' | 'plan'
>

/** The maximum time for which a creation waits for a price. */
const DEADLINE_MS = 2_000
/** `parsePercent` scales by 10^18, and one percent is 100 basis points. */
const BPS_DECIMALS = 16

/**
 * Plans the fees of a new payment in US dollars, at the current prices. Null without a fee, without a price, or for items in several
 * currencies. The payment is exact in its own currency, so no calldata depends on the result.
 */
export async function planFees(
  context: PlanFeesContext,
  items: readonly Item[],
  terms: { flow: Flow; fee: Fee | null; stated: StatedFee },
): Promise<FeePlanAnswer | null> {
  return terms.fee === null ? null : previewFees(context, items, terms)
}

/** Plans the fees as `planFees` does; the result has no fees if the payment has none. Null without a price, or for several currencies. */
export async function previewFees(
  context: PlanFeesContext,
  items: readonly Item[],
  { flow, fee, stated }: { flow: Flow; fee: Fee | null; stated: StatedFee },
): Promise<FeePlanAnswer | null> {
  const units = sumUp(items)
  if (units === null) return null
  const { network, currency, grossUnits, feeUnits } = units
  const value = usdOf(context, { network, currency, units: grossUnits })
  const grossUsd = await withinMs(DEADLINE_MS, value)
  if (grossUsd === null) return null
  const feeUsd = divide(grossUsd * feeUnits, grossUnits, 'up')
  const isBorne = fee?.bearer === 'payee'
  const write = (usd: bigint) => formatAmount(usd, FIAT_DECIMALS)
  return {
    version: 1,
    flow,
    defaultFeeBearer: stated.defaultFeeBearer ?? FLOW_BEARER,
    grossAmountUsd: write(grossUsd),
    netRecipientAmountUsd: write(isBorne ? grossUsd - feeUsd : grossUsd),
    payerTotalAmountUsd: write(isBorne ? grossUsd : grossUsd + feeUsd),
    totalFeesUsd: write(feeUsd),
    payeeBorneFeesUsd: write(isBorne ? feeUsd : 0n),
    payerBorneFeesUsd: write(isBorne ? 0n : feeUsd),
    fees: fee === null ? [] : [describeFee(fee, write(feeUsd))],
  }
}

/** Adds up items; null if they settle in several currencies. */
function sumUp(items: readonly Item[]) {
  const [first] = items
  if (first === undefined) return null
  const id = currencyOf(first)
  if (items.some((item) => currencyOf(item) !== id)) return null
  return {
    network: getNetwork(first.network),
    currency: getCurrency(id).currency,
    grossUnits: items.reduce((sum, { amountUnits }) => sum + amountUnits, 0n),
    feeUnits: items.reduce((sum, { fee }) => sum + (fee?.units ?? 0n), 0n),
  }
}

function currencyOf({ plan, paymentCurrency, invoiceCurrency }: Item): string {
  const { settlesIn } = describeRequest(plan)
  return settlesIn === 'payment_currency' ? paymentCurrency : invoiceCurrency
}

function describeFee(fee: Fee, calculatedAmountUsd: string): FeePlanAnswer['fees'][number] {
  const { address } = fee
  return {
    type: 'platform',
    label: 'Platform fee',
    feeBearer: fee.bearer,
    feeBearerSource: fee.bearerSource,
    percentageBps: Number(formatAmount(parsePercent(fee.percentage), BPS_DECIMALS)),
    capUsd: null,
    fixedAmountUsd: null,
    calculatedAmountUsd,
    destinationResolver: 'address',
    destinationRef: address.startsWith('0x') ? { evmAddress: address } : { tronAddress: address },
    configSource: fee.source,
  }
}

/** Writes a fee plan for the column; null without one. */
export function writeFeePlan(plan: FeePlanAnswer | null): string | null {
  return plan === null ? null : JSON.stringify(plan)
}

/** Reads the plan that `writeFeePlan` wrote; null without one. */
export function readFeePlan(json: string | null): FeePlanAnswer | null {
  return json === null ? null : JSON.parse(json)
}

/**
 * Adds up the fee plans of payments that one transaction pays. Null if one of them has no plan, or if they differ in the bearer that their
 * calls stated. The currencies of the payments must be the same.
 */
export function addFeePlans(plans: readonly (FeePlanAnswer | null)[]): FeePlanAnswer | null {
  const known = plans.filter((plan) => plan !== null)
  const [first] = known
  if (first === undefined || known.length < plans.length) return null
  if (known.some((plan) => plan.defaultFeeBearer !== first.defaultFeeBearer)) return null
  const add = (amounts: readonly string[]) =>
    formatAmount(
      amounts.reduce(
        (sum, amount) => sum + parseAmount(amount, FIAT_DECIMALS, { allowZero: true }),
        0n,
      ),
      FIAT_DECIMALS,
    )
  const total = (name: (typeof AMOUNTS)[number]) => add(known.map((plan) => plan[name]))
  const alike = Map.groupBy(
    known.flatMap(({ fees }) => fees),
    ({ calculatedAmountUsd: _, ...fee }) => JSON.stringify(fee),
  )
  return {
    ...first,
    grossAmountUsd: total('grossAmountUsd'),
    netRecipientAmountUsd: total('netRecipientAmountUsd'),
    payerTotalAmountUsd: total('payerTotalAmountUsd'),
    totalFeesUsd: total('totalFeesUsd'),
    payeeBorneFeesUsd: total('payeeBorneFeesUsd'),
    payerBorneFeesUsd: total('payerBorneFeesUsd'),
    fees: [...alike.values()].flatMap((fees) => {
      const [fee] = fees
      const sum = add(fees.map(({ calculatedAmountUsd }) => calculatedAmountUsd))
      return fee === undefined ? [] : [{ ...fee, calculatedAmountUsd: sum }]
    }),
  }
}

const AMOUNTS = [
  'grossAmountUsd',
  'netRecipientAmountUsd',
  'payerTotalAmountUsd',
  'totalFeesUsd',
  'payeeBorneFeesUsd',
  'payerBorneFeesUsd',
] as const

/** Plans the fees of an edited payment again, from its earlier plan; null without an earlier plan, a fee, or a price. */
export async function replanFees(
  context: PlanFeesContext,
  item: Item,
  earlier: FeePlanAnswer | null,
): Promise<FeePlanAnswer | null> {
  const [known] = earlier?.fees ?? []
  if (earlier === null || known === undefined || item.fee === null) return null
  const { percentage, address, bearer } = item.fee
  const sources = { bearerSource: known.feeBearerSource, source: known.configSource }
  const { flow, defaultFeeBearer } = earlier
  const fee = { percentage, address, bearer, ...sources }
  return planFees(context, [item], { flow, fee, stated: { defaultFeeBearer } })
}
