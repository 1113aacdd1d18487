import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import { preparedRead, TEXT } from '../db/preparedRead.ts'
import type { Row } from '../db/schema.ts'
import { hashApiKey, isSameDigest } from './apiKey.ts'

/** How long a credential is believed without asking the database: a revoked one stops working within this time on every host. */
const CACHE_TTL_MS = 500
const MAX_CACHED = 10_000
/** `last_used_at` is written at most this often per credential. */
const TOUCH_INTERVAL_MS = 60_000

export type ApiKeyRecord = Pick<
  Row<'api_keys'>,
  'id' | 'tenant_id' | 'hash' | 'status' | 'expires_at' | 'last_used_at'
>
export type ClientIdRecord = Row<'client_ids'> & { origins: ReadonlySet<string> }

/** Reads credentials, each at most twice a second. */
export type Credentials = {
  findApiKey(key: string): Promise<ApiKeyRecord | null>
  findClientId(clientId: string): Promise<ClientIdRecord | null>
}

const selectKey = preparedRead((kysely) =>
  kysely
    .selectFrom('api_keys')
    .select(['id', 'tenant_id', 'hash', 'status', 'expires_at', 'last_used_at'])
    .where('hash', '=', TEXT)
    .compile(),
)
const selectClient = preparedRead((kysely) =>
  kysely.selectFrom('client_ids').selectAll().where('client_id', '=', TEXT).compile(),
)

/** Opens the store of credentials. */
export function createCredentials(context: Pick<Context, 'db' | 'now' | 'log'>): Credentials {
  const { db } = context
  const options = { max: MAX_CACHED, ttl: CACHE_TTL_MS }
  const keys = new LRUCache<string, { record: ApiKeyRecord | null }>(options)
  const clients = new LRUCache<string, { record: ClientIdRecord | null }>(options)
  return {
    async findApiKey(key) {
      const hash = hashApiKey(key)
      const cached = keys.get(hash)
      if (cached !== undefined) return cached.record
      const [found] = await selectKey(db, hash)
      const record = found !== undefined && isSameDigest(found.hash, hash) ? found : null
      keys.set(hash, { record })
      if (record !== null) touch(context, 'api_keys', record)
      return record
    },
    async findClientId(clientId) {
      const cached = clients.get(clientId)
      if (cached !== undefined) return cached.record
      const [row] = await selectClient(db, clientId)
      const record =
        row === undefined ? null : { ...row, origins: parseOrigins(row.allowed_domains) }
      clients.set(clientId, { record })
      if (record !== null) touch(context, 'client_ids', record)
      return record
    },
  }
}

function parseOrigins(json: string): ReadonlySet<string> {
  const parsed: unknown = JSON.parse(json)
  return new Set(Array.isArray(parsed) ? parsed.map(String) : [])
}

/** Notes the use of a credential, behind the answer: a call never waits for it and never fails by it. */
function touch(
  context: Pick<Context, 'db' | 'now' | 'log'>,
  table: 'api_keys' | 'client_ids',
  record: { id: string; last_used_at: string | null },
): void {
  const now = context.now()
  const last = record.last_used_at === null ? 0 : Date.parse(record.last_used_at)
  if (now.getTime() - last < TOUCH_INTERVAL_MS) return
  context.db.kysely
    .updateTable(table)
    .set({ last_used_at: now.toISOString() })
    .where('id', '=', record.id)
    .execute()
    .catch((err: unknown) =>
      context.log.warn({ err, table }, 'Failed to note the use of a credential'),
    )
}
