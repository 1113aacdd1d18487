import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { evmTxHashSchema } from './schemas.ts'
import { PAYING_PROBLEMS, SAFE_PROBLEM, tokenParams } from './securePaymentParts.ts'
import { textMatching } from './text.ts'

const TX_HASH = `0x${'6d'.repeat(32)}`

/** Permits that a service sends for its payers, who sign a message instead of paying for an approval. */
export const securePaymentPermits = {
  createPermit: endpoint({
    id: 'createSecurePaymentPermit',
    host: 'api',
    method: 'POST',
    path: '/v2/secure-payments/{token}/permit',
    tag: 'Secure payments',
    summary: 'Have a signed permit sent',
    description:
      'Takes what the wallet of a live attempt has signed of `metadata.permit` of the calldata, and sends it to the token, for one attempt once and at the service’s cost. The signature must be for exactly what the payment needs: owner, spender, value, nonce, and a deadline within half an hour. Answers when the transaction is signed and stored; the allowance is there when it is in a block. Repeating it answers the same hash. With every problem the payer approves by a transaction instead: after 503 `relay_unavailable` the permit is not sent any more.',
    auth: ['apiKey', 'clientId'],
    params: tokenParams,
    body: z
      .object({
        signature: textMatching(/^0x[0-9a-fA-F]{130}$/, {
          code: 'invalid_signature',
          message: 'must be 0x and 65 bytes in hex',
        }).describe('Of the typed data, by the wallet’s own key.'),
        deadline: z.int().positive().describe('The one that was signed: unix seconds.'),
        attemptId: z.uuid(),
      })
      .meta({ id: 'SecurePaymentPermitCreate' }),
    bodyExample: {
      signature: `0x${'1a'.repeat(64)}1b`,
      deadline: 1_793_606_400,
      attemptId: '6b0f0f5e-2d3c-4a0e-9b52-0f1f6f1a7c11',
    },
    responses: {
      202: {
        description: 'The permit is being sent.',
        schema: z.object({ txHash: evmTxHashSchema }).meta({ id: 'SecurePaymentPermit' }),
        example: { txHash: TX_HASH },
      },
    },
    errors: [400, 401, 403, 404, 409, 423, 429],
    problems: {
      ...PAYING_PROBLEMS,
      ...SAFE_PROBLEM,
      400: 'A field is not valid, or the permit is not sent (`permit_not_relayed`); the message says why.',
      409: `${PAYING_PROBLEMS[409]} Or the attempt is over (\`attempt_ended\`), or has another permit (\`permit_exists\`).`,
      429: 'The rate of the credential or of the address is used up, or as many permits were sent within an hour as the service sends (`too_many_permits`); see Retry-After.',
      503: 'The relayer did not get to it in time, and does not send it any more (`relay_unavailable`), or no node tells what the wallet has.',
    },
  }),
}
