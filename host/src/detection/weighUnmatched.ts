import { formatAmount } from '@secure-payment/core'
import { findCurrencyByToken, getCurrency } from '@secure-payment/core/catalogue'
import { FIAT_DECIMALS, findConversionPath, unconvertUnits } from '@secure-payment/core/conversion'
import { checksumAddress } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import type { ChainClient } from '../chains/chainClient.ts'
import type { Context } from '../context.ts'
import { keccak256 } from '../keccak.ts'
import { among } from '../search/among.ts'
import { UNPAID, type UnmatchedPayment, WRONG_PAYEE } from '../settlement/detectedPayment.ts'
import { withinMs } from '../withinMs.ts'

/** Unmatched payments in a listed token below this value are not notable: ten cents, in units of 10^-8 dollars. */
const NOTABLE_WORTH_UNITS = 10n ** BigInt(FIAT_DECIMALS - 1)

/** The maximum time that recording waits for the rates. */
const DEADLINE_MS = 2_000
/** A payment that seems to be worth this much is assumed to be in a test token, so its value is omitted. */
const ABSURD_UNITS = 10n ** BigInt(30 + FIAT_DECIMALS)

const USD = getCurrency('USD').currency

/**
 * Adds to each unmatched payment its value at the current rates, and whether lists show it by default. Anyone who pays gas can make such
 * payments, so a payment is notable only if it transferred something of value to the merchant:
 *
 * - Its token is on the service's list, so its sender cannot simply mint it.
 * - It is worth at least ten cents, or has no rate.
 * - It went to a payee of the merchant.
 *
 * If nothing arrived, the event's amount proves nothing, so the payment is notable, without a value. A rate that cannot be read
 * within two seconds counts as missing; the function fails only if the database fails.
 */
export async function weighUnmatched(
  context: Pick<Context, 'db'>,
  client: Pick<ChainClient, 'network' | 'readRates'>,
  unmatched: readonly UnmatchedPayment[],
): Promise<readonly UnmatchedPayment[]> {
  if (unmatched.length === 0) return unmatched
  const foreign = await findForeign(context, unmatched)
  const worths = await readWorths(client, unmatched)
  return unmatched.map((payment) => {
    if (payment.reason === UNPAID.nothingArrived) return payment
    const worth = worths.get(keyOf(payment))
    const isListed = findToken(client.network, payment) !== undefined
    const units = worth === undefined ? null : unconvertUnits(payment.amountUnits, worth)
    const isDust = units !== null && units < NOTABLE_WORTH_UNITS
    return {
      ...payment,
      worthUsd: units === null || units >= ABSURD_UNITS ? null : formatAmount(units, FIAT_DECIMALS),
      isNotable: isListed && !isDust && payment.amountUnits > 0n && !foreign.has(payment),
    }
  })
}

/** Finds the payments whose payee is not a wallet of the merchant, because such a payee may be the sender's own wallet. */
async function findForeign(
  context: Pick<Context, 'db'>,
  unmatched: readonly UnmatchedPayment[],
): Promise<ReadonlySet<UnmatchedPayment>> {
  const elsewhere = unmatched.filter(({ reason }) => reason === WRONG_PAYEE)
  if (elsewhere.length === 0) return new Set()
  const own = await findOwn(context, [
    ...new Set(elsewhere.map(({ payee }) => storedWallet(payee))),
  ])
  return new Set(
    elsewhere.filter(({ tenantId, payee }) => !own.has(`${tenantId} ${storedWallet(payee)}`)),
  )
}

/** Finds the merchants that use these wallets. Each entry is `tenantId wallet`. */
export async function findOwn(
  { db }: Pick<Context, 'db'>,
  wallets: readonly string[],
): Promise<ReadonlySet<string>> {
  const named = await db.kysely
    .selectFrom('requests')
    .select(['payee', 'tenant_id'])
    .distinct()
    .where(among(db.dialect, 'payee', wallets))
    .execute()
  const options = await db.kysely
    .selectFrom('request_options')
    .select(['payee', 'tenant_id'])
    .distinct()
    .where(among(db.dialect, 'payee', wallets))
    .execute()
  const owned = await db.kysely
    .selectFrom('payee_destinations')
    .select(['wallet_address as payee', 'tenant_id'])
    .where(among(db.dialect, 'wallet_address', wallets))
    .where('is_active', '=', 1)
    .execute()
  return new Set(
    [...named, ...options, ...owned].map(({ payee, tenant_id }) => `${tenant_id} ${payee}`),
  )
}

/** Reads the rate from the dollar to each payment's token; tokens without a rate are omitted. */
async function readWorths(
  client: Pick<ChainClient, 'network' | 'readRates'>,
  unmatched: readonly UnmatchedPayment[],
): Promise<ReadonlyMap<string, bigint>> {
  const paths = new Map<string, readonly string[]>()
  for (const payment of unmatched) {
    const found = findToken(client.network, payment)
    const path = found && findConversionPath(client.network, USD, found.currency)
    if (path) paths.set(keyOf(payment), path)
  }
  const worths = new Map<string, bigint>()
  if (paths.size === 0) return worths
  const rates = await withinMs(DEADLINE_MS, client.readRates([...paths.values()]))
  for (const [index, token] of [...paths.keys()].entries()) {
    const rate = rates?.[index]
    if (rate && rate.rate > 0n) worths.set(token, rate.rate)
  }
  return worths
}

/** Writes an event's payee in the form that requests and destinations use. */
function storedWallet(payee: string): string {
  return payee.startsWith('0x') ? checksumAddress(payee, keccak256) : payee
}

function findToken(network: Network, { tokenAddress }: UnmatchedPayment) {
  return findCurrencyByToken(network, tokenAddress)
}

function keyOf({ tokenAddress }: UnmatchedPayment): string {
  return tokenAddress ?? ''
}
