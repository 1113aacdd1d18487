import { createPaymentReference, createSalt, referenceTopic, topicKey } from '@secure-payment/core'
import { getCurrency, marketAsset } from '@secure-payment/core/catalogue'
import type { Row } from '../../../host/src/db/schema.ts'
import type { MockWorld } from './startMockWorld.ts'

/** One of a request's accepted currencies, with the rule that prices it. */
export type AcceptedOption = {
  currency: string
  /** The symbol under which the market lists the currency. */
  asset: string
  decimals: number
  pricing: 'par' | 'market'
  /** The index of the world that simulates the option's network. */
  network: 0 | 1
  /** The request with the terms of this option. */
  request: Row<'requests'>
}

/** The further currencies; the request's own is USDC on the first network. */
const FURTHER = ['ETH-devnet', 'DAI-devnet', 'USDT-devnet-b', 'ETH-devnet-b'] as const

/** Creates a request that accepts five currencies on the networks of two worlds. The request's own currency is the first option. */
export async function createAcceptedRequest(
  [first, second]: readonly [MockWorld, MockWorld],
  { invoice, dueUnits: units }: { invoice: string; dueUnits: bigint },
): Promise<readonly AcceptedOption[]> {
  const token = first.network.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? ''
  const request = await first.createRequest(undefined, { token, units, invoice, pricing: 'market' })
  const rows = FURTHER.map((currency, index) => optionRow(request, { currency, index }, first))
  const { kysely } = first.context.db
  await kysely.insertInto('request_options').values(rows).execute()
  await kysely
    .updateTable('requests')
    .set({ option_count: rows.length })
    .where('id', '=', request.id)
    .execute()
  const further = rows.map(
    ({ network, payee, token_address, payment_currency, kind, payment_reference }) => ({
      ...request,
      ...{ network, payee, token_address, payment_currency, kind, payment_reference },
    }),
  )
  return [request, ...further].map((terms) => {
    const asset = marketAsset(terms.payment_currency) ?? ''
    return {
      currency: terms.payment_currency,
      asset,
      decimals: getCurrency(terms.payment_currency).currency.decimals,
      pricing: asset === marketAsset(invoice) ? 'par' : 'market',
      network: terms.network === second.network.id ? 1 : 0,
      request: terms,
    }
  })
}

function optionRow(
  request: Row<'requests'>,
  { currency, index }: { currency: string; index: number },
  { context }: MockWorld,
): Row<'request_options'> {
  const { id, payee, tenant_id, created_at, invoice_currency } = request
  const { network, token } = getCurrency(currency)
  const salt = createSalt(context.random(8))
  const payment_reference = createPaymentReference(id, salt, payee)
  return {
    request_id: id,
    position: index + 1,
    tenant_id,
    network: network?.id ?? '',
    payee,
    token_address: token?.address ?? null,
    payment_currency: currency,
    kind: marketAsset(currency) === marketAsset(invoice_currency) ? 'par' : 'quoted',
    conversion_path: null,
    max_rate_age_s: null,
    salt,
    payment_reference,
    reference_key: topicKey(referenceTopic(payment_reference)),
    has_been_paid: 0,
    created_at,
    updated_at: created_at,
  }
}
