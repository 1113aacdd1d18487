import { z } from 'zod'
import { evmTxHashSchema, ulidSchema } from '../schemas/schemas.ts'
import { textMatching } from '../schemas/text.ts'
import { optionMember } from './accepts.ts'
import { endpoint } from './endpoint.ts'
import { PAYING_PROBLEMS, SAFE_PROBLEM, tokenParams } from './securePaymentParts.ts'

const TX_HASH = `0x${'6d'.repeat(32)}`

/** Permits that a service sends for its payers: a payer signs a message instead of paying for an approval. */
export const securePaymentPermits = {
  createPermit: endpoint({
    id: 'createSecurePaymentPermit',
    host: 'api',
    method: 'POST',
    path: '/v2/secure-payments/{token}/permit',
    tag: 'Secure payments',
    summary: 'Submit a signed permit',
    description:
      'Accepts the signature that the wallet of a live attempt made for the calldata’s `metadata.permit`. The service sends it to the token once per attempt, at its own cost. The signature must be for exactly the payment’s approval: owner, spender, value, nonce, and a deadline within half an hour. Responds when the transaction is signed and stored; the allowance exists once the transaction is in a block. Repeating the call returns the same hash. After any problem, the payer approves with a transaction instead: after 503 `relay_unavailable`, the service no longer sends the permit.',
    auth: ['apiKey', 'clientId', 'session'],
    scope: 'create',
    params: tokenParams,
    body: z
      .object({
        signature: textMatching(/^0x[0-9a-fA-F]{130}$/, {
          code: 'invalid_signature',
          message: 'must be 0x and 65 bytes in hex',
        }).describe('The wallet’s signature of the typed data, made with its own key.'),
        deadline: z.int().positive().describe('The signed deadline in unix seconds.'),
        attemptId: z.uuid(),
        ...optionMember,
        quote: ulidSchema
          .optional()
          .describe('The quote of the transactions, if the call for them named one.'),
      })
      .meta({ id: 'SecurePaymentPermitCreate' }),
    bodyExample: {
      signature: `0x${'1a'.repeat(64)}1b`,
      deadline: 1_793_606_400,
      attemptId: '6b0f0f5e-2d3c-4a0e-9b52-0f1f6f1a7c11',
    },
    responses: {
      202: {
        description: 'The service is sending the permit.',
        schema: z.object({ txHash: evmTxHashSchema }).meta({ id: 'SecurePaymentPermit' }),
        example: { txHash: TX_HASH },
      },
    },
    errors: [400, 401, 403, 404, 409, 410, 423, 429],
    problems: {
      ...PAYING_PROBLEMS,
      ...SAFE_PROBLEM,
      400: 'A field is not valid, or the service does not send the permit (`permit_not_relayed`); the message contains the reason.',
      409: `${PAYING_PROBLEMS[409]} Or the attempt has ended (\`attempt_ended\`), or has another permit (\`permit_exists\`).`,
      429: 'The rate limit for the credential or the address is reached. Or the service has sent its maximum number of permits within an hour (`too_many_permits`). See Retry-After.',
      503: 'The relayer did not send the permit in time and never will (`relay_unavailable`), or no node returned the wallet’s data.',
    },
  }),
}
