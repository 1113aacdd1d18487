import { formatAmount } from '@secure-payment/core'
import type { WalletOption, WalletOptions } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import { convertUnits } from '@secure-payment/core/conversion'
import { getNetwork } from '@secure-payment/core/networks'
import type { Context } from '../context.ts'
import { askChain, takeAnswer } from '../crosschain/askChain.ts'
import { currentQuote, type Quote } from '../quotes/quoteRows.ts'
import { settlementDecimals } from '../settlement/settlementDecimals.ts'
import { atNamedQuote } from './atNamedQuote.ts'
import { describeFee } from './describeFee.ts'
import { estimateFee } from './estimateFee.ts'
import { planOrNull } from './findPaymentOptions.ts'
import { findPermit } from './findPermit.ts'
import { isSponsored } from './findSigned.ts'
import type { StoredItem } from './loadSecurePayment.ts'
import { type Payable, planRemainder, remainingUnits } from './payable.ts'
import type { PlanContext, PlannedSteps } from './planSteps.ts'
import { type Means, NATIVE } from './readMeans.ts'
import { readWorth, type WorthContext } from './readWorth.ts'

type OptionsContext = PlanContext & WorthContext

/** A way to pay, with its current rate; null without a conversion, or if the rate is unknown. */
type Priced = { item: StoredItem; rate: bigint | null }

/** The wallet that pays, the merchant of the payment, and the quotes that replace the rates of contracts, newest first. */
type OptionsPayer = { wallet: string; tenantId: string; quotes: readonly Quote[] }

/** An option with the worth of the wallet's balance, by which options are ordered. */
type Found = { described: WalletOption; worthUnits: bigint }

/**
 * Finds what a wallet can pay with: for each option the balance, the costs and the total. All networks are read at once, with one deadline;
 * the wallet's family decides which options it can pay.
 */
export async function findWalletOptions(
  context: OptionsContext,
  options: readonly Priced[],
  payer: OptionsPayer,
): Promise<Omit<WalletOptions, 'invoiceCurrency' | 'hasBridge'>> {
  const { wallet } = payer
  const family = wallet.startsWith('0x') ? 'evm' : 'tron'
  const isOwnFamily = ({ item }: Priced) => getNetwork(item.network).family === family
  const own = options.filter(isOwnFamily)
  const asked = [...Map.groupBy(own, ({ item }) => item.network)].map(([network, ofNetwork]) => ({
    ofNetwork,
    state: askChain(context, network, () => readOptions(context, ofNetwork, payer)),
  }))
  await Promise.all(asked.map(({ state }) => (state.isAwaited ? state.answer : null)))
  const read = await Promise.all(
    asked.map(
      async ({ ofNetwork, state }) => (await takeAnswer(state)) ?? ofNetwork.map(() => null),
    ),
  )
  const found = read.flat()
  const ordered = asked.flatMap(({ ofNetwork }) => ofNetwork)
  return {
    options: found
      .filter((one) => one !== null)
      .toSorted(byWorth)
      .map(({ described }) => described),
    unavailable: idsOf(ordered.filter((_, index) => found[index] === null)),
    otherWallets: idsOf(options.filter((one) => !isOwnFamily(one))),
  }
}

function idsOf(options: readonly Priced[]): string[] {
  return options.map(({ item }) => item.payment_currency)
}

/** Orders the options that the wallet can pay first, and then by the highest worth. */
function byWorth(a: Found, b: Found): number {
  const payable = Number(b.described.isPayable) - Number(a.described.isPayable)
  return payable || Number(b.worthUnits > a.worthUnits) - Number(b.worthUnits < a.worthUnits)
}

/** Reads one network's options; null if its nodes return none of them. An option without a quote reveals nothing about the nodes. */
async function readOptions(
  context: OptionsContext,
  options: readonly Priced[],
  payer: OptionsPayer,
): Promise<readonly (Found | null)[] | null> {
  const found = await Promise.all(options.map((option) => readOption(context, option, payer)))
  const isSilent = found.every((one) => one === null) && options.some((one) => !needsQuote(one))
  return isSilent ? null : found
}

function needsQuote({ item: { plan } }: Priced): boolean {
  return plan.way === 'quoted' && plan.pricing === 'market'
}

async function readOption(
  context: OptionsContext,
  { item, rate }: Priced,
  payer: OptionsPayer,
): Promise<Found | null> {
  const { wallet, tenantId } = payer
  const payable = planAtQuote(item, payer.quotes, context.now())
  const planned = await planOrNull(context, [payable], wallet)
  if (planned === null || planned.means === null) return null
  const { means } = planned
  const [fee, permit, isPaidFor] = await Promise.all([
    estimateFee(context, { ...planned, means }, { wallet, payables: [payable] }),
    findPermit(context, planned, payer),
    isSponsored(context, planned.network, { payables: [payable], tenantId }),
  ])
  const costs = readCosts(payable, { planned, rate })
  if (costs === null) return null
  const [key, neededUnits] = costs.needed
  const balanceUnits = means.balanceUnits.get(key) ?? 0n
  const { network } = planned
  const native = network.nativeCurrency
  const worthOf = (currency: string, units: bigint) =>
    readWorth(context, network, { item, currency, units })
  const [worth, feeWorth, paymentWorth, networkFee] = await Promise.all([
    worthOf(item.payment_currency, balanceUnits),
    worthOf(native.currencyId, fee.units),
    worthOf(native.currencyId, fee.paymentUnits),
    describeFee(context, network, item, { ...means, feeUnits: fee.units }),
  ])
  const decimals = settlementDecimals(item)
  const inInvoice = (units: bigint | null) =>
    units === null ? null : formatAmount(units, decimals)
  const { currency } = getCurrency(item.payment_currency)
  const due = payable.amountUnits + (payable.fee?.units ?? 0n)
  const missing = listMissing({ key, neededUnits, balanceUnits, means }, item, planned)
  return {
    worthUnits: worth ?? 0n,
    described: {
      option: currency.id,
      balance: formatAmount(balanceUnits, currency.decimals),
      balanceWorth: inInvoice(worth),
      amount: formatAmount(costs.amountUnits, currency.decimals),
      neededAmount: formatAmount(neededUnits, currency.decimals),
      networkFee: {
        ...networkFee,
        ...(permit !== null && {
          withPermit: {
            amount: formatAmount(fee.paymentUnits, native.decimals),
            worth: inInvoice(paymentWorth),
          },
        }),
      },
      total: inInvoice(isPaidFor ? due : feeWorth === null ? null : due + feeWorth),
      isPayable: missing.length === 0,
      missing,
      ...(isPaidFor && { isSponsored: true as const }),
    },
  }
}

/**
 * Returns an option's remainder. If contracts convert the option and the call names a quote in its currency, the remainder is paid at that
 * quote.
 */
function planAtQuote(item: StoredItem, quotes: readonly Quote[], now: Date): Payable {
  const payable = planRemainder(item)
  if (item.plan.way !== 'converted') return payable
  const facts = { invoiceUnits: remainingUnits(item), paymentCurrency: item.payment_currency, now }
  const [priced = payable] = atNamedQuote([payable], currentQuote(quotes, facts)?.id)
  return priced
}

/** Returns the amount with its fee, and the needed balance of its token; null without a rate. */
function readCosts(
  { request, amountUnits, fee }: Payable,
  { planned, rate }: { planned: PlannedSteps; rate: bigint | null },
): { needed: readonly [string, bigint]; amountUnits: bigint } | null {
  const [needed] = planned.neededUnits
  if (needed === undefined) return null
  if (request.plan.way !== 'converted') return { needed, amountUnits: needed[1] }
  if (rate === null) return null
  const units = convertUnits(amountUnits, rate) + convertUnits(fee?.units ?? 0n, rate)
  return { needed, amountUnits: units }
}

/** Lists what the wallet lacks; the network fee counts at its upper bound, which the wallet may require. */
function listMissing(
  facts: { key: string; neededUnits: bigint; balanceUnits: bigint; means: Means },
  item: StoredItem,
  { network }: PlannedSteps,
): WalletOption['missing'] {
  const { key, neededUnits, balanceUnits, means } = facts
  const isNative = key === NATIVE
  const { symbol, currency } = getCurrency(item.payment_currency)
  const { nativeCurrency: native } = network
  const lack = (lacking: bigint, one: { symbol: string; decimals: number }) =>
    lacking <= 0n ? [] : [{ symbol: one.symbol, amount: formatAmount(lacking, one.decimals) }]
  return [
    ...(isNative ? [] : lack(neededUnits - balanceUnits, { symbol, decimals: currency.decimals })),
    ...lack(means.lackingUnits, native),
  ]
}

/** The parts of a host that find a wallet's options. */
export type WalletOptionsContext = OptionsContext & Pick<Context, 'db'>
