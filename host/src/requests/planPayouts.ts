import { InvalidInputError } from '@secure-payment/core'
import type { api, Input } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import { atField } from '../atField.ts'
import type { Caller } from '../auth/caller.ts'
import type { Config } from '../config.ts'
import { decideFee, type Fee, type StatedFee } from './decideFee.ts'
import { findBoundDestination } from './findBoundDestination.ts'
import { guardBatch } from './guardBatch.ts'
import { requireOneNetwork } from './planItems.ts'
import { type PlannedRequest, planRequest } from './planRequest.ts'
import type { NewItem } from './storeSecurePayment.ts'

type Body = Input<typeof api.securePayments.createPayout>['body']

/** One payout in a link, as the caller stated it. */
type StatedPayout = {
  recipient: string
  network: string
  currency: string
  /** The amount as decimal text, in units of the currency. */
  amount: string
  reference?: string | undefined
  recipientIdentifier?: string | undefined
}

/**
 * Derives the network, token, payee, amount and fee of each payout in a new link. A payout is paid in its own currency, and carries only
 * the client ID's fee. Pure.
 *
 * @throws InvalidInputError naming the field, BatchUnsupportedError, MixedNetworksError, DestinationInactiveError, and
 * what `planRequest` throws
 */
export function planPayouts(
  config: Pick<Config, 'networks' | 'maxRateAgeS'>,
  body: Body,
  caller: Caller,
): readonly NewItem[] {
  const bound = findBoundDestination(caller)
  const fee = decideFee(feeOf(body), caller)
  const isList = 'payouts' in body
  const payouts: readonly StatedPayout[] = isList ? body.payouts : [body]
  const items = payouts.map((payout, index) => ({
    planned: planPayout(config, payout, { fee, bound, path: isList ? `payouts[${index}].` : '' }),
    reference: payout.reference ?? body.reference ?? null,
    recipientIdentifier: payout.recipientIdentifier ?? null,
  }))
  const planned = items.map((item) => item.planned)
  if (planned.length > 1) guardBatch(config, planned, 'payouts')
  requireOneNetwork(planned, (index) => `payouts[${index}]`)
  return items
}

/** Returns the members of a link's body about its fee. A link carries only the client ID's fee. */
export function feeOf({ defaultFeeBearer }: Body): StatedFee {
  return { defaultFeeBearer }
}

function planPayout(
  config: Pick<Config, 'networks' | 'maxRateAgeS'>,
  { recipient, network, currency, amount }: StatedPayout,
  options: { fee: Fee | null; bound: string | null; path: string },
): PlannedRequest {
  const { path } = options
  requireCurrencyOf(network, currency, path)
  return planRequest(
    config,
    { payee: recipient, invoiceCurrency: currency, paymentCurrency: currency, amount },
    { ...options, fields: FIELDS },
  )
}

/**
 * Rejects a fiat currency, and a currency that is not on the stated network. The call states the network twice, so that such a mistake is
 * found before money is sent.
 *
 * @throws InvalidInputError naming the field
 */
function requireCurrencyOf(network: string, currencyId: string, path: string): void {
  const { currency, isFiat } = atField(`${path}currency`, () => getCurrency(currencyId))
  if (isFiat) {
    throw new InvalidInputError([
      {
        field: `${path}currency`,
        code: 'fiat_payout',
        message: 'is a fiat currency, which cannot be paid on chain: use a token or a native coin',
      },
    ])
  }
  if (currency.network === network) return
  throw new InvalidInputError([
    {
      field: `${path}network`,
      code: 'network_mismatch',
      message: `does not match the currency, which is on ${currency.network}`,
    },
  ])
}

const FIELDS = {
  payee: 'recipient',
  invoiceCurrency: 'currency',
  paymentCurrency: 'currency',
} as const
