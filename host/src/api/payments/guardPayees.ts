import { checksumAddress } from '@secure-payment/core/evm'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { PaymentFilter } from '../../search/paymentFilter.ts'

/**
 * A client ID is public. Where one of its pages hides payees, its search for a wallet finds the payments that the
 * wallet made. It never finds those that the wallet received, on any page. A missing payment would confirm a payee as
 * well as a found one.
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
    // In the form that the index has.
    .where(sql<boolean>`access_policy like '%"isPayeeHidden":true%'`)
    .limit(1)
    .executeTakeFirst()
  if (hiding === undefined) return filter
  const payer = wallet.startsWith('0x') ? checksumAddress(wallet.toLowerCase()) : wallet
  return { ...filter, wallet: null, payer }
}
