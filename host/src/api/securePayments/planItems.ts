import {
  type FeePlan,
  type FieldIssue,
  InvalidInputError,
  parseAmount,
  planFee,
} from '@secure-payment/core'
import type { api, Input } from '@secure-payment/core/api'
import { destinationToken, parseDestinationId } from '@secure-payment/core/destinations'
import { checksumAddress, isSameAddress } from '@secure-payment/core/evm'
import {
  findCurrencyByToken,
  findNetworkByChainId,
  getCurrency,
  type Network,
  type ResolvedCurrency,
} from '@secure-payment/core/networks'

import type { Caller } from '../../auth/caller.ts'
import { type Config, findServedNetwork } from '../../config.ts'
import { atField } from '../atField.ts'
import {
  DestinationInactiveError,
  DestinationNotAllowedError,
  FeeNotAllowedError,
  MixedNetworksError,
  UnsupportedConversionError,
  UnsupportedNetworkError,
} from './errors.ts'

type Body = Input<typeof api.securePayments.create>['body']
type Item = Body['requests'][number]

/** One item with everything about it decided. Addresses carry their checksum. */
export type PlannedItem = {
  network: Network
  /** EIP-55. */
  payee: string
  /** Null = the native coin. */
  token: string | null
  invoiceCurrency: string
  paymentCurrency: string
  destinationId: string | null
  /** Decimal text, in units of the invoice currency. */
  amount: string
  /** What the payee gets, in base units of the payment currency. */
  amountUnits: bigint
  fee: FeePlan | null
}

/**
 * Decides what each item of a new secure payment means: network, token, payee, amount and fee. Pure.
 *
 * @throws DestinationInactiveError, InvalidInputError naming the field, UnsupportedNetworkError, UnsupportedConversionError,
 * MixedNetworksError, DestinationNotAllowedError, FeeNotAllowedError
 */
export function planItems(
  config: Pick<Config, 'networks'>,
  body: Body,
  caller: Caller,
): readonly PlannedItem[] {
  const bound = findBound(caller)
  const fee = decideFee(body, caller)
  const planned = body.requests.map((item, index) =>
    planItem(config, item, { fee, bound, path: `requests[${index}]` }),
  )
  const [first] = planned
  planned.forEach((item, index) => {
    if (first === undefined || item.network.id === first.network.id) return
    throw new MixedNetworksError({
      first: first.network.id,
      other: item.network.id,
      field: `requests[${index}]`,
    })
  })
  return planned
}

/** The composite id of the destination that the caller is bound to; null = free. */
function findBound(caller: Caller): string | null {
  if (caller.credential !== 'clientId' || caller.payeeDestination === null) return null
  const { destinationId, isActive } = caller.payeeDestination
  if (!isActive) throw new DestinationInactiveError()
  return destinationId
}

type Fee = { percentage: string; address: string } | null

/**
 * A fee of the client ID overrides the call's, unless it is zero: zero says that fees of calls stand. A client ID that is bound to a
 * destination and says nothing lets no fee in: its id is public, so the fee of a call could be anybody's.
 */
function decideFee(body: Body, caller: Caller): Fee {
  if (caller.credential === 'clientId') {
    const { feePercentage, feeAddress } = caller
    const overrides = feePercentage !== null && !/^0(?:\.0*)?$/.test(feePercentage)
    if (overrides && feeAddress !== null) return { percentage: feePercentage, address: feeAddress }
  }
  const { feePercentage, feeAddress } = body
  if (feePercentage === undefined || feeAddress === undefined) return null
  const isBound = caller.credential === 'clientId' && caller.payeeDestination !== null
  if (isBound && caller.feePercentage === null) throw new FeeNotAllowedError()
  return { percentage: feePercentage, address: checkAddress(feeAddress, 'feeAddress') }
}

function planItem(
  config: Pick<Config, 'networks'>,
  item: Item,
  options: { fee: Fee; bound: string | null; path: string },
): PlannedItem {
  const { fee, bound, path } = options
  const target = resolveTarget(item, bound, path)
  const { payee, currency, destinationId } = target
  const network = serveNetwork(config, currency, target.currencyField)
  refuseContractPayee(network, payee, target.payeeField)
  if (fee !== null) refuseForeignFee(network, fee.address)
  const amountUnits = atField(`${path}.amount`, () =>
    parseAmount(item.amount, currency.currency.decimals),
  )
  return {
    network,
    payee,
    token: currency.token?.address ?? null,
    invoiceCurrency: currency.currency.id,
    paymentCurrency: currency.currency.id,
    destinationId,
    amount: item.amount,
    amountUnits,
    fee: fee === null ? null : planFee(amountUnits, fee.percentage, fee.address),
  }
}

type Target = {
  payee: string
  currency: ResolvedCurrency
  destinationId: string | null
  payeeField: string
  currencyField: string
}

function resolveTarget(item: Item, bound: string | null, path: string): Target {
  const target =
    item.payee === undefined
      ? fromDestination(item.destinationId ?? bound, `${path}.destinationId`)
      : fromCurrencies(item, item.payee, path)
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
    currency,
    destinationId: destination.destinationId,
    payeeField: field,
    currencyField: field,
  }
}

function fromCurrencies(item: Item, payee: string, path: string): Target {
  const { invoiceCurrency = '', paymentCurrency = '' } = item
  const invoice = atField(`${path}.invoiceCurrency`, () => getCurrency(invoiceCurrency))
  const currency = atField(`${path}.paymentCurrency`, () => getCurrency(paymentCurrency))
  if (invoice.currency.id !== currency.currency.id || currency.isFiat) {
    throw new UnsupportedConversionError({
      invoiceCurrency,
      paymentCurrency,
      field: `${path}.paymentCurrency`,
    })
  }
  const payeeField = `${path}.payee`
  return {
    payee: currency.network?.family === 'tron' ? payee : checkAddress(payee, payeeField),
    currency,
    destinationId: null,
    payeeField,
    currencyField: `${path}.paymentCurrency`,
  }
}

function requireBound(target: Target, boundId: string): void {
  const bound = parseDestinationId(boundId)
  const isBound =
    isSameAddress(target.payee, bound.walletAddress) &&
    target.currency.network?.chainId === bound.chainId &&
    (target.currency.token?.address ?? null)?.toLowerCase() ===
      destinationToken(bound)?.toLowerCase()
  if (!isBound) throw new DestinationNotAllowedError({ field: target.payeeField })
}

/** The host's own entry of the network, which may have other contract addresses than the registry's. */
function serveNetwork(
  config: Pick<Config, 'networks'>,
  currency: ResolvedCurrency,
  field: string,
): Network {
  const network = findServedNetwork(config, currency.currency.network)?.network
  if (network === undefined || network.family !== 'evm') {
    throw new UnsupportedNetworkError({
      network: currency.currency.network,
      served: config.networks.map((served) => served.network.id),
      field,
    })
  }
  return network
}

/** Money sent to a token or a proxy, of this version or an older one, is lost for good. */
function refuseContractPayee(network: Network, payee: string, field: string): void {
  const contracts = Object.values(network.contracts).flatMap(({ address, others = [] }) => [
    address,
    ...others.map((other) => other.address),
  ])
  const tokens = network.tokens.map((token) => token.address)
  if (![...tokens, ...contracts].some((address) => isSameAddress(address, payee))) return
  throw invalid({
    field,
    code: 'payee_is_contract',
    message: 'must be a wallet, not a token or a payment contract',
  })
}

/** A client ID takes a fee address of either family, before it is known where its payments go. */
function refuseForeignFee(network: Network, feeAddress: string): void {
  if (feeAddress.startsWith('0x') === (network.family === 'evm')) return
  throw invalid({
    field: 'feeAddress',
    code: 'invalid_address',
    message: `is not an address on ${network.id}`,
  })
}

function checkAddress(address: string, field: string): string {
  return atField(field, () => checksumAddress(address))
}

function invalid(issue: FieldIssue): InvalidInputError {
  return new InvalidInputError([issue])
}
