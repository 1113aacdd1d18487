import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { PayerNotFoundError } from './errors.ts'
import { clientUserDigests } from './sealedFields.ts'

/**
 * Finds a payer by the merchant's own id; undefined when the tenant has no such payer, or erased the payer. The search uses every data
 * key of this host.
 */
export async function findPayer(
  { dataSealer }: Pick<Context, 'dataSealer'>,
  reads: Pick<Tx, 'selectFrom'>,
  payer: { tenantId: string; clientUserId: string },
): Promise<Row<'payers'> | undefined> {
  return reads
    .selectFrom('payers')
    .selectAll()
    .where('tenant_id', '=', payer.tenantId)
    .where('client_user_digest', 'in', clientUserDigests(dataSealer, payer))
    .executeTakeFirst()
}

/**
 * Finds a payer as `findPayer` does; the payer must exist.
 *
 * @throws PayerNotFoundError
 */
export async function requirePayer(
  context: Pick<Context, 'db' | 'dataSealer'>,
  payer: { tenantId: string; clientUserId: string },
): Promise<Row<'payers'>> {
  const found = await findPayer(context, context.db.kysely, payer)
  if (found === undefined) throw new PayerNotFoundError()
  return found
}
