import { InvalidInputError } from '@secure-payment/core'
import type { Caller } from '../auth/caller.ts'
import type { Context } from '../context.ts'
import { parseStoredList } from '../db/parseStoredList.ts'
import type { Row } from '../db/schema.ts'

/**
 * Reads the URL to which a page leads after payment, and the label of its button, and returns both as columns. A page's client ID is
 * public, so payments that it creates redirect only to its own domains. A stranger therefore cannot redirect a merchant's payment page.
 *
 * @throws InvalidInputError
 */
export async function readRedirect(
  context: Pick<Context, 'db'>,
  options: { redirectUrl?: string | undefined; redirectLabel?: string | undefined },
  caller: Caller,
): Promise<Pick<Row<'secure_payments'>, 'redirect_url' | 'redirect_label'>> {
  const { redirectUrl = null, redirectLabel = null } = options
  if (redirectUrl === null) {
    if (redirectLabel !== null) throw invalid('required', 'is required together with redirectLabel')
    return { redirect_url: null, redirect_label: null }
  }
  if (!URL.canParse(redirectUrl)) throw invalid('invalid_url', 'must be an http or https URL')
  if (caller.credential === 'clientId' && caller.origin !== null) {
    const allowed = await findAllowedOrigins(context, caller.clientRecordId)
    if (!allowed.includes(new URL(redirectUrl).origin)) {
      const message = `must be a page on one of the client ID's allowed domains: ${allowed.join(', ')}`
      throw invalid('redirect_not_allowed', message)
    }
  }
  return { redirect_url: redirectUrl, redirect_label: redirectLabel }
}

async function findAllowedOrigins(
  { db }: Pick<Context, 'db'>,
  recordId: string,
): Promise<readonly string[]> {
  const row = await db.kysely
    .selectFrom('client_ids')
    .select('allowed_domains')
    .where('id', '=', recordId)
    .executeTakeFirst()
  return row === undefined ? [] : parseStoredList(row.allowed_domains)
}

function invalid(code: string, message: string): InvalidInputError {
  return new InvalidInputError([{ field: 'redirectUrl', code, message }])
}
