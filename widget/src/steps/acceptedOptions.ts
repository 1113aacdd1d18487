import { formatAmount, parseAmount, percentOf } from '@secure-payment/core'
import { isSameAddress } from '@secure-payment/core/evm'
import { findNetwork, type Network } from '@secure-payment/core/networks'
import { boolean, list, number, optional, shape, text } from '../answer.ts'
import { nonEmpty } from '../nonEmpty.ts'
import type { PaymentItem, PaymentMetadata } from '../paymentMetadata.ts'
import type { Cost, ListedPayment, PayOption } from '../payOption.ts'
import { refused, refusing } from './refusals.ts'
import type { Task } from './session.ts'
import { tellServer } from './tellServer.ts'
import { requireSums } from './verifyPayment.ts'

/** The maximum number of currencies that a payment accepts. */
const MAX_OPTIONS = 20
/** The maximum number of balances that a wallet lacks: the token and the native coin. */
const MAX_MISSING = 2

const listing = shape({
  options: list(
    shape({
      option: text,
      chain: shape({ id: text, name: text, chainId: number }),
      payee: text,
      tokenAddress: optional(text),
      paymentReference: text,
      quoted: optional(shape({ pricing: text })),
    }),
    MAX_OPTIONS,
  ),
})

const fee = { amount: text, worth: optional(text) }
const walletOptions = shape({
  options: list(
    shape({
      option: text,
      balance: text,
      balanceWorth: optional(text),
      amount: text,
      neededAmount: text,
      networkFee: shape({ ...fee, symbol: text, withPermit: optional(shape(fee)) }),
      total: optional(text),
      isPayable: boolean,
      missing: list(shape({ symbol: text, amount: text }), MAX_MISSING),
    }),
    MAX_OPTIONS,
  ),
})

type Listed = ReturnType<typeof listing>['options'][number]
type Found = ReturnType<typeof walletOptions>['options'][number]

/**
 * Lists the currencies that the payment accepts and the connected wallet can hold, in the service's order: what the wallet can pay first.
 * Omits networks that the element does not support. A total must be the amount due plus the network fee. Apart from that, the amounts only
 * help to choose: each payment is verified before the wallet signs.
 * Null if it has reported a failure. Throws PaymentRefusedError.
 */
export async function acceptedOptions(
  { session, signal, tell }: Task,
  payment: PaymentMetadata,
): Promise<readonly PayOption[] | null> {
  const { account } = session.state()
  const wallet = account?.address
  // The signers of a Safe may approve after a quote has expired.
  const canQuote = account?.wallet.kind !== 'safe'
  const canPermit = canQuote && !session.hasNoPermits && !session.hasRefusedCalls
  const [item] = payment.items
  if (wallet === undefined || item === undefined) return null
  requireSums(payment)
  const family = familyOf(wallet)
  const all = listing(payment.raw, '').options
  const [listed, others] = split(all, (one) => findNetwork(one.chain.id)?.family === family)
  // The service has no amount in a currency at a market price before it has a quote.
  await Promise.all(
    listed
      .filter(({ quoted }) => quoted?.pricing === 'market' && canQuote)
      .map(({ option }) => session.api.quote({ wallet, option, signal })),
  )
  const answer = await session.api.walletOptions({ wallet, signal })
  if (answer.kind !== 'wallet_options') {
    tellServer(answer, tell)
    return null
  }
  const found = walletOptions(answer.said, '').options
  const options = found.flatMap((one) => {
    const known = listed.find(({ option }) => option === one.option)
    return known === undefined || (known.quoted?.pricing === 'market' && !canQuote)
      ? []
      : (describe(one, known, { item, canPermit }) ?? [])
  })
  const [first, ...more] = options
  if (first !== undefined) return [{ ...first, others: others.map(nameListed) }, ...more]
  tell({ type: 'request_failed', note: { code: 'no_option' } })
  return null
}

function describe(
  found: Found,
  listed: Listed,
  { item, canPermit }: { item: PaymentItem; canPermit: boolean },
): PayOption | null {
  const { chain } = listed
  const network = findNetwork(chain.id)
  if (network === undefined || network.chainId !== chain.chainId) return null
  assertTotal(found, item)
  const symbol = nameToken(network, listed)
  const inInvoice = (amount: string | null): Cost | null =>
    amount === null ? null : { symbol: item.symbol, amount }
  const missing = found.missing.find((one) => one.symbol === symbol) ?? null
  const isNative = listed.tokenAddress === null
  const lacksGas = !isNative && found.missing.some((one) => one.symbol !== symbol)
  const { amount, worth } = (canPermit && found.networkFee.withPermit) || found.networkFee
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
    hasEnoughGas: !lacksGas,
    route: 'direct',
    accepted: {
      networkName: network.name,
      pricing: listed.quoted?.pricing ?? null,
      amount: { symbol, amount: found.amount },
      networkFee: { symbol: network.nativeCurrency.symbol, amount },
      balanceWorth: inInvoice(found.balanceWorth),
      feeWorth: inInvoice(worth),
      total: inInvoice(total),
      listed: toListed(listed, network, item),
    },
  }
}

/** Throws PaymentRefusedError if a total is not the sum of the amount due, the fee on it, and the network fee's worth. */
function assertTotal({ total, networkFee: { worth } }: Found, item: PaymentItem): void {
  if (total === null) return
  const isSum = worth !== null && readUnits(total, item.decimals) === sumTotal(worth, item)
  if (!isSum) throw refused('invalid_response', { reason: 'wrong_total' })
}

/** Returns the sum of the amount due, the fee on it and a network fee, in units of the invoice currency. Throws PaymentRefusedError. */
function sumTotal(networkFee: string, { remainingAmount, fee, decimals }: PaymentItem): bigint {
  const dueUnits = readUnits(remainingAmount, decimals)
  const feeUnits = fee === null ? 0n : refusing(() => percentOf(dueUnits, fee.percentage, 'up'))
  return dueUnits + feeUnits + readUnits(networkFee, decimals)
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
