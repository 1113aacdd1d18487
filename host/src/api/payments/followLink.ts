import type { Context } from '../../context.ts'
import type { PaymentFilter } from '../../search/paymentFilter.ts'

/** Replaces a filter for a reusable link's own token with a filter for all its payers' payments. */
export async function followLink(
  { db }: Pick<Context, 'db'>,
  filter: PaymentFilter,
): Promise<PaymentFilter> {
  const { securePaymentToken, tenantId } = filter
  if (securePaymentToken === null) return filter
  const link = await db.kysely
    .selectFrom('secure_payments')
    .select('token')
    .where('token', '=', securePaymentToken)
    .where('tenant_id', '=', tenantId)
    .where('is_reusable', '=', 1)
    .executeTakeFirst()
  if (link === undefined) return filter
  return { ...filter, securePaymentToken: null, linkToken: link.token }
}
