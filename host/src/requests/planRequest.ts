import { InvalidInputError, parseAmount } from '@secure-payment/core'
import {
  findCurrencyByToken,
  getCurrency,
  type ResolvedCurrency,
} from '@secure-payment/core/catalogue'
import {
  conversionDecimals,
  findConversionPath,
  requireConversionPath,
} from '@secure-payment/core/conversion'
import type { Network } from '@secure-payment/core/networks'
import { describeRequest, type RequestPlan } from '@secure-payment/core/ways'
import { atField } from '../atField.ts'
import type { Config } from '../config.ts'
import type { Fee } from './decideFee.ts'
import { type BorneFee, planBorneFee } from './feePayments.ts'
import { findQuotedPlan, type Pricer } from './findQuotedPlan.ts'
import { guardFeeAddress } from './guardFeeAddress.ts'
import { refuseNativeCoin } from './refuseNativeCoin.ts'
import { plainPlan, readPath } from './requestPlan.ts'
import {
  resolveTarget,
  type StatedTarget,
  type Target,
  type TargetFields,
} from './resolveTarget.ts'
import { serveNetwork } from './serveNetwork.ts'

/** The payment that a caller requests. */
export type StatedRequest = StatedTarget & {
  /** The amount as decimal text, in units of the invoice currency. */
  amount: string
}

/** A request with its payee, currencies, amount and fee resolved. Addresses are in the canonical form of their network. */
export type PlannedRequest = {
  /** The id of the network. */
  network: string
  payee: string
  /** The address of the token; null for the native coin. */
  token: string | null
  /** Currency ids. */
  invoiceCurrency: string
  paymentCurrency: string
  destinationId: string | null
  /** The amount as decimal text, in units of the invoice currency. */
  amount: string
  /** The stated amount, in settlement units (see `settlementDecimals`). `payeeUnits` returns the amount that the payee receives. */
  amountUnits: bigint
  /** In settlement units. */
  fee: BorneFee | null
  /** The way in which the request is paid. */
  plan: RequestPlan
  /** Further ways in which the request can be paid, with the same amount and fee; none by default. */
  options?: readonly PlannedRequest[]
}

/**
 * Derives a new request's network, token, payee, amount, fee and way to pay. Pure. All operations that create requests use this function.
 *
 * @throws DestinationNotAllowedError, InvalidInputError naming the field, NoConversionPathError, UnsupportedConversionError,
 * UnpayableCurrencyError, UnsupportedNetworkError
 */
export function planRequest(
  config: Pick<Config, 'networks' | 'maxRateAgeS'>,
  stated: StatedRequest,
  options: {
    fee: Fee | null
    /** The composite id of the destination that the caller is bound to. */
    bound: string | null
    /** The prefix of field names: `requests[0].`, or empty. */
    path: string
    /** The operation's field names for the payee and the currencies, if they differ from the default names. */
    fields?: TargetFields
    /** The market prices that the payment may use; by default none, so a conversion needs a path of the network. */
    prices?: Pricer | null
    /** Whether the fee on an amount in a fiat currency is rounded up to the currency's minor unit; false by default. */
    roundsFee?: boolean
  },
): PlannedRequest {
  const { fee, path, prices = null, roundsFee = false } = options
  const target = resolveTarget(stated, options)
  const network = serveNetwork(config, target.payment.currency.network, target.paymentField)
  refuseNativeCoin(network, { payment: target.payment, field: target.paymentField })
  refuseContractPayee(network, target)
  if (fee !== null) guardFeeAddress(network, fee.address)
  const plan = choosePlan(config, network, { ...target, prices })
  const amountUnits = atField(`${path}amount`, () =>
    settlementUnits(stated.amount, target.invoice, plan),
  )
  return {
    network: network.id,
    payee: target.payee,
    token: target.payment.token?.address ?? null,
    invoiceCurrency: target.invoice.currency.id,
    paymentCurrency: target.payment.currency.id,
    destinationId: target.destinationId,
    amount: stated.amount,
    amountUnits,
    fee: planBorneFee(amountUnits, fee, {
      field: `${path}amount`,
      rounding: roundsFee && target.invoice.isFiat ? target.invoice.currency : null,
    }),
    plan,
  }
}

/**
 * Returns a planned request with another amount; its currencies, way to pay and fee percentage stay the same. Pure.
 *
 * @throws InvalidInputError naming `amount`
 */
export function repriceRequest(planned: PlannedRequest, amount: string): PlannedRequest {
  const { plan, fee, options } = planned
  const invoice = getCurrency(planned.invoiceCurrency)
  const amountUnits = atField('amount', () => settlementUnits(amount, invoice, plan))
  const rounding = fee?.isRounded === true ? invoice.currency : null
  return {
    ...planned,
    ...(options !== undefined && { options: options.map((one) => repriceRequest(one, amount)) }),
    amount,
    amountUnits,
    fee: planBorneFee(amountUnits, fee, { field: 'amount', rounding }),
  }
}

/** Rejects a payee that is a token or a proxy, of this version or an older one, because money sent there is lost. */
function refuseContractPayee(network: Network, { payee, payeeField }: Target): void {
  const contracts = Object.values(network.contracts).flatMap(({ address, others = [] }) => [
    address,
    ...others.map((other) => other.address),
  ])
  const isToken = findCurrencyByToken(network, payee) !== undefined
  if (!isToken && !contracts.includes(payee)) return
  throw new InvalidInputError([
    {
      field: payeeField,
      code: 'payee_is_contract',
      message: 'must be a wallet, not a token or a payment contract',
    },
  ])
}

/**
 * Chooses the way to pay. A conversion needs only a path here; the age of its rates is checked at payment. The host quotes a pair only if
 * the network has no path.
 */
function choosePlan(
  config: Pick<Config, 'maxRateAgeS'>,
  network: Network,
  { invoice, payment, paymentField, prices }: Target & { prices: Pricer | null },
): RequestPlan {
  if (invoice.currency.id === payment.currency.id) return plainPlan(network)
  const found = findConversionPath(network, invoice.currency, payment.currency)
  const quoted = found === null ? findQuotedPlan(prices, invoice.currency, payment.currency) : null
  if (quoted !== null) return quoted
  const path = requireConversionPath(network, invoice.currency, payment.currency, paymentField)
  return { way: 'converted', path: readPath(path), maxRateAgeS: config.maxRateAgeS }
}

/**
 * Returns an amount in settlement units. An amount has at most the decimals of its currency, even if the contracts use more decimals for
 * fiat.
 */
function settlementUnits(
  amount: string,
  { currency }: ResolvedCurrency,
  plan: RequestPlan,
): bigint {
  const units = parseAmount(amount, currency.decimals)
  if (describeRequest(plan).settlesIn === 'payment_currency') return units
  return units * 10n ** BigInt(conversionDecimals(currency) - currency.decimals)
}
