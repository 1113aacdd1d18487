import type { Tx } from '../../db/openDatabase.ts'

/** Deletes a removed member's passkeys, second factor and open sign-ins. */
export async function removePasskeys(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('recovery_codes').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('member_factors').where('member_id', '=', memberId).execute()
  await endPendingSignIns(tx, memberId)
}

/** Ends a member's sign-ins that wait for the second factor. */
export async function endPendingSignIns(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('pending_sign_ins').where('member_id', '=', memberId).execute()
}
