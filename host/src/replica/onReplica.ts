import { BaseError } from '@secure-payment/core'
import type { Caller } from '../auth/caller.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/openDatabase.ts'
import { CsvAnswer } from '../http/csvAnswer.ts'
import { NO_VERSIONS, nameVersions, readTenantVersions } from '../live/readTenantVersions.ts'

/**
 * Wraps an action that only reads, so that it reads from the replica if there is a current one. The primary serves these calls:
 *
 * - calls of merchants whose latest records or writes have not reached the replica, so that merchants read their own changes;
 * - calls with a public client ID, because a merchant's rules for them must apply at once;
 * - calls whose read from the replica failed.
 */
export function onReplica<C extends { caller: Caller }, A>(
  action: (context: Context, call: C) => Promise<A>,
): (context: Context, call: C) => Promise<A> {
  return async (context, call) => {
    const { replica } = context
    if (replica === undefined) return action(context, call)
    const db = await findCurrent(context, call.caller)
    context.metrics?.replicaChosen(db !== null)
    if (db === null) return action(context, call)
    try {
      const answer = await action({ ...context, db }, call)
      if (!(answer instanceof CsvAnswer)) return answer
      const again = async () => piecesOf(await action(context, call))
      const pieces = firstFrom(answer.pieces, again, replica.failed)
      // Only the pieces differ, so the answer has the action's type.
      return new CsvAnswer(pieces, answer.fileName) as A
    } catch (error) {
      // The primary would reject the caller's input too.
      if (error instanceof BaseError && error.kind === 'invalid') throw error
      replica.failed(error)
      return action(context, call)
    }
  }
}

/** Returns the replica if it has the merchant's latest records; otherwise null. */
async function findCurrent(
  { db, replica }: Pick<Context, 'db' | 'replica'>,
  { credential, tenantId }: Caller,
): Promise<Database | null> {
  if (replica === undefined || credential === 'clientId' || replica.hasWritten(tenantId))
    return null
  const current = replica.current()
  if (current === null) return null
  const read = async (from: Database) => {
    const versions = await readTenantVersions(from, [tenantId])
    return nameVersions(versions.get(tenantId) ?? NO_VERSIONS)
  }
  const copied = read(current).catch((error: unknown) => {
    replica.failed(error)
    return null
  })
  const [latest, known] = await Promise.all([read(db), copied])
  return known === latest ? current : null
}

/** Yields the pieces from the replica, or those from the primary if the first one cannot be read. */
async function* firstFrom(
  pieces: CsvAnswer['pieces'],
  again: () => Promise<CsvAnswer['pieces']>,
  failed: (error: unknown) => void,
): AsyncGenerator<string> {
  let isBegun = false
  try {
    for await (const piece of pieces) {
      isBegun = true
      yield piece
    }
    return
  } catch (error) {
    // A later piece from the primary might repeat or omit lines.
    if (isBegun) throw error
    failed(error)
  }
  yield* await again()
}

function piecesOf(answer: unknown): CsvAnswer['pieces'] {
  if (answer instanceof CsvAnswer) return answer.pieces
  throw new TypeError('An export is CSV')
}
