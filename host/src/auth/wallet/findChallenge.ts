import { hash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { preparedRead, TEXT } from '../../db/preparedRead.ts'
import type { Row } from '../../db/schema.ts'
import { isSameDigest } from '../apiKey.ts'

/** The parts of a challenge that a client sends back. */
export type PresentedChallenge = { challengeId: string; nonce: string; message: string }

const selectChallenge = preparedRead((kysely) =>
  kysely.selectFrom('challenges').selectAll().where('id', '=', TEXT).compile(),
)

/**
 * Finds the challenge that a client presents, if it is open and its nonce and message equal the stored ones, byte for byte. Otherwise
 * returns null, after doing the same work. The client's message is never parsed.
 */
export async function findChallenge(
  context: Pick<Context, 'db' | 'now'>,
  { challengeId, nonce, message }: PresentedChallenge,
): Promise<Row<'challenges'> | null> {
  const [row] = await selectChallenge(context.db, challengeId)
  const isSameNonce = isSameText(nonce, row?.nonce)
  const isSameMessage = isSameText(message, row?.message)
  if (row === undefined || !isSameNonce || !isSameMessage) return null
  return row.used_at === null && row.expires_at > context.now().toISOString() ? row : null
}

/** Compares in constant time. */
function isSameText(sent: string, stored: string | undefined): boolean {
  return isSameDigest(hash('sha256', sent, 'hex'), hash('sha256', stored ?? '', 'hex'))
}
