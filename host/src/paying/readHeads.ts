import type { NotNull } from 'kysely'
import type { Context } from '../context.ts'
import { preparedRead } from '../db/preparedRead.ts'

const selectHeads = preparedRead((kysely) =>
  kysely
    .selectFrom('chain_cursors')
    .select(['network', 'head_number'])
    .where('head_number', 'is not', null)
    .$narrowType<{ head_number: NotNull }>()
    .compile(),
)

/** The newest block that each watcher has read, by network; a network whose watcher has read none is absent. */
export type Heads = Readonly<Record<string, bigint>>

/** Returns the head of a page's network, and the heads of all networks if its payments may be on several (`isSpread`). */
export async function readHeads(
  db: Context['db'],
  own: { network: string; head_number: number | bigint | null },
  isSpread: boolean,
): Promise<Heads> {
  const heads = isSpread ? await selectHeads(db) : []
  return Object.fromEntries(
    [...heads, own].flatMap(({ network, head_number: head }) =>
      head === null ? [] : [[network, BigInt(head)]],
    ),
  )
}
