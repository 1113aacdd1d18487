import type { Tx } from '../../db/openDatabase.ts'
import { endPendingSignIns } from './removePasskeys.ts'

/** Switches off a member's second factor, deletes the recovery codes, and ends the sign-ins that wait for the factor. The passkeys stay. */
export async function switchOffFactor(tx: Tx, memberId: string): Promise<void> {
  await tx
    .updateTable('member_factors')
    .set({ is_second_factor: 0 })
    .where('member_id', '=', memberId)
    .execute()
  await tx.deleteFrom('recovery_codes').where('member_id', '=', memberId).execute()
  await endPendingSignIns(tx, memberId)
}
