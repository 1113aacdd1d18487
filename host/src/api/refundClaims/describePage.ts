import { formatAmount, withoutMarks } from '@secure-payment/core'
import type { RefundClaimPage } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import { sql } from 'kysely'
import { maskWallet } from '../../access/maskWallet.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { verifiedDomainOf } from '../../domains/verifiedDomain.ts'
import { RefundClaimOverError } from '../../refunds/claimErrors.ts'
import { claimStatus } from './describeClaim.ts'

/** Describes a claim to its payer. @throws RefundClaimOverError if its payment has left the chain */
export async function describePage(
  { db, now }: Pick<Context, 'db' | 'now'>,
  claim: Row<'refund_claims'>,
): Promise<RefundClaimPage> {
  const found = await db.kysely
    .selectFrom('payments')
    .innerJoin('tenants', 'tenants.id', 'payments.tenant_id')
    .innerJoin('requests', 'requests.id', 'payments.request_id')
    .leftJoin('secure_payments as payment', 'payment.token', 'requests.secure_payment_token')
    .select(['payments.network', 'payments.payment_currency', 'payments.credited_units'])
    .select(['payments.tx_hash', 'payments.block_time', 'tenants.name as merchant_name'])
    .select(verifiedDomainOf('payment').as('verified_domain'))
    .select(
      sql<string | null>`(select support_url from brandings where tenant_id = payments.tenant_id
        and client_id in ('', coalesce(payments.client_id, '')) order by client_id desc limit 1)`.as(
        'support_url',
      ),
    )
    .where('payments.id', '=', claim.payment_id)
    .executeTakeFirst()
  if (found === undefined) throw new RefundClaimOverError()
  const { currency, symbol } = getCurrency(found.payment_currency)
  return {
    id: claim.id,
    status: claimStatus(claim, now()),
    merchant: {
      name: withoutMarks(found.merchant_name) || null,
      supportUrl: found.support_url,
      verifiedDomain: found.verified_domain,
    },
    network: found.network,
    currency: found.payment_currency,
    symbol,
    amount: formatAmount(BigInt(found.credited_units), currency.decimals),
    paymentTxHash: found.tx_hash,
    paidAt: found.block_time,
    recipient: claim.recipient === null ? null : maskWallet(claim.recipient),
    expiresAt: claim.expires_at,
  }
}
