import { hash } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { SignInEndedError } from './errors.ts'

/** The maximum number of attempts at one sign-in's second factor. */
const MAX_ATTEMPTS = 5

/**
 * Finds the sign-in of a browser that waits for the second factor, by its cookie's value.
 *
 * @throws SignInEndedError
 */
export async function findPendingSignIn(
  context: Pick<Context, 'db' | 'now'>,
  value: string | null,
): Promise<Row<'pending_sign_ins'>> {
  if (value === null) throw new SignInEndedError()
  const pending = await context.db.kysely
    .selectFrom('pending_sign_ins')
    .selectAll()
    .where('hash', '=', hash('sha256', value, 'hex'))
    .where('expires_at', '>', context.now().toISOString())
    .executeTakeFirst()
  if (pending === undefined) throw new SignInEndedError()
  return pending
}

/**
 * Counts an attempt before it is verified, so that concurrent attempts count too.
 *
 * @throws SignInEndedError after the last attempt
 */
export async function countAttempt(
  context: Pick<Context, 'db'>,
  { id }: Pick<Row<'pending_sign_ins'>, 'id'>,
): Promise<void> {
  const { numUpdatedRows } = await context.db.kysely
    .updateTable('pending_sign_ins')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('attempts', '<', MAX_ATTEMPTS)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new SignInEndedError()
}
