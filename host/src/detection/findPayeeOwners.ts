import type { PaymentLog } from '@secure-payment/core/evm'
import type { ChainClient } from '../chains/chainClient.ts'
import type { Context } from '../context.ts'
import { among } from '../search/among.ts'
import { readBlockTimes } from './readBlockTimes.ts'

/** The owner of a payee whose merchant is not certain; the operator assigns its payments. */
const NO_TENANT = ''

/** The maximum number of merchants checked for a payee; if more use it, none is the owner. */
const MAX_NAMING = 8

/**
 * Finds the merchants that own the payees of payments with unknown references. Any merchant can name any payee in a request, so proof takes
 * priority. First is the merchant whose member signs in with the wallet, then the merchant with an active destination for it. Next is the
 * only merchant that had named the payee at the time of the first payment. In any other case the owner is {@link NO_TENANT}; a payee that
 * no request and no member names has no entry.
 *
 * @throws ChainUnavailableError, NodesDisagreeError if a block's time is needed and unreadable
 */
export async function findPayeeOwners(
  context: Pick<Context, 'db'>,
  client: Pick<ChainClient, 'network' | 'getAgreedBlocks'>,
  logsByPayee: ReadonlyMap<string, readonly PaymentLog[]>,
): Promise<ReadonlyMap<string, string>> {
  const owners = new Map(await findProved(context, [...logsByPayee.keys()]))
  const named: { payee: string; log: PaymentLog; naming: readonly Naming[] }[] = []
  for (const [payee, [first]] of logsByPayee) {
    if (owners.has(payee) || first === undefined) continue
    const naming = await findNaming(context, payee)
    if (naming.length > 0) named.push({ payee, log: first, naming })
  }
  const times = await readBlockTimes(
    client,
    named.map(({ log }) => log),
  )
  for (const { payee, log, naming } of named) {
    owners.set(payee, onlyOneBefore(naming, times.get(log.blockNumber) ?? 0n))
  }
  return owners
}

/** A merchant with requests to a payee, and the time of the first one. */
type Naming = { tenant_id: string; created_at: string }

async function findProved(
  { db }: Pick<Context, 'db'>,
  payees: readonly string[],
): Promise<readonly (readonly [string, string])[]> {
  const wallets = await db.kysely
    .selectFrom('wallets')
    .select(['address', 'tenant_id'])
    .where(among(db.dialect, 'address', payees))
    .execute()
  const destinations = await db.kysely
    .selectFrom('payee_destinations')
    .select(['wallet_address', 'tenant_id'])
    .where(among(db.dialect, 'wallet_address', payees))
    .where('is_active', '=', 1)
    .execute()
  // Of two entries, the later one counts, because a wallet may have left the merchant account that its destination belongs to.
  return [
    ...destinations.map(({ wallet_address, tenant_id }) => [wallet_address, tenant_id] as const),
    ...wallets.map(({ address, tenant_id }) => [address, tenant_id] as const),
  ]
}

/**
 * The search needs two index seeks per merchant, for any number of requests and options. One more row than the limit shows that there are
 * more merchants.
 */
async function findNaming({ db }: Pick<Context, 'db'>, payee: string): Promise<readonly Naming[]> {
  const naming: Naming[] = []
  while (naming.length <= MAX_NAMING) {
    const after = naming.at(-1)?.tenant_id ?? ''
    const found = await Promise.all(
      (['requests', 'request_options'] as const).map((table) =>
        db.kysely
          .selectFrom(table)
          .select(['tenant_id', 'created_at'])
          .where('payee', '=', payee)
          .where('tenant_id', '>', after)
          .orderBy('tenant_id')
          .orderBy('created_at')
          .limit(1)
          .executeTakeFirst(),
      ),
    )
    const [next] = found.filter((some) => some !== undefined).toSorted(byTenantAndTime)
    if (next === undefined) break
    naming.push(next)
  }
  return naming
}

function byTenantAndTime(a: Naming, b: Naming): number {
  if (a.tenant_id !== b.tenant_id) return a.tenant_id < b.tenant_id ? -1 : 1
  return a.created_at < b.created_at ? -1 : 1
}

/** A block's time is in whole seconds, so a request from the same second may be the earlier one. */
function onlyOneBefore(naming: readonly Naming[], blockTimeS: bigint): string {
  if (naming.length > MAX_NAMING) return NO_TENANT
  const endMs = (Number(blockTimeS) + 1) * 1_000
  const before = naming.filter(({ created_at }) => Date.parse(created_at) < endMs)
  return before.length === 1 ? (before[0]?.tenant_id ?? NO_TENANT) : NO_TENANT
}
