import { SecurePayment } from './secure-payment.ts'

/**
 * Registers the element, on request under another tag or in a scoped registry. Registering twice does nothing. If another version holds
 * the tag, a warning appears once and the page keeps the first version.
 */
export function defineSecurePayment(tag?: string, registry?: CustomElementRegistry): void {
  SecurePayment.define(tag, registry)
}
