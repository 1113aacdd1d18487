import { checksumAddress } from '@secure-payment/core/evm'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { PaymentFilter } from '../../search/paymentFilter.ts'

/**
 * Returns the filter, narrowed if its result could confirm a hidden payee. If one of a client ID's pages hides payees, the client ID's
 * search for a wallet finds only the payments that the wallet made. The search never finds payments that the wallet received, on any page.
 * If the search omitted only that page's payments, the omission itself would confirm the payee, because a client ID is public.
 */
export async function guardPayees(
  { db }: Pick<Context, 'db'>,
  filter: PaymentFilter,
): Promise<PaymentFilter> {
  const { clientId, wallet } = filter
  if (clientId === null || wallet === null) return filter
  const hiding = await db.kysely
    .selectFrom('secure_payments')
    .select('token')
    .where('client_id', '=', clientId)
    // The expression must equal the condition of the index.
    .where(sql<boolean>`access_policy like '%"isPayeeHidden":true%'`)
    .limit(1)
    .executeTakeFirst()
  if (hiding === undefined) return filter
  const payer = wallet.startsWith('0x') ? checksumAddress(wallet.toLowerCase()) : wallet
  return { ...filter, wallet: null, payer }
}
