import { sql } from 'kysely'
import type { Context } from '../context.ts'

/**
 * Finds the networks with open signed payments that this host does not serve, and whose watcher's lease no other host holds. Their payments
 * are stored, but no host follows them.
 */
export async function findRemovedNetworks({
  config,
  db: { kysely },
  now,
}: Pick<Context, 'config' | 'db' | 'now'>): Promise<readonly string[]> {
  const open = await kysely
    .selectFrom('signed_payments')
    .select('network')
    .distinct()
    .where(sql<boolean>`status in ('stored', 'sent')`)
    .execute()
  const served = new Set(config.networks.map(({ network }) => network.id))
  const removed = open.map(({ network }) => network).filter((id) => !served.has(id))
  if (removed.length === 0) return []
  const watched = await kysely
    .selectFrom('leases')
    .select('name')
    .where(
      'name',
      'in',
      removed.map((id) => `watch:${id}`),
    )
    .where('expires_at', '>', now().toISOString())
    .execute()
  const names = new Set(watched.map(({ name }) => name))
  return removed.filter((id) => !names.has(`watch:${id}`)).toSorted()
}

/** Logs each network whose open signed payments no host follows. */
export async function warnOfRemovedNetworks(
  context: Pick<Context, 'config' | 'db' | 'log' | 'now'>,
): Promise<void> {
  for (const network of await findRemovedNetworks(context)) {
    const facts = { network, setting: 'PAY_NETWORKS' }
    context.log.warn(facts, 'No host follows the open signed payments of a network')
  }
}
