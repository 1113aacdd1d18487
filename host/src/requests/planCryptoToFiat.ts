import { type FieldIssue, InvalidInputError } from '@secure-payment/core'
import { getCurrency } from '@secure-payment/core/catalogue'
import { findCurrency, type Network, networks } from '@secure-payment/core/networks'
import { atField } from '../atField.ts'
import { codecOf } from '../chains/chainCodec.ts'
import type { Context } from '../context.ts'
import { takesCryptoToFiat } from '../takesCryptoToFiat.ts'
import { DestinationNotAllowedError } from './errors.ts'
import type { StatedTarget } from './resolveTarget.ts'

/**
 * Finds the destination of a request whose money ends in a bank account: the provider's deposit address on its network,
 * regardless of the stated payee. Both currencies are USDC, and the request is paid once.
 *
 * @throws InvalidInputError naming the field, DestinationNotAllowedError for a client ID that is bound to a destination
 */
export function planCryptoToFiat(
  { offramp }: Pick<Context, 'offramp'>,
  stated: StatedTarget & { recurrence?: unknown },
  { bound }: { bound: string | null },
): { payee: string; provider: string } {
  if (bound !== null) throw new DestinationNotAllowedError({ field: 'isCryptoToFiatAllowed' })
  if (stated.recurrence !== undefined) throw unsupported('recurrence', 'must be omitted')
  const { paymentCurrency = '', invoiceCurrency = '', payee } = stated
  const payment = atField('paymentCurrency', () => getCurrency(paymentCurrency))
  const invoice = atField('invoiceCurrency', () => getCurrency(invoiceCurrency))
  if (offramp === null) {
    throw unsupported('isCryptoToFiatAllowed', 'must be false: this host has no offramp provider')
  }
  const { network } = payment
  const deposit =
    network !== null && isTaken(network, payment.currency.id)
      ? offramp.depositAddress(network.id)
      : null
  if (network === null || deposit === null) {
    const taken = listTaken(offramp)
    if (taken.length === 0) throw unsupported('isCryptoToFiatAllowed', NO_ADDRESS)
    throw unsupported('paymentCurrency', `must be one of ${taken.join(', ')}`)
  }
  if (invoice.currency.id !== payment.currency.id) {
    throw unsupported('invoiceCurrency', `must be ${payment.currency.id} too`)
  }
  if (payee !== undefined) atField('payee', () => codecOf(network).readAddress(payee))
  return { payee: deposit, provider: offramp.id }
}

/** The error if the provider has no deposit address; only the sandbox can lack one, on public test networks. */
const NO_ADDRESS =
  'must be false: this host has no deposit address, which its operator sets with PAY_OFFRAMP_SANDBOX_ADDRESS; so it cannot be paid'

/** Lists the ids of the currencies that a provider accepts. */
function listTaken(offramp: NonNullable<Context['offramp']>): string[] {
  return networks
    .filter(({ id }) => offramp.depositAddress(id) !== null)
    .map(usdcOf)
    .filter((currencyId) => currencyId !== null)
}

function isTaken(network: Network, currencyId: string): boolean {
  return usdcOf(network) === currencyId
}

/**
 * Returns the id of USDC on a network where offramps accept USDC; null on other networks. Currency lists give USDC irregular ids, but
 * each list has this alias.
 */
function usdcOf(network: Network): string | null {
  if (!takesCryptoToFiat(network)) return null
  return findCurrency(`USDC-${network.id}`)?.currency.id ?? null
}

function unsupported(field: string, message: string): InvalidInputError {
  const issue: FieldIssue = {
    field,
    code: 'unsupported_crypto_to_fiat',
    message: `${message} when isCryptoToFiatAllowed is true`,
  }
  return new InvalidInputError([issue])
}
