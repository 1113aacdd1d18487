import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import { openDatabase, sqlitePath } from '../db/openDatabase.ts'
import { readSchemaState } from '../db/readSchemaState.ts'
import { connectSafely } from '../outgoing/safeFetch.ts'
import { type Finding, ok, reasonOf, warn } from './finding.ts'

/** The maximum number of receivers that the check connects to. */
const MAX_RECEIVERS = 10
const CHECK = 'webhooks'

/**
 * Connects to the receivers of active webhook endpoints, at most {@link MAX_RECEIVERS}, and sends no request. Merchants chose their addresses,
 * so the check connects only where the host itself would.
 */
export async function checkWebhooks({
  databaseUrl,
  allowPrivateWebhooks: allowLoopback,
}: Pick<Config, 'databaseUrl' | 'allowPrivateWebhooks'>): Promise<Finding[]> {
  const origins = await readOrigins(databaseUrl).catch(() => [])
  if (origins.length === 0) return [ok(CHECK, 'There is no active webhook endpoint to connect to.')]
  const tested = origins.slice(0, MAX_RECEIVERS)
  const outcomes = await Promise.all(
    tested.map(async (origin) => ({
      origin,
      reason: await connectSafely(origin, { allowLoopback }).then(() => null, reasonOf),
    })),
  )
  const failed = outcomes.flatMap(({ origin, reason }) =>
    reason === null
      ? []
      : [
          warn(
            CHECK,
            `The host cannot connect to ${origin}: ${reason}`,
            "Check the firewall's outgoing rules and the name server. If others connect, the receiver is down.",
          ),
        ],
  )
  if (failed.length > 0) return failed
  return [ok(CHECK, `The host connects to ${tested.length} of ${origins.length} receivers.`)]
}

/** Returns the origins of active webhook endpoints; none without a database, or without its tables. */
async function readOrigins(databaseUrl: string): Promise<string[]> {
  const path = sqlitePath(databaseUrl)
  if (path !== null && !existsSync(path)) return []
  await using db = await openDatabase(databaseUrl)
  if ((await readSchemaState(db)).applied === 0) return []
  const endpoints = await db.kysely
    .selectFrom('webhook_endpoints')
    .select('url')
    .where('is_active', '=', 1)
    .execute()
  return [...new Set(endpoints.map(({ url }) => new URL(url).origin))].sort()
}
