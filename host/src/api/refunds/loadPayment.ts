import { isUlid } from '@secure-payment/core'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { PaymentNotFoundError } from '../../refunds/errors.ts'
import { REFUNDED_COLUMNS, type RefundedRequest } from '../../refunds/guardRefundable.ts'

/** A payment with the columns of its request that decide whether it can be refunded. */
export type LoadedPayment = Row<'payments'> & { request: RefundedRequest }

/** Loads a merchant's confirmed payment. @throws PaymentNotFoundError */
export async function loadPayment(
  { db }: Pick<Context, 'db'>,
  { id, tenantId }: { id: string; tenantId: string },
): Promise<LoadedPayment> {
  if (!isUlid(id)) throw new PaymentNotFoundError()
  const payment = await db.kysely
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (payment === undefined) throw new PaymentNotFoundError()
  const request = await db.kysely
    .selectFrom('requests')
    .select(REFUNDED_COLUMNS)
    .where('id', '=', payment.request_id)
    .executeTakeFirst()
  if (request === undefined) throw new PaymentNotFoundError()
  return { ...payment, request }
}
