import type { Context } from '../context.ts'
import { DatabaseUnavailableError } from '../db/errors.ts'
import type { Tx } from '../db/openDatabase.ts'
import { isMailAddress } from '../mail/mailMessage.ts'
import { queueMail } from '../mail/queueMail.ts'
import { createMailCode } from './createMailCode.ts'

type ResetContext = Pick<Context, 'config' | 'db' | 'log' | 'now' | 'random' | 'sealer'>

/** The maximum number of requests that one run processes. */
const REQUESTS_A_RUN = 100

/**
 * Sends links for the requested password resets. The API call only stores the address, so neither its response nor its duration shows
 * whether the address has an account. A request without an account causes no e-mail, and one that cannot be processed is dropped, so that
 * it does not delay others.
 */
export async function sendResets(context: ResetContext): Promise<{ more: boolean }> {
  const waiting = await context.db.kysely
    .selectFrom('reset_requests')
    .select('id')
    .orderBy('id')
    .limit(REQUESTS_A_RUN)
    .execute()
  for (const { id } of waiting) {
    try {
      await context.db.transaction((tx) => sendReset(tx, context, id))
    } catch (err) {
      if (err instanceof DatabaseUnavailableError) throw err
      context.log.error({ err }, 'Dropped a password reset')
      await context.db.kysely.deleteFrom('reset_requests').where('id', '=', id).execute()
    }
  }
  return { more: waiting.length === REQUESTS_A_RUN }
}

/** Deletes the request first, so that only one host processes it. */
async function sendReset(tx: Tx, context: ResetContext, id: string): Promise<void> {
  const request = await tx
    .deleteFrom('reset_requests')
    .where('id', '=', id)
    .returning('sealed_email')
    .executeTakeFirst()
  if (request === undefined) return
  const email = context.sealer.open('email', request.sealed_email)
  // Accounts may sign in with strings that no mail server accepts.
  if (!isMailAddress(email)) return
  // Locks the account, so that concurrent requests count each other's links.
  const account = await tx
    .updateTable('accounts')
    .set((eb) => ({ email_digest: eb.ref('email_digest') }))
    .where('email_digest', '=', context.sealer.digest('email', email))
    .returning(['id', 'tenant_id'])
    .executeTakeFirst()
  if (account === undefined) return
  const facts = { purpose: 'password', tenantId: account.tenant_id, memberId: account.id } as const
  const code = await createMailCode(tx, context, { ...facts, email })
  if (code === null) return
  const parts = {
    to: email,
    subject: 'Reset your password',
    paragraphs: [
      'A new password was requested for the account that signs in with this e-mail address.',
      {
        text: 'Set it here within 30 minutes. The link works once:',
        url: `${context.config.authUrl}/console/#reset-password=${code}`,
      },
      'If you did not request it, ignore this e-mail. Your password stays as it is.',
    ],
  }
  // Reset links have their own limit, so that payment notices cannot exhaust it.
  await queueMail(tx, context, parts, { tenantId: null, cause: null })
}
