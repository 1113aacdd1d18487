import { BaseError, formatAmount, tronAddressBody } from '@secure-payment/core'
import { isEvmAddress, ZERO_ADDRESS } from '@secure-payment/core/evm'
import { findCurrency } from '@secure-payment/core/networks'
import { readAmount } from '../../amounts/readAmount.ts'
import { decimalsOf, isSame, type NetworkChoice, type TokenChoice } from '../../networkChoices.ts'
import type { Text } from '../../text/text.ts'

/** A payout's fields, by the names of the file's columns. */
export const payoutColumns = [
  'recipient',
  'currency',
  'amount',
  'reference',
  'recipient_id',
] as const
export type PayoutColumn = (typeof payoutColumns)[number]

/** A person's input for one payout. */
export type PayoutCells = Readonly<Record<PayoutColumn, string>>

/** The errors, by column. */
export type PayoutProblems = { readonly [Column in PayoutColumn]?: string }

/** A payout that can be sent. `amount` is decimal text; `units` is the same in base units, for sums only. */
export type Payout = {
  readonly recipient: string
  readonly currencyId: string
  readonly symbol: string
  readonly decimals: number
  readonly amount: string
  readonly units: bigint
  readonly reference: string | null
  readonly recipientId: string | null
}

const MAX_TEXT = 255

/**
 * Reads one payout on a network. A currency is an id (`USDC-base`) or, where it is unique on the network, a symbol.
 * `locale` is the locale of the person who typed the amount; null for a file, whose amounts have the API's format.
 */
export function readPayout(
  cells: PayoutCells,
  options: { network: NetworkChoice; locale: string | null; text: Text },
): { payout: Payout } | { problems: PayoutProblems } {
  const { network, text } = options
  const problems: { [Column in PayoutColumn]?: string } = {}
  const token = findToken(cells.currency.trim(), network, text)
  if (typeof token === 'string') problems.currency = token
  const recipient = cells.recipient.trim()
  const wrong = judgeRecipient(recipient, network, text)
  if (wrong !== null) problems.recipient = wrong
  for (const column of ['reference', 'recipient_id'] as const) {
    if ([...cells[column].trim()].length > MAX_TEXT) problems[column] = text.payouts.tooLong
  }
  const decimals = decimalsOf(typeof token === 'string' ? null : token.currencyId)
  const units = readAmount(cells.amount, {
    symbol: typeof token === 'string' ? null : token.symbol,
    decimals,
    locale: options.locale,
    text,
  })
  if (typeof units === 'string') problems.amount = units
  if (typeof token === 'string' || typeof units === 'string' || Object.keys(problems).length > 0) {
    return { problems }
  }
  return {
    payout: {
      recipient,
      currencyId: token.currencyId,
      symbol: token.symbol,
      decimals,
      amount: formatAmount(units, decimals),
      units,
      reference: cells.reference.trim() || null,
      recipientId: cells.recipient_id.trim() || null,
    },
  }
}

/** Returns the error if a text is not a wallet address on a network; null if it is one. */
function judgeRecipient(
  address: string,
  network: Pick<NetworkChoice, 'family' | 'tokens' | 'name'>,
  text: Text,
): string | null {
  const { payouts, errors } = text
  if (address === '') return errors.required
  if (network.family === 'evm') {
    if (!isEvmAddress(address)) return payouts.recipientInvalid(network.name)
    if (isSame(address, ZERO_ADDRESS)) return payouts.recipientNobody
  } else if (!isTronAddress(address)) return payouts.recipientInvalid(network.name)
  const token = network.tokens.find((choice) => !choice.isNative && isSame(choice.address, address))
  return token === undefined ? null : payouts.recipientToken(token.symbol)
}

function isTronAddress(address: string): boolean {
  try {
    return tronAddressBody(address).length > 0
  } catch (error) {
    if (error instanceof BaseError) return false
    throw error
  }
}

function findToken(name: string, network: NetworkChoice, text: Text): TokenChoice | string {
  const { payouts, errors } = text
  if (name === '') return errors.required
  const byId = network.tokens.find(({ currencyId }) => currencyId === name)
  if (byId !== undefined) return byId
  const elsewhere = findCurrency(name)?.network
  if (elsewhere?.id === network.id) {
    const alias = network.tokens.find(
      ({ currencyId }) => currencyId === findCurrency(name)?.currency.id,
    )
    if (alias !== undefined) return alias
  }
  if (elsewhere) return payouts.currencyElsewhere(name, elsewhere.name, network.name)
  const bySymbol = network.tokens.filter(
    ({ symbol }) => symbol.toLowerCase() === name.toLowerCase(),
  )
  const [token] = bySymbol
  if (token !== undefined && bySymbol.length === 1) return token
  return token === undefined
    ? payouts.currencyUnknown(name, network.name)
    : payouts.currencyAmbiguous(name)
}
