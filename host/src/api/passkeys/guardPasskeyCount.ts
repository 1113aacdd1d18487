import { TooManyPasskeysError } from '../../auth/passkeys/errors.ts'
import type { Tx } from '../../db/openDatabase.ts'

/** The maximum number of passkeys per member. */
const MAX_PASSKEYS = 20

/** @throws TooManyPasskeysError if the member already has the maximum number */
export async function guardPasskeyCount(tx: Tx, memberId: string): Promise<void> {
  const rows = await tx
    .selectFrom('passkeys')
    .select('id')
    .where('member_id', '=', memberId)
    .limit(MAX_PASSKEYS)
    .execute()
  if (rows.length === MAX_PASSKEYS) throw new TooManyPasskeysError({ max: MAX_PASSKEYS })
}
