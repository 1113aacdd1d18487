import type { Context } from '../context.ts'
import { isMailAddress } from './mailMessage.ts'
import { openMailTransport } from './openMailTransport.ts'
import { queueMail } from './queueMail.ts'
import { sendDueMails } from './sendDueMails.ts'

type TestContext = Pick<Context, 'config' | 'db' | 'log' | 'now' | 'random' | 'sealer' | 'signal'>

/**
 * Sends one test e-mail through the outbox, for an operator who has set up a mail server. The returned line states whether the
 * server accepted the e-mail. After a failure that is not final, running hosts retry the e-mail.
 */
export async function sendTestMail(
  context: TestContext,
  to: string,
): Promise<{ line: string; isDone: boolean }> {
  const { mail } = context.config
  if (mail === null) {
    return {
      line: 'Set PAY_SMTP_URL and PAY_MAIL_FROM first: this host sends no e-mail.',
      isDone: false,
    }
  }
  if (!isMailAddress(to)) {
    return { line: 'The address is not usable: pass one such as name@example.com.', isDone: false }
  }
  const parts = { to, subject: 'Test of your payment service', paragraphs: PARAGRAPHS }
  const queued = await context.db.transaction((tx) =>
    queueMail(tx, context, parts, { tenantId: null, cause: null }),
  )
  await sendDueMails(context, openMailTransport(mail))
  const row = await context.db.kysely
    .selectFrom('mails')
    .select(['status', 'last_error'])
    .where('id', '=', typeof queued === 'string' ? '' : queued.id)
    .executeTakeFirst()
  switch (row?.status) {
    case 'sent':
      return { line: `The mail server accepted the e-mail to ${to}.`, isDone: true }
    case 'dead':
      return { line: `The mail server rejected the e-mail: ${row.last_error}.`, isDone: false }
    default: {
      const reason = row?.last_error == null ? '' : ` (${row.last_error})`
      return { line: `The e-mail is not sent yet${reason}; running hosts retry it.`, isDone: false }
    }
  }
}

const PARAGRAPHS = [
  'This is a test e-mail from your payment service.',
  'An operator requested this e-mail with the command mail-test. The service can send e-mail.',
]
