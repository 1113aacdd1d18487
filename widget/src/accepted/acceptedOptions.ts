import { formatAmount, parseAmount } from '@secure-payment/core'
import { isSameAddress } from '@secure-payment/core/evm'
import { findNetwork, type Network } from '@secure-payment/core/networks'
import { boolean, list, optional, shape, text } from '../answer.ts'
import { findSources } from '../findSource.ts'
import { type NonEmpty, nonEmpty } from '../nonEmpty.ts'
import type { PaymentItem, PaymentMetadata } from '../paymentMetadata.ts'
import type { Cost, ListedPayment, PayOption } from '../payOption.ts'
import { parseQuote, type Quote } from '../quotes/parseQuote.ts'
import { lackingGas } from '../steps/bridgeOptions.ts'
import { refused, refusing } from '../steps/refusals.ts'
import type { Task } from '../steps/session.ts'
import { splitDue } from '../steps/splitDue.ts'
import { tellServer } from '../steps/tellServer.ts'
import { requireSums } from '../steps/verifyPayment.ts'
import { assertAmount } from './assertAmount.ts'
import { type Listed, MAX_OPTIONS, readListing } from './listing.ts'

/** The maximum number of balances that a wallet lacks: the token and the native coin. */
const MAX_MISSING = 2

const fee = { amount: text, worth: optional(text) }
const means = { balance: optional(text), missing: optional(text) }
const walletOptions = shape({
  options: list(
    shape({
      option: text,
      balance: text,
      balanceWorth: optional(text),
      amount: text,
      neededAmount: text,
      networkFee: shape({ ...fee, ...means, symbol: text, withPermit: optional(shape(fee)) }),
      total: optional(text),
      isPayable: boolean,
      missing: list(shape({ symbol: text, amount: text }), MAX_MISSING),
      isSponsored: optional(boolean),
    }),
    MAX_OPTIONS,
  ),
  hasBridge: optional(boolean),
})

type Found = ReturnType<typeof walletOptions>['options'][number]

/**
 * Lists the currencies that the payment accepts and the connected wallet can hold, in the service's order: first those in which the wallet
 * can pay. Omits networks that the element does not support. An amount must be exactly the amount due at its price, and a total the amount
 * due plus the network fee. Apart from that, the amounts only help to choose: each payment is verified before the wallet signs.
 *
 * If `isWide`, or if the wallet can pay in none of the currencies, the ways from other chains follow. Returns null after it has reported a
 * failure. Throws PaymentRefusedError.
 */
export async function acceptedOptions(
  task: Task,
  payment: PaymentMetadata,
  isWide: boolean,
): Promise<readonly PayOption[] | null> {
  const { session, signal, tell } = task
  const { account } = session.state()
  const wallet = account?.address
  // The signers of a Safe may approve after a quote has expired.
  const canQuote = account?.wallet.kind !== 'safe'
  const canPermit = canQuote && !session.hasNoPermits && !session.hasRefusedCalls
  const canSign = canQuote && wallet !== session.noSignaturesOf
  const [item] = payment.items
  if (wallet === undefined || item === undefined) return null
  requireSums(payment)
  const family = familyOf(wallet)
  const all = readListing(payment.raw)
  const [listed, others] = split(all, (one) => findNetwork(one.chain.id)?.family === family)
  const quotes = canQuote ? await openQuotes(task, wallet, listed) : new Map<string, Quote>()
  const ids = [...quotes.values()].map(({ quoteId }) => quoteId)
  const answer = await session.api.walletOptions({ wallet, quotes: ids, signal })
  if (answer.kind !== 'wallet_options') {
    tellServer(answer, tell)
    return null
  }
  const { options: found, hasBridge } = walletOptions(answer.said, '')
  const described = await Promise.all(
    found.map(async (one) => {
      const known = listed.find(({ option }) => option === one.option)
      const quote = quotes.get(one.option) ?? null
      if (known === undefined || (isAtMarket(known) && quote === null)) return null
      const option = describe(one, known, { item, canPermit, canSign, quote })
      if (option !== null) {
        await assertAmount(session, payment, { listed: known, quote, amount: one.amount })
      }
      return option
    }),
  )
  const options = described.filter((one) => one !== null)
  const [first, ...more] = options
  if (first === undefined) {
    tell({ type: 'request_failed', note: { code: 'no_option' } })
    return null
  }
  const named = { ...first, others: others.map(nameListed) }
  // Services of an earlier release do not state it.
  const own = hasBridge === false ? undefined : all[0]
  return withRoutes(task, payment, { options: [named, ...more], own, isWide })
}

/**
 * Requests the quotes of the currencies at a market price: until then, the service has no amount in them. Also requests quotes of
 * currencies that contracts could convert, if the service quotes them. Omits currencies without a price.
 */
async function openQuotes(
  { session, signal }: Task,
  wallet: string,
  listed: readonly Listed[],
): Promise<ReadonlyMap<string, Quote>> {
  const found = await Promise.all(
    listed.filter(canBeQuoted).map(async ({ option }) => {
      const answer = await session.api.quote({ wallet, option, signal })
      return answer.kind === 'quote' ? ([option, parseQuote(answer.said)] as const) : null
    }),
  )
  return new Map(found.filter((one) => one !== null))
}

function isAtMarket({ quoted }: Listed): boolean {
  return quoted?.pricing === 'market'
}

function canBeQuoted(listed: Listed): boolean {
  return isAtMarket(listed) || listed.conversion?.isQuotable === true
}

/** Returns whether the wallet can pay. It repeats `isAffordable`, whose chunk would be split for every payment. */
function canPay({ hasEnoughBalance, hasEnoughGas }: PayOption): boolean {
  return hasEnoughBalance && hasEnoughGas !== false
}

type Accepted = {
  readonly options: NonEmpty<PayOption>
  readonly own: Listed | undefined
  readonly isWide: boolean
}

/**
 * Adds the ways from other chains, as the last resort: if the payer chose them, or can pay in no accepted currency. Otherwise the first
 * option states whether a bridge could pay. A failure leaves the accepted currencies.
 */
async function withRoutes(
  task: Task,
  payment: PaymentMetadata,
  { options, own, isWide }: Accepted,
): Promise<readonly PayOption[]> {
  const [first, ...more] = options
  const [item] = payment.items
  const network = own && findNetwork(own.chain.id)
  const { account } = task.session.state()
  const isEvm = account !== null && familyOf(account.address) === 'evm'
  const canBridge = isEvm && findSources(payment).length > 0
  if (!canBridge || own === undefined || network === undefined || item === undefined) return options
  if (!isWide && options.some(canPay)) return [{ ...first, otherTokens: 'on_press' }, ...more]
  const routes = await import('./routes.ts').catch(() => null)
  const toSign = toListed(own, network, item)
  const found = await routes
    ?.findRoutes(task, payment, { listed: own, toSign, item }, options)
    .catch((error: unknown) => {
      // Only an unreadable response is ignored. A check of the class would make the class an export of the first chunk.
      if (Object(error).code !== 'invalid_response') throw error
      return null
    })
  const { ways = [], ...omitted } = found ?? {}
  return [{ ...first, ...omitted, otherTokens: 'listed' }, ...more, ...ways]
}

function describe(
  found: Found,
  listed: Listed,
  {
    item,
    canPermit,
    canSign,
    quote,
  }: { item: PaymentItem; canPermit: boolean; canSign: boolean; quote: Quote | null },
): PayOption | null {
  const { chain } = listed
  const network = findNetwork(chain.id)
  if (network === undefined || network.chainId !== chain.chainId) return null
  const isQuoted = quote !== null && listed.conversion !== null
  assertTotal(found, item)
  const symbol = nameToken(network, listed)
  const inInvoice = (amount: string | null): Cost | null =>
    amount === null ? null : { symbol: item.symbol, amount }
  const missing = found.missing.find((one) => one.symbol === symbol) ?? null
  const isNative = listed.tokenAddress === null
  const isSponsored = canSign && found.isSponsored === true
  const lacksGas = !isNative && found.missing.some((one) => one.symbol !== symbol)
  const ownFee = (canPermit && found.networkFee.withPermit) || found.networkFee
  const { amount, worth } = isSponsored ? NO_FEE : ownFee
  const total =
    found.total === null || worth === null
      ? null
      : formatAmount(sumTotal(worth, item), item.decimals)
  return {
    id: found.option,
    network: network.id,
    symbol,
    needed: found.neededAmount,
    costs: nonEmpty([{ symbol: item.symbol, amount: item.remainingAmount }]),
    spending: nonEmpty([{ symbol, amount: found.neededAmount }]),
    balance: found.balance,
    hasEnoughBalance: missing === null && (found.isPayable || lacksGas),
    missing,
    hasEnoughGas: isSponsored ? null : !lacksGas,
    ...lackingGas(network.nativeCurrency.symbol, found.networkFee),
    ...(isSponsored && { isSponsored }),
    route: 'direct',
    ...(isQuoted && { isQuoted }),
    accepted: {
      networkName: network.name,
      pricing: quote === null ? (listed.quoted?.pricing ?? null) : 'market',
      amount: { symbol, amount: found.amount },
      networkFee: { symbol: network.nativeCurrency.symbol, amount },
      balanceWorth: inInvoice(found.balanceWorth),
      feeWorth: inInvoice(worth),
      total: inInvoice(total),
      listed: toListed(listed, network, item),
    },
  }
}

const NO_FEE = { amount: '0', worth: '0' } as const

/**
 * Throws PaymentRefusedError if a total is not the sum of the amount due, the fee on it, and the network fee's worth, unless the service pays
 * the network fee.
 */
function assertTotal({ total, networkFee, isSponsored }: Found, item: PaymentItem): void {
  if (total === null) return
  const { worth } = isSponsored ? NO_FEE : networkFee
  const isSum = worth !== null && readUnits(total, item.decimals) === sumTotal(worth, item)
  if (!isSum) throw refused('invalid_response', { reason: 'wrong_total' })
}

/** Returns the sum of the amount due, the fee on it and a network fee, in units of the invoice currency. Throws PaymentRefusedError. */
function sumTotal(networkFee: string, item: PaymentItem): bigint {
  const { remainingAmount, decimals } = item
  const dueUnits = readUnits(remainingAmount, decimals)
  const { amountUnits, feeUnits } = refusing(() => splitDue(dueUnits, item))
  return amountUnits + feeUnits + readUnits(networkFee, decimals)
}

function readUnits(amount: string, decimals: number): bigint {
  return refusing(() => parseAmount(amount, decimals, { allowZero: true }))
}

function toListed(listed: Listed, network: Network, item: PaymentItem): ListedPayment {
  return {
    currency: listed.option,
    network: network.id,
    payee: listed.payee,
    tokenAddress: listed.tokenAddress,
    paymentReference: listed.paymentReference,
    symbol: item.symbol,
    amount: item.amount,
    fee: item.fee,
  }
}

/** Returns the family of networks of an address. */
function familyOf(wallet: string): Network['family'] {
  return wallet.startsWith('0x') ? 'evm' : 'tron'
}

function split<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

/** Names a currency that needs a wallet of another family. */
function nameListed(listed: Listed): { readonly symbol: string; readonly networkName: string } {
  const network = findNetwork(listed.chain.id)
  const symbol = network === undefined ? listed.option : nameToken(network, listed)
  return { symbol, networkName: network?.name ?? listed.chain.id }
}

/** Returns the registry's symbol; for any other token, its id, which contains the symbol. */
function nameToken(network: Network, { tokenAddress, option }: Listed): string {
  if (tokenAddress === null) return network.nativeCurrency.symbol
  const token = network.tokens.find(({ address }) => isSameAddress(address, tokenAddress))
  return token?.symbol ?? option.split('-')[0] ?? option
}
