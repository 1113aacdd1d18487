import { z } from 'zod'
import { securePaymentStatusSchema } from '../schemas/schemas.ts'
import { scopeSchema } from './scopes.ts'
import { attemptPhaseSchema, securePaymentSchema } from './securePaymentSchemas.ts'

/**
 * The body of every error, as `application/problem+json`: the members of RFC 9457, and those that existing clients read. `status` is always
 * the HTTP status, as in the RFC; the status of a secure payment is `paymentStatus`.
 */
export const problemSchema = z
  .looseObject({
    type: z.string().describe('URL of the error’s documentation.'),
    title: z.string(),
    status: z.int().describe('The HTTP status.'),
    detail: z.string(),
    statusCode: z.int().describe('The HTTP status.'),
    error: z.string().describe('The status phrase.'),
    message: z.string().describe('A sentence that describes the error.'),
    code: z.string().describe('Stable snake_case identifier.'),
    errors: z
      .array(
        z.object({
          field: z
            .string()
            .describe('Path such as `requests[0].amount`; empty for the whole input.'),
          message: z.string(),
          code: z.string(),
        }),
      )
      .optional()
      .describe('One entry per invalid field.'),
    requestId: z.string().optional().describe('Same as the header x-request-id.'),
    paymentStatus: securePaymentStatusSchema
      .optional()
      .describe('On 403, 409, 410 and 423 for a secure payment: its status, as in `payment`.'),
    payment: securePaymentSchema
      .optional()
      .describe('On 403, 409, 410 and 423 for a secure payment: its current state.'),
    securePaymentUrl: z
      .string()
      .optional()
      .describe('On 403 `link_reusable`: the link’s hosted page, which opens a payment per payer.'),
    isTestService: z
      .literal(true)
      .optional()
      .describe(
        'On 401 and 403 for a credential: this service serves only networks where money has no value, so a page may show the reason.',
      ),
    scope: scopeSchema
      .optional()
      .describe('On 403 `scope_missing`: the scope that the API key or the role lacks.'),
    attempt: z
      .object({
        ageSeconds: z.int().nonnegative(),
        wallet: z.string().describe('Masked.'),
        phase: attemptPhaseSchema,
      })
      .optional()
      .describe('On 409 `attempt_in_progress`: the attempt that locks the payment.'),
  })
  .meta({
    id: 'Problem',
    description: 'RFC 9457 problem details, with the members that existing clients read.',
    examples: [
      {
        type: 'https://api.example.test/errors/validation_failed',
        title: 'Bad Request',
        status: 400,
        detail: 'Validation failed: requests[0].amount must be greater than 0.',
        statusCode: 400,
        error: 'Bad Request',
        message: 'Validation failed: requests[0].amount must be greater than 0.',
        code: 'validation_failed',
        errors: [
          {
            field: 'requests[0].amount',
            message: 'must be greater than 0',
            code: 'amount_not_positive',
          },
        ],
        requestId: 'req_01KB4Z',
      },
    ],
  })

/** The body of every error. */
export type Problem = z.output<typeof problemSchema>
