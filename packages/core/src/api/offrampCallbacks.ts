import { z } from 'zod'
import { successSchema } from '../schemas/schemas.ts'
import { freeText, textMatching, textWhere } from '../schemas/text.ts'
import { endpoint } from './endpoint.ts'

/** A provider's id. It can be part of a path, so it consists of visible ASCII and begins with a letter or digit. */
export const providerIdSchema = textMatching(/^[A-Za-z0-9][\x21-\x7e]{0,254}$/, {
  code: 'invalid_id',
  message: 'must be 1 to 255 visible ASCII characters that begin with a letter or a digit',
})

/**
 * A reason in lower-case letters and underscores, such as `account_closed`. Merchants receive it, so it must not name a person or an
 * account.
 */
export const reasonCodeSchema = z
  .string()
  .max(64)
  .regex(/^[a-z]+(?:_[a-z]+)*$/)

const momentSchema = textWhere((text) =>
  z.iso.datetime({ offset: true }).safeParse(text).success
    ? undefined
    : { code: 'invalid_date', message: 'must be a time such as 2026-11-03T09:50:00.000Z' },
).meta({ format: 'date-time' })

/** One report from an offramp provider about a record: the body of its callbacks, and an entry in its status responses. */
export const providerReportSchema = z
  .object({
    id: providerIdSchema.describe('The service processes reports with the same id once.'),
    kind: z.enum(['kyc', 'agreement', 'account', 'offramp']),
    subject: providerIdSchema.describe(
      'The provider’s id for the payer (kyc, agreement), the account or the offramp.',
    ),
    status: freeText({ min: 1, max: 64 }).describe(
      'A provider status that PAY_OFFRAMP_HTTP_STATUSES maps, or one of this service’s statuses. Any other status is ignored.',
    ),
    reason: freeText({ max: 1_000 })
      .nullish()
      .describe(
        'The reason in lower-case letters with underscores, such as account_closed. The service discards any other text, because it may contain a person’s name.',
      ),
    occurredAt: momentSchema.describe(
      'The time on the provider’s clock: if two reports have the same subject, the later one applies.',
    ),
  })
  .meta({ id: 'ProviderReport' })

/** The endpoints that offramp providers call. */
export const offrampCallbacks = {
  receive: endpoint({
    id: 'receiveOfframpCallback',
    host: 'api',
    method: 'POST',
    path: '/v2/offramp/callbacks',
    tag: 'Payers',
    summary: 'Receive a report from the offramp provider',
    description:
      'For the provider of `PAY_OFFRAMP=http`, which signs with `PAY_OFFRAMP_HTTP_SECRET` as Standard Webhooks specifies. The service accepts repeated and outdated reports, and reports with an unknown status, but ignores them.',
    auth: [],
    signed: 'offramp',
    limit: 'address',
    maxBodyBytes: 65_536,
    body: providerReportSchema,
    bodyExample: {
      id: 'evt_8842',
      kind: 'offramp',
      subject: 'po_19',
      status: 'fiat_sent',
      reason: null,
      occurredAt: '2026-11-03T09:50:00.000Z',
    },
    responses: {
      200: {
        description: 'The report was accepted. Do not send it again.',
        schema: successSchema,
        example: { success: true },
      },
    },
    errors: [400, 401, 404, 429],
    problems: {
      401: 'The signature is missing or wrong, or more than 5 minutes old (`invalid_signature`).',
      404: 'No payer, account or offramp has this id yet: send the report again (`not_found`).',
    },
  }),
}
