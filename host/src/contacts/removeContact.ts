import type { Tx } from '../db/openDatabase.ts'

/** Deletes the address, the notices and the links of a removed member. */
export async function removeContact(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('member_contacts').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('mail_codes').where('member_id', '=', memberId).execute()
}
