import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { readRestore } from './noteRestore.ts'

/** The payees on a network whose payments in blocks from `fromBlock` on may be unread, because no record named them then. */
export type UnreadPayees = { network: string; fromBlock: number; payees: readonly string[] }

/**
 * Returns the payees that requests have named only since the last restore. The host read the blocks after the backup without these payees,
 * and so stored no payment to them whose request is lost. A later rescan of these blocks reads their payments.
 */
export async function readUnreadPayees(
  context: Pick<Context, 'config' | 'db'>,
): Promise<readonly UnreadPayees[]> {
  const restore = await readRestore(context)
  if (restore === null) return []
  const found: UnreadPayees[] = []
  for (const { network } of context.config.networks) {
    const cursor = restore.cursors[network.id]
    if (cursor === undefined) continue
    const fromBlock = Number(cursor) + 1
    if (!(await hasRead(context, network.id, fromBlock))) continue
    const since = (await lastRescan(context, network.id, fromBlock)) ?? restore.at
    const payees = await readNewPayees(context, network.id, since > restore.at ? since : restore.at)
    if (payees.length > 0) found.push({ network: network.id, fromBlock, payees })
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
