import type { Context } from '../../context.ts'
import { openProfile } from '../../payers/sealedFields.ts'
import type { SandboxPayer } from './payerReports.ts'
import { readPresses } from './presses.ts'

/** Reads a payer in the sandbox; null if there is none, or if it was erased. */
export async function readSandboxPayer(
  { db, dataSealer }: Pick<Context, 'db' | 'dataSealer'>,
  id: string,
): Promise<(SandboxPayer & { firstName: string; tenantId: string }) | null> {
  const row = await db.kysely
    .selectFrom('payers')
    .select(['id', 'tenant_id', 'sealed_profile', 'created_at'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  const profile = row === undefined ? null : openProfile(dataSealer, row)
  if (row === undefined || profile === null) return null
  const { firstName, lastName } = profile
  return {
    id,
    tenantId: row.tenant_id,
    createdAt: new Date(row.created_at),
    firstName,
    lastName,
    presses: await readPresses(db.kysely, id),
  }
}
