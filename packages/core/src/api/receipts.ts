import { z } from 'zod'
import { ulidSchema } from '../schemas/schemas.ts'
import { endpoint } from './endpoint.ts'
import { singleExample } from './securePaymentExamples.ts'
import { tokenParams } from './securePaymentParts.ts'

/** The operations on the receipts of secure payments. */
export const receipts = {
  sendReceipt: endpoint({
    id: 'sendReceipt',
    host: 'api',
    method: 'POST',
    path: '/v2/secure-payments/{token}/receipt',
    tag: 'Secure payments',
    summary: 'Send a receipt by e-mail',
    description:
      'Sends the address of the receipt to the customer’s e-mail address, as the payment states it, in the language of the payer’s page. The call works even if the merchant does not send receipts automatically. In 24 hours, the service sends at most 5 receipts for a payment, and 2,000 for a merchant.',
    auth: ['apiKey', 'session'],
    scope: 'create',
    params: tokenParams,
    responses: {
      200: {
        description: 'The service has queued the e-mail.',
        schema: z
          .object({ token: ulidSchema, email: z.string().describe('The customer’s address.') })
          .meta({ id: 'ReceiptSent' }),
        example: { token: singleExample.token, email: 'ana@example.com' },
      },
    },
    errors: [401, 404, 409, 429],
    problems: {
      409: 'The service sends no e-mail (`mail_not_set_up`), the payment is not complete (`receipt_not_ready`), or it states no usable e-mail address of its customer (`customer_email_missing`).',
      429: 'Too many calls (`rate_limited`), or too many receipts of the payment or the merchant (`too_many_receipts`).',
    },
  }),
}
