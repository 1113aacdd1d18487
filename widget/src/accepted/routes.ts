import { formatAmount, parseAmount } from '@secure-payment/core'
import { findNetwork } from '@secure-payment/core/networks'
import { mostToSend } from '@secure-payment/core/verify'
import { mapOf, optional, shape, text } from '../answer.ts'
import type { Converter } from '../machine/verifiedPayment.ts'
import type { PaymentItem, PaymentMetadata } from '../paymentMetadata.ts'
import type { AcceptedArrival, BridgeOption, Cost, ListedPayment, PayOption } from '../payOption.ts'
import { atQuote } from '../quotes/atQuote.ts'
import { createQuoter } from '../quotes/createQuoter.ts'
import { parseQuote } from '../quotes/parseQuote.ts'
import { findOmitted } from '../steps/bridgeOptions.ts'
import { allOptions } from '../steps/payOptions.ts'
import { refused, refusing } from '../steps/refusals.ts'
import type { Task } from '../steps/session.ts'
import type { Listed } from './listing.ts'

/** The ways from other chains, those that the wallet can pay first, and the names of the chains that the service omitted. */
type Routes = Pick<PayOption, 'silentChains' | 'slowChains'> & {
  readonly ways: readonly PayOption[]
}

/** The payment's own currency. */
type Own = { readonly listed: Listed; readonly toSign: ListedPayment; readonly item: PaymentItem }

/**
 * Lists the ways to pay from other chains with tokens that the payment does not accept. They deliver the payment's own currency, as if the
 * payment accepted no other currency. None without a price, or if the service does not respond. Throws PaymentRefusedError.
 */
export async function findRoutes(
  task: Task,
  payment: PaymentMetadata,
  own: Own,
  accepted: readonly PayOption[],
): Promise<Routes> {
  const priced = await readPriced(task, payment, own.listed)
  if (priced === null) return { ways: [] }
  const { read, converter } = priced
  const [direct, ...found] = allOptions(atQuote(read), converter)
  if (direct === undefined) return { ways: [] }
  const fees = readFees(read)
  const ways = found
    .filter(({ network, symbol }) => !accepted.some(isFor({ network, symbol })))
    .map((way) => describe(way, { direct, own, payment, fees }))
  const [rich, poor] = [true, false].map((isRich) =>
    ways.filter(({ hasEnoughBalance }) => hasEnoughBalance === isRich),
  )
  return { ways: [...(rich ?? []), ...(poor ?? [])], ...findOmitted(read) }
}

function isFor({ network, symbol }: Pick<PayOption, 'network' | 'symbol'>) {
  return (one: PayOption): boolean => one.network === network && one.symbol === symbol
}

/** Returns the payment, and the price of its own currency. The service offers ways at a market price only once it has a quote. */
async function readPriced(
  { session, signal }: Task,
  payment: PaymentMetadata,
  { option, conversion, quoted }: Listed,
): Promise<{ read: PaymentMetadata; converter: Converter | null } | null> {
  if (quoted?.pricing === 'par') return { read: payment, converter: createQuoter(null) }
  if (quoted === null && conversion === null) return { read: payment, converter: null }
  const { account } = session.state()
  // The signers of a Safe may approve after a quote has expired.
  if (account === null || account.wallet.kind === 'safe') return null
  const wallet = account.address
  const quote = await session.api.quote({ wallet, option, signal })
  if (quote.kind !== 'quote') return null
  const answer = await session.api.metadata({ wallet, option: null, signal })
  if (answer.kind !== 'payment') return null
  return { read: answer.payment, converter: createQuoter(parseQuote(quote.said)) }
}

const fees = shape({
  paymentOptions: mapOf(
    mapOf(
      shape({
        networkFee: optional(shape({ amount: text, symbol: text, worth: optional(text) })),
      }),
    ),
  ),
})
type Fees = ReturnType<typeof fees>['paymentOptions']

/** Returns the network fees, by the service's name for the chain and the token's symbol; they are estimates, for display only. */
function readFees({ raw }: PaymentMetadata): Fees {
  try {
    return fees(raw, '').paymentOptions
  } catch {
    return {}
  }
}

type Facts = {
  readonly direct: PayOption
  readonly own: Own
  readonly payment: PaymentMetadata
  readonly fees: Fees
}

function describe(way: PayOption, facts: Facts): PayOption {
  const { bridge } = way
  if (bridge === undefined) return way
  assertPrice(way, facts.direct)
  return { ...way, bridge: { ...bridge, arrival: describeArrival(way, bridge, facts) } }
}

function describeArrival(way: PayOption, { chain }: BridgeOption, facts: Facts): AcceptedArrival {
  const { own, payment, fees } = facts
  const fee = fees[chain]?.[way.symbol]?.networkFee
  const inInvoice = (amount: string): Cost => ({ symbol: own.item.symbol, amount })
  const worth = fee?.worth ?? null
  return {
    networkFee: fee ? { symbol: fee.symbol, amount: fee.amount } : null,
    feeWorth: worth === null ? null : inInvoice(worth),
    total: worth === null ? null : inInvoice(totalOf(way, worth, facts)),
    plan: payment.plan,
    pricing: own.listed.quoted?.pricing ?? null,
    listed: own.toSign,
  }
}

/** The decimals in which amounts of tokens are compared. */
const SCALE = 18

/**
 * Returns the total that leaves the wallet, in the invoice currency, rounded up. It is the network fee, and the amount due in the
 * proportion of the sent amount to the arriving one.
 */
function totalOf(way: PayOption, feeWorth: string, { direct, own: { item } }: Facts): string {
  const [due] = direct.costs
  const [arriving] = direct.spending
  return refusing(() => {
    const [leaving, arrives] = [way.needed, arriving.amount].map((one) => parseAmount(one, SCALE))
    const dueUnits = parseAmount(due.amount, item.decimals)
    const feeUnits = parseAmount(feeWorth, item.decimals, { allowZero: true })
    if (leaving === undefined || arrives === undefined) return due.amount
    const spentUnits = (dueUnits * leaving + arrives - 1n) / arrives
    return formatAmount(spentUnits + feeUnits, item.decimals)
  })
}

/** Throws PaymentRefusedError if more would leave the wallet than any bridge charges for the amount that arrives. */
function assertPrice({ network, symbol, needed }: PayOption, { spending: [arriving] }: PayOption) {
  const token = findNetwork(network)?.tokens.find((one) => one.symbol === symbol)
  if (token === undefined) throw refused('unsupported_network', { network, token: symbol })
  refusing(() => {
    const most = mostToSend(parseAmount(arriving.amount, SCALE), SCALE, token.decimals)
    if (parseAmount(needed, token.decimals) <= most) return
    throw refused('invalid_response', { reason: 'wrong_source_amount' })
  })
}
