import { isUlid } from '@secure-payment/core'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { DomainNotFoundError } from './errors.ts'

/**
 * Finds one of the tenant's domains.
 *
 * @throws DomainNotFoundError
 */
export async function findOwn(
  { db }: Pick<Context, 'db'>,
  { id, tenantId }: { id: string; tenantId: string },
): Promise<Row<'merchant_domains'>> {
  if (!isUlid(id)) throw new DomainNotFoundError()
  const row = await db.kysely
    .selectFrom('merchant_domains')
    .selectAll()
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (row === undefined) throw new DomainNotFoundError()
  return row
}
