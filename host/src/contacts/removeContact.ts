import type { Tx } from '../db/openDatabase.ts'

/** Deletes a removed member's address, notices and links. */
export async function removeContact(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('member_contacts').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('mail_codes').where('member_id', '=', memberId).execute()
}
