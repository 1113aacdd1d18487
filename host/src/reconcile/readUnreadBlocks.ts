import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { type Restore, readOmission } from '../restores/restore.ts'

/** The blocks of a network from `fromBlock` on, whose payments are not all stored. */
export type UnreadBlocks = {
  network: string
  fromBlock: number
  /** The payees whose payments may be unread, because no record named them when the host read these blocks. */
  payees: readonly string[]
  /** Whether the host omitted payments of known payees, because there were too many. */
  isOmitted: boolean
}

/**
 * Returns the blocks after the restored backup that a rescan must read. The host read them without the payees that requests have named only
 * since the restore, and so stored no payment to them whose request is lost.
 */
export async function readUnreadBlocks(
  context: Pick<Context, 'config' | 'db'>,
  restore: Restore,
): Promise<readonly UnreadBlocks[]> {
  const found: UnreadBlocks[] = []
  for (const { network } of context.config.networks) {
    const cursor = restore.cursors[network.id]
    if (cursor === undefined) continue
    const fromBlock = Number(cursor) + 1
    if (!(await hasRead(context, network.id, fromBlock))) continue
    const since = (await lastRescan(context, network.id, fromBlock)) ?? restore.at
    const payees = await readNewPayees(context, network.id, since > restore.at ? since : restore.at)
    const omittedAt = await readOmission(context, network.id)
    const isOmitted = omittedAt !== null && omittedAt >= since
    if (payees.length > 0 || isOmitted)
      found.push({ network: network.id, fromBlock, payees, isOmitted })
  }
  return found
}

async function hasRead(
  { db }: Pick<Context, 'db'>,
  network: string,
  block: number,
): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('chain_cursors')
    .select('block_number')
    .where('network', '=', network)
    .where('block_number', '>=', BigInt(block))
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the start of the last completed rescan from a block or an earlier one. */
async function lastRescan(
  { db }: Pick<Context, 'db'>,
  network: string,
  fromBlock: number,
): Promise<string | null> {
  const { at } = await db.kysely
    .selectFrom('rescans')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .where('network', '=', network)
    .where('status', '=', 'done')
    .where('from_block', '<=', BigInt(fromBlock))
    // A repair of one block has the same first and last block.
    .whereRef('to_block', '>', 'from_block')
    .executeTakeFirstOrThrow()
  return at
}

async function readNewPayees(
  { db }: Pick<Context, 'db'>,
  network: string,
  since: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ payee: string }>`
    select named.payee from (
      select payee from requests where network = ${network} and created_at >= ${since}
      union
      select payee from request_options where network = ${network} and created_at >= ${since}
    ) named
    where not exists (select 1 from requests r where r.payee = named.payee and r.created_at < ${since})
      and not exists (select 1 from request_options o where o.payee = named.payee and o.created_at < ${since})
      and not exists (select 1 from wallets w where w.address = named.payee and w.created_at < ${since})
      and not exists (
        select 1 from payee_destinations d
        where d.wallet_address = named.payee and d.is_active = 1 and d.created_at < ${since}
      )
    order by named.payee
  `.execute(db.kysely)
  return rows.map(({ payee }) => payee)
}
