import type { Context } from '../../context.ts'
import { parseStoredList } from '../../db/parseStoredList.ts'

/** The maximum number of origins, which bounds the size of the header; those of the oldest client IDs are removed first. */
const MAX_ORIGINS = 100

/** Finds the origins that may frame the pages of a tenant's payers: the origins of its active client IDs, and the console's. */
export async function framingOrigins(
  { config, db }: Pick<Context, 'config' | 'db'>,
  tenantId: string,
): Promise<readonly string[]> {
  const rows = await db.kysely
    .selectFrom('client_ids')
    .select('allowed_domains')
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'active')
    .orderBy('id')
    .limit(MAX_ORIGINS)
    .execute()
  const allowed = rows.flatMap((row) => parseStoredList(row.allowed_domains))
  const own = [config.baseUrl, config.payUrl].map((url) => new URL(url).origin)
  const origins = new Set([...own, ...config.dashboardOrigins, ...allowed])
  return [...origins].filter(isOrigin).slice(0, MAX_ORIGINS)
}

/** Returns whether a text is a valid origin; only such text is written to the header. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}
