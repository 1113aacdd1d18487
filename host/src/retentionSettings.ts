import { z } from 'zod'
import { limit, setting, wholeNumber } from './settingForms.ts'

const MAX_DAYS = 36_500
const DAYS = limit(MAX_DAYS)
/** Other features need these records for at least a day, and they must not grow without limit. */
const LIMITED_DAYS = wholeNumber(1, MAX_DAYS)

/** The number of days for which old records are kept; null for no limit. */
export const retentionSettings = z.object({
  keepLinksDays: setting('PAY_KEEP_LINKS_DAYS', '90', DAYS).describe(
    'Days for which an unpaid payment link is kept after its end, with its requests; 0 = always.',
  ),
  keepRequestsDays: setting('PAY_KEEP_REQUESTS_DAYS', '180', DAYS).describe(
    'Days for which an unpaid and unchanged request without a link is kept; 0 = always.',
  ),
  keepDeliveriesDays: setting('PAY_KEEP_DELIVERIES_DAYS', '90', DAYS).describe(
    'Days for which completed webhook deliveries and their attempts can be read and sent again; 0 = always.',
  ),
  keepAuditDays: setting('PAY_KEEP_AUDIT_DAYS', '400', DAYS).describe(
    'Days for which entries of the audit log are kept; 0 = always.',
  ),
  keepIdempotencyDays: setting('PAY_KEEP_IDEMPOTENCY_DAYS', '4', LIMITED_DAYS).describe(
    'Days for which a repeated call with the same Idempotency-Key returns the stored response; at least 1.',
  ),
  keepMailsDays: setting('PAY_KEEP_MAILS_DAYS', '30', LIMITED_DAYS).describe(
    'Days for which sent e-mails and notices are kept, without their text; at least 1, because limits count those of a day.',
  ),
  keepScreeningsDays: setting('PAY_KEEP_SCREENINGS_DAYS', '30', LIMITED_DAYS).describe(
    'Days for which decisions about wallets are kept after their expiry; at least 1.',
  ),
  keepInvitationsDays: setting('PAY_KEEP_INVITATIONS_DAYS', '30', LIMITED_DAYS).describe(
    'Days for which invitations are kept after their expiry; at least 1.',
  ),
})
