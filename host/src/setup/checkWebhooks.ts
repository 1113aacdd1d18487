import { existsSync } from 'node:fs'
import { connect as connectPlain } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { openDatabase, sqlitePath } from '../db/openDatabase.ts'
import { readSchemaState } from '../db/readSchemaState.ts'
import { type Finding, ok, reasonOf, warn } from './finding.ts'

const TIMEOUT_MS = 5_000
/** The maximum number of receivers that the check connects to. */
const MAX_RECEIVERS = 10
const CHECK = 'webhooks'

/** Connects to the receivers of active webhook endpoints, at most {@link MAX_RECEIVERS}, and sends no request. */
export async function checkWebhooks(databaseUrl: string): Promise<Finding[]> {
  const origins = await readOrigins(databaseUrl).catch(() => [])
  if (origins.length === 0) return [ok(CHECK, 'There is no active webhook endpoint to connect to.')]
  const tested = origins.slice(0, MAX_RECEIVERS)
  const outcomes = await Promise.all(
    tested.map(async (origin) => ({
      origin,
      reason: await connect(new URL(origin)).then(() => null, reasonOf),
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

function connect({ protocol, hostname, port }: URL): Promise<void> {
  const isTls = protocol === 'https:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const target = { host, port: Number(port) || (isTls ? 443 : 80) }
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = isTls
    ? connectTls({ ...target, servername: host }, resolve)
    : connectPlain(target, resolve)
  socket.setTimeout(TIMEOUT_MS, () => reject(new Error(`no connection within ${TIMEOUT_MS} ms`)))
  socket.once('error', reject)
  return promise.finally(() => socket.destroy())
}
