import { plainText } from '@secure-payment/widget/design'
import type { ReceivedPayment } from './api.ts'

/** Returns a customer's name, or the e-mail address if there is no name; null without either. */
export function nameCustomer(customer: ReceivedPayment['request']['customerInfo']): string | null {
  const { firstName = '', lastName = '', email = '' } = customer ?? {}
  const name = plainText(`${firstName} ${lastName}`)
  return name || plainText(email) || null
}
