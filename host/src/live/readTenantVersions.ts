import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { isListed } from '../db/isListed.ts'
import type { Database } from '../db/openDatabase.ts'

/** The subjects whose changes a merchant's stream reports. */
export const CHANGE_KINDS = ['requests', 'webhooks', 'unmatched', 'approvals'] as const

/** The subject of a change: requests with their payments, deliveries of webhooks, unmatched payments, or approvals and their limit. */
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** A string per subject that changes whenever the merchant's records do. */
export type TenantVersions = { readonly [K in ChangeKind]: string }

/** The versions of a merchant without records. */
export const NO_VERSIONS: TenantVersions = {
  requests: '',
  webhooks: '',
  unmatched: '',
  approvals: '',
}

/** The maximum number of merchants per statement; both engines accept about ten times as many values. */
const MAX_TENANTS = 1_000
/**
 * The number of latest records in a version. A record may become visible after later ones, because neither the hosts' clocks nor
 * their commits are exactly in order. The version still changes unless this many later records became visible first.
 */
const LATEST = 10
/**
 * The maximum number of waiting approvals that a version counts. Beyond it, a decision on an older approval does not change the version.
 */
const MOST_WAITING = 1_000

/**
 * Reads merchants' versions. One statement reads up to a thousand merchants, and each of its parts reads only an index. The versions
 * need no row that all writers share.
 */
export async function readTenantVersions(
  { kysely }: Pick<Database, 'kysely'>,
  tenantIds: readonly string[],
): Promise<Map<string, TenantVersions>> {
  const versions = new Map<string, TenantVersions>()
  for (let start = 0; start < tenantIds.length; start += MAX_TENANTS) {
    const asked = tenantIds.slice(start, start + MAX_TENANTS)
    const rows = await kysely
      .selectFrom('tenants as t')
      .select(['t.id', ...PARTS])
      .where('t.id', 'in', asked)
      .execute()
    for (const { id, created, changed, seen, tried, unmatched, waiting, limit } of rows) {
      versions.set(id, {
        requests: [created, changed, seen].join(),
        webhooks: tried ?? '',
        unmatched: unmatched ?? '',
        approvals: [waiting, limit].join(),
      })
    }
  }
  return versions
}

const PARTS = [
  // The end of an id is random, and the sequence distinguishes changes within one millisecond.
  sql<string | null>`(select string_agg(substr(latest.id, 55), ' ')
    from (select id from requests where tenant_id = t.id and ${isListed}
      order by id desc limit ${sql.lit(LATEST)}) as latest)`.as('created'),
  sql<
    string | null
  >`(select string_agg(substr(latest.id, 55) || substr(latest.updated_at, 12) || latest.event_sequence, ' ')
    from (select id, updated_at, event_sequence from requests where tenant_id = t.id and updated_at <> created_at
      and ${isListed}
      order by updated_at desc, id desc limit ${sql.lit(LATEST)}) as latest)`.as('changed'),
  sql<string | null>`(select max(seen_at) || '+' || count(*)
    from pending_payments where tenant_id = t.id)`.as('seen'),
  sql<string | null>`(select string_agg(substr(latest.id, 15), ' ')
    from (select id from webhook_attempts where tenant_id = t.id
      order by id desc limit ${sql.lit(LATEST)}) as latest)`.as('tried'),
  sql<string | null>`(select string_agg(substr(latest.id, 15), ' ')
    from (select id from unmatched_payments where tenant_id = t.id
      order by id desc limit ${sql.lit(LATEST)}) as latest)`.as('unmatched'),
  // A decision changes the number, and a new approval changes the latest ids.
  sql<string>`(select count(*) || ' ' || coalesce((select string_agg(substr(latest.id, 15), ' ')
      from (select id from approvals where tenant_id = t.id and status = 'waiting'
        order by id desc limit ${sql.lit(LATEST)}) as latest), '')
    from (select 1 from approvals where tenant_id = t.id and status = 'waiting'
      limit ${sql.lit(MOST_WAITING)}) as open)`.as('waiting'),
  sql<string | null>`cast(t.approval_limit_cents as text)`.as('limit'),
]

/** Returns a digest of the versions, which is the same on every host. */
export function nameVersions(versions: TenantVersions): string {
  const parts = CHANGE_KINDS.map((kind) => versions[kind])
  return hash('sha1', parts.join('\n'), 'base64url')
}
