import type { api, Output } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import type { Context } from '../../context.ts'
import { findDestination } from '../../crosschain/sources.ts'
import type { Call } from '../../http/implement.ts'
import { describeSecurePayment } from '../../paying/describeSecurePayment.ts'
import { findBatchCost } from '../../paying/findBatchCost.ts'
import { findWalletOptions, type WalletOptionsContext } from '../../paying/findWalletOptions.ts'
import { guardPayable, guardPayer, guardUnheld } from '../../paying/guardPayment.ts'
import { loadSecurePayment } from '../../paying/loadSecurePayment.ts'
import { readWallet } from '../../paying/readWallet.ts'
import { type Quote, readQuotes } from '../../quotes/quoteRows.ts'

type Options = typeof api.securePayments.options

/**
 * Returns the currencies with which a wallet can pay, each with its total.
 *
 * @throws RefundHeldError, and what `loadSecurePayment`, `guardPayer` and `guardPayable` throw
 */
export async function getWalletOptions(
  context: WalletOptionsContext & Pick<Context, 'bridge' | 'random'>,
  { params, query, caller }: Call<Options>,
): Promise<Output<Options>> {
  const stored = await loadSecurePayment(context, { token: params.token, caller })
  const family = query.wallet.startsWith('0x') ? 'mainnet' : 'tron'
  // The list names the options that need a wallet of the other family.
  const wallet = readWallet(query.wallet, family) ?? query.wallet
  guardPayer(context, stored, wallet)
  const now = context.now()
  guardUnheld(stored)
  guardPayable(describeSecurePayment(context.config, stored, now, wallet))
  const { requests, rates, options, optionRates } = stored
  const [first, ...others] = requests
  const isAccepting = options.length > 0
  const priced = (isAccepting ? options : others.length === 0 ? [first] : []).map(
    (item, index) => ({ item, rate: (isAccepting ? optionRates : rates)[index] ?? null }),
  )
  const quotes = await readNamed(context, { requestId: first.id, ids: query.quotes?.split(',') })
  const { tenant_id: tenantId } = stored.securePayment
  const found = await findWalletOptions(context, priced, { wallet, tenantId, quotes })
  const { currency } = getCurrency(first.invoice_currency)
  const hasBridge = others.length === 0 && findDestination(context, first) !== null
  const fee =
    isAccepting || others.length === 0 ? {} : await findBatchCost(context, requests, wallet)
  return { invoiceCurrency: currency.id, ...found, ...fee, hasBridge }
}

/** Reads the quotes of a request that a call names, and that have not expired. */
async function readNamed(
  context: Pick<Context, 'db' | 'now'>,
  { requestId, ids }: { requestId: string; ids: readonly string[] | undefined },
): Promise<readonly Quote[]> {
  if (ids === undefined) return []
  const quotes = await readQuotes(context, [requestId], context.now())
  return (quotes.get(requestId) ?? []).filter(({ id }) => ids.includes(id))
}
