import type { Context } from '../../host/src/context.ts'

/** One waiting e-mail in the outbox. */
export type WaitingMail = { to: string; subject: string; text: string; html: string }

/** Reads the e-mails that wait in the outbox, oldest first, with their texts; `to` selects one address. */
export async function readMails(
  { host }: { host: { context: Pick<Context, 'db' | 'sealer'> } },
  to?: string,
): Promise<WaitingMail[]> {
  const { db, sealer } = host.context
  const rows = await db.kysely
    .selectFrom('mails')
    .select('sealed_message')
    .where('status', '=', 'pending')
    .orderBy('id')
    .execute()
  const mails = rows.map(
    ({ sealed_message }): WaitingMail => JSON.parse(sealer.open('mail', sealed_message)),
  )
  return mails.filter((mail) => to === undefined || mail.to === to)
}
