import { parseAmount } from '@secure-payment/core'
import { findNetwork } from '@secure-payment/core/networks'
import { mostToSend } from '@secure-payment/core/verify'
import type { Converter } from '../machine/verifiedPayment.ts'
import type { PaymentItem, PaymentMetadata } from '../paymentMetadata.ts'
import type { ListedPayment, PayOption } from '../payOption.ts'
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
  const ways = found
    .filter(({ network, symbol }) => !accepted.some(isFor({ network, symbol })))
    .map((way) => describe(way, { direct, own, payment }))
  const [rich, poor] = [true, false].map((isRich) => ways.filter((way) => canPay(way) === isRich))
  return { ways: [...(rich ?? []), ...(poor ?? [])], ...findOmitted(read) }
}

/** It repeats `isAffordable`, whose chunk would be split for every payment. */
function canPay({ hasEnoughBalance, hasEnoughGas }: PayOption): boolean {
  return hasEnoughBalance && hasEnoughGas !== false
}

function isFor({ network, symbol }: Pick<PayOption, 'network' | 'symbol'>) {
  return (one: PayOption): boolean => one.network === network && one.symbol === symbol
}

/**
 * Returns the payment, and the price of its own currency. The service offers ways at a market price only once it has a quote. Null for a
 * Safe, and if the service returns no quote or no payment.
 */
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

type Facts = { readonly direct: PayOption; readonly own: Own; readonly payment: PaymentMetadata }

function describe(way: PayOption, { direct, own, payment }: Facts): PayOption {
  const { bridge } = way
  if (bridge === undefined) return way
  assertPrice(way, direct)
  const pricing = own.listed.quoted?.pricing ?? null
  const arrival = { plan: payment.plan, pricing, listed: own.toSign }
  return { ...way, bridge: { ...bridge, arrival } }
}

/** The decimals in which amounts of tokens are compared. */
const SCALE = 18

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
