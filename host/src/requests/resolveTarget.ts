import { type FieldIssue, InvalidInputError } from '@secure-payment/core'
import {
  findCurrencyByToken,
  getCurrency,
  type ResolvedCurrency,
} from '@secure-payment/core/catalogue'
import { destinationToken, parseDestinationId } from '@secure-payment/core/destinations'
import { findNetworkByChainId, type Network } from '@secure-payment/core/networks'
import { atField } from '../atField.ts'
import { codecOf } from '../chains/chainCodec.ts'
import { DestinationNotAllowedError, UnsupportedConversionError } from './errors.ts'
import { findQuotedPlan, type Pricer } from './findQuotedPlan.ts'

/**
 * The payee and the currency that a caller states: a destination, or currencies with a payee. Only the format has been
 * checked so far.
 */
export type StatedTarget = {
  destinationId?: string | undefined
  payee?: string | undefined
  invoiceCurrency?: string | undefined
  paymentCurrency?: string | undefined
}

/** An operation's names for the parts of a target, used in its errors. */
export type TargetFields = Readonly<Record<'payee' | 'invoiceCurrency' | 'paymentCurrency', string>>

/** The payee and the currencies, with the names of their fields. */
export type Target = {
  /** The payee in its network's canonical form. */
  payee: string
  invoice: ResolvedCurrency
  payment: ResolvedCurrency
  destinationId: string | null
  payeeField: string
  paymentField: string
}

/**
 * Resolves a stated target. `bound` is the composite id of the destination that the caller is bound to: it replaces
 * missing members, and any other destination is rejected. `path` is the prefix of field names: `requests[0].`, or
 * empty.
 *
 * @throws DestinationNotAllowedError, InvalidInputError naming the field, UnsupportedConversionError
 */
export function resolveTarget(
  stated: StatedTarget,
  options: {
    bound: string | null
    path: string
    fields?: TargetFields
    /** The market prices, with which an invoice in a token can be paid on another network; by default none. */
    prices?: Pricer | null
  },
): Target {
  const { bound, path, fields = FIELDS, prices = null } = options
  const target =
    stated.paymentCurrency === undefined
      ? fromDestination(stated.destinationId ?? bound, `${path}destinationId`)
      : fromCurrencies(stated, { bound, path, fields, prices })
  if (bound !== null) requireBound(target, bound)
  return target
}

function fromDestination(destinationId: string | null, field: string): Target {
  if (destinationId === null) {
    throw invalid({
      field,
      code: 'required',
      message: 'is required, or payee, invoiceCurrency and paymentCurrency',
    })
  }
  const destination = atField(field, () => parseDestinationId(destinationId))
  const network = findNetworkByChainId(destination.chainId)
  const currency =
    network === undefined ? undefined : findCurrencyByToken(network, destinationToken(destination))
  if (currency === undefined) {
    throw invalid({
      field,
      code: 'unknown_currency',
      message: 'names a chain or token that is not in the currency list',
    })
  }
  return {
    payee: destination.walletAddress,
    invoice: currency,
    payment: currency,
    destinationId: destination.destinationId,
    payeeField: field,
    paymentField: field,
  }
}

function fromCurrencies(
  stated: StatedTarget,
  {
    bound,
    path,
    fields,
    prices,
  }: { bound: string | null; path: string; fields: TargetFields; prices: Pricer | null },
): Target {
  const { invoiceCurrency = '', paymentCurrency = '' } = stated
  const paymentField = `${path}${fields.paymentCurrency}`
  const invoice = atField(`${path}${fields.invoiceCurrency}`, () => getCurrency(invoiceCurrency))
  const payment = atField(paymentField, () => getCurrency(paymentCurrency))
  const facts = { invoiceCurrency, paymentCurrency, field: paymentField }
  const { network } = payment
  if (network === null) throw new UnsupportedConversionError({ ...facts, reason: 'fiat_payment' })
  const isElsewhere = !invoice.isFiat && invoice.currency.network !== payment.currency.network
  if (isElsewhere && findQuotedPlan(prices, invoice.currency, payment.currency) === null) {
    throw new UnsupportedConversionError({ ...facts, reason: 'other_network' })
  }
  const payeeField = `${path}${fields.payee}`
  return {
    payee: readPayee(network, stated.payee, { bound, payeeField }),
    invoice,
    payment,
    destinationId: stated.payee === undefined ? bound : null,
    payeeField,
    paymentField,
  }
}

function readPayee(
  network: Network,
  payee: string | undefined,
  { bound, payeeField }: { bound: string | null; payeeField: string },
): string {
  if (payee !== undefined) return atField(payeeField, () => codecOf(network).readAddress(payee))
  if (bound !== null) return parseDestinationId(bound).walletAddress
  throw invalid({
    field: payeeField,
    code: 'required',
    message: 'is required, because the credential is not bound to a payee destination',
  })
}

function requireBound(target: Target, boundId: string): void {
  const bound = parseDestinationId(boundId)
  // Both payees are in their chain's canonical form.
  if (target.payee !== bound.walletAddress) {
    throw new DestinationNotAllowedError({ field: target.payeeField })
  }
  const { network, token } = target.payment
  const isBound =
    network?.chainId === bound.chainId &&
    keyOf(network, token?.address ?? null) === keyOf(network, destinationToken(bound))
  if (!isBound) throw new DestinationNotAllowedError({ field: target.paymentField })
}

function keyOf(network: Network, token: string | null): string | null {
  return token === null ? null : codecOf(network).tokenKey(token)
}

function invalid(issue: FieldIssue): InvalidInputError {
  return new InvalidInputError([issue])
}

const FIELDS: TargetFields = {
  payee: 'payee',
  invoiceCurrency: 'invoiceCurrency',
  paymentCurrency: 'paymentCurrency',
}
