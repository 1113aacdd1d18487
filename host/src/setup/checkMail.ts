import type { MailConfig } from '../config.ts'
import { COMMAND } from '../folders.ts'
import { openMailTransport } from '../mail/openMailTransport.ts'
import { type Finding, fail, ok, reasonOf } from './finding.ts'

/** Checks that the mail server accepts the host's login; sends no e-mail. */
export async function checkMail(mail: MailConfig | null): Promise<Finding[]> {
  if (mail === null) return [ok('mail', 'PAY_SMTP_URL is unset, so the host sends no e-mail.')]
  try {
    await openMailTransport(mail).verify()
    return [
      ok('mail', `The mail server accepts the login. ${COMMAND} mail-test <address> sends a test.`),
    ]
  } catch (error) {
    return [
      fail(
        'mail',
        `The mail server cannot be used: ${reasonOf(error)}`,
        'Check PAY_SMTP_URL: the server, its port, the user name and the password.',
      ),
    ]
  }
}
