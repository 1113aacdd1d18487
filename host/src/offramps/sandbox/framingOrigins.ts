import type { Context } from '../../context.ts'
import { parseStoredList } from '../../webhooks/parseStoredList.ts'

/** Bounds the size of the header; the oldest client IDs are removed first. */
const MAX_ORIGINS = 100

/** Origins of pages that may frame those of a tenant's payers: of its client IDs that are active, and of the console. */
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

/** Nothing else gets into the header. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}
