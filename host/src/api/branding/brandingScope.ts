import type { Context } from '../../context.ts'
import { BrandedClientIdNotFoundError } from './errors.ts'

/** The payments that a branding covers: all of a tenant (`clientId` empty), or those of one of its client IDs. */
export type BrandingScope = { tenantId: string; clientId: string }

/** Reads which payments a call's branding covers. @throws BrandedClientIdNotFoundError */
export async function readScope(
  { db }: Pick<Context, 'db'>,
  { query, caller }: { query: { clientId?: string | undefined }; caller: { tenantId: string } },
): Promise<BrandingScope> {
  const { tenantId } = caller
  const { clientId } = query
  if (clientId === undefined) return { tenantId, clientId: '' }
  const found = await db.kysely
    .selectFrom('client_ids')
    .select('id')
    .where('client_id', '=', clientId)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (found === undefined) throw new BrandedClientIdNotFoundError()
  return { tenantId, clientId }
}
