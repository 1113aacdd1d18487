import { InvalidInputError } from '@secure-payment/core'
import { MAX_OPTIONS } from '@secure-payment/core/api'
import { findCurrency } from '@secure-payment/core/catalogue'
import { getNetwork, type Network } from '@secure-payment/core/networks'
import { describeRequest } from '@secure-payment/core/ways'
import { type Config, findServedNetwork } from '../config.ts'
import type { Fee } from './decideFee.ts'
import { UnsupportedNetworkError } from './errors.ts'
import type { Pricer } from './findQuotedPlan.ts'
import { type PlannedRequest, planRequest } from './planRequest.ts'

/** A rule, which accepts each of these assets on each of these networks. */
type Rule = { assets: readonly string[]; networks: readonly string[] }

/** The further currencies that a caller accepts, and the payees that receive them. */
export type StatedOptions = {
  accepts?: readonly (string | Rule)[] | undefined
  payees?: { [Family in Network['family']]?: string | undefined } | undefined
}

/** The terms of the request that its options share, as `planRequest` takes them. */
type Terms = {
  fee: Fee | null
  bound: string | null
  prices: Pricer | null
  roundsFee?: boolean
}

type OptionConfig = Pick<Config, 'networks' | 'maxRateAgeS'>

/**
 * Derives the further ways in which a new request can be paid, in the order of `accepts`. Each option has the request's amount and fee, in
 * its settlement units. `path` is the prefix of field names. Pure.
 *
 * @throws InvalidInputError naming the field, UnknownCurrencyError, and what `planRequest` throws
 */
export function planOptions(
  config: OptionConfig,
  stated: StatedOptions,
  planned: PlannedRequest,
  options: Terms & { path: string },
): readonly PlannedRequest[] {
  const { accepts = [], payees = {} } = stated
  if (accepts.length === 0) return []
  if (describeRequest(planned.plan).isCryptoToFiat) return []
  const { path } = options
  const named = new Map<string, string>([[planned.paymentCurrency, `${path}paymentCurrency`]])
  for (const [index, entry] of accepts.entries()) {
    const field = `${path}accepts[${index}]`
    const ids = typeof entry === 'string' ? [readId(entry, field)] : expand(config, entry, field)
    const added = ids.filter((id) => !named.has(id))
    if (added.length === 0) {
      const said = [...new Set(ids.map((id) => named.get(id)))].join(', ')
      throw invalid(field, 'duplicate', `adds no currency, because ${said} already covers it`)
    }
    for (const id of added) named.set(id, field)
  }
  if (named.size > MAX_OPTIONS) {
    const message = `must name at most ${MAX_OPTIONS} currencies, the payment currency included`
    throw invalid(`${path}accepts`, 'too_many_items', message)
  }
  const [, ...further] = named
  return further.map(([paymentCurrency, field]) => {
    const payee = choosePayee({ paymentCurrency, payees, planned }, { field, path })
    return planOption(config, { planned, paymentCurrency, payee }, { ...options, field })
  })
}

/** Returns the canonical id of a currency that a payer can send. */
function readId(id: string, field: string): string {
  const found = findCurrency(id)
  if (found === undefined) throw invalid(field, 'unknown_currency', 'is not in the currency list')
  if (found.isFiat) throw invalid(field, 'fiat_payment', 'must be a currency on a network')
  return found.currency.id
}

/** Returns the currencies of a rule that exist, network by network. */
function expand(config: OptionConfig, { assets, networks }: Rule, field: string): string[] {
  const served = networks.map((id, index) =>
    requireServed(config, id, `${field}.networks[${index}]`),
  )
  for (const [index, asset] of assets.entries()) {
    if (served.some((network) => findAsset(network, asset) !== null)) continue
    const message = 'is on none of these networks'
    throw invalid(`${field}.assets[${index}]`, 'unknown_currency', message)
  }
  return served.flatMap((network) => assets.flatMap((asset) => findAsset(network, asset) ?? []))
}

/**
 * Finds an asset's currency id in the registry only, because a catalogue token may merely share the asset's name. Null if the network lacks
 * the asset.
 */
function findAsset({ nativeCurrency, tokens, family }: Network, asset: string): string | null {
  const isNative = family === 'evm' && nativeCurrency.symbol === asset
  const found = isNative ? nativeCurrency : tokens.find(({ symbol }) => symbol === asset)
  return found?.currencyId ?? null
}

function requireServed(config: OptionConfig, id: string, field: string): Network {
  const served = findServedNetwork(config, id)
  if (served !== undefined) return served.network
  throw new UnsupportedNetworkError({
    network: id,
    served: config.networks.map(({ network }) => network.id),
    field,
  })
}

/** Returns an option's payee, and the field in which the caller stated it. */
function choosePayee(
  facts: {
    paymentCurrency: string
    payees: NonNullable<StatedOptions['payees']>
    planned: PlannedRequest
  },
  { field, path }: { field: string; path: string },
): { payee: string; payeeField: string } {
  const { paymentCurrency, payees, planned } = facts
  const family = familyOf(paymentCurrency)
  const stated = payees[family]
  if (stated !== undefined) return { payee: stated, payeeField: `${path}payees.${family}` }
  if (family === familyOf(planned.paymentCurrency)) {
    return { payee: planned.payee, payeeField: field }
  }
  throw invalid(`${path}payees.${family}`, 'required', `is required for ${paymentCurrency}`)
}

function familyOf(currency: string): Network['family'] {
  // The id is already valid here, and it is not a fiat currency.
  return findCurrency(currency)?.network?.family ?? 'evm'
}

function planOption(
  config: OptionConfig,
  facts: {
    planned: PlannedRequest
    paymentCurrency: string
    payee: { payee: string; payeeField: string }
  },
  options: Terms & { field: string },
): PlannedRequest {
  const { planned, paymentCurrency } = facts
  const { payee, payeeField } = facts.payee
  const { field, ...terms } = options
  const { amount, invoiceCurrency } = planned
  const fields = { payee: payeeField, invoiceCurrency: field, paymentCurrency: field }
  const stated = { amount, invoiceCurrency, paymentCurrency, payee }
  const option = planRequest(config, stated, { ...terms, path: '', fields })
  refuseOtherMoney(planned, option, field)
  if (option.amountUnits === planned.amountUnits) return option
  throw new TypeError(`The option ${paymentCurrency} has other units than its request.`)
}

/**
 * Rejects an option in test money for a payment in real money, or the reverse: both have a price in a fiat currency. Local chains, which
 * only developers use, combine with any network.
 */
function refuseOtherMoney(own: PlannedRequest, option: PlannedRequest, field: string): void {
  const [ofOwn, ofOption] = [getNetwork(own.network), getNetwork(option.network)]
  const isLocal = ofOwn.isLocal || ofOption.isLocal
  if (isLocal || ofOwn.isTestnet === ofOption.isTestnet) return
  const message = ofOption.isTestnet
    ? 'must not be test money, because the payment currency is real money'
    : 'must be test money, because the payment currency is test money'
  throw invalid(field, 'test_money', message)
}

function invalid(field: string, code: string, message: string): InvalidInputError {
  return new InvalidInputError([{ field, code, message }])
}
