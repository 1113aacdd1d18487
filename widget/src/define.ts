import { SecurePayment } from './secure-payment.ts'

/**
 * Registers the element, under another tag or in a scoped registry when asked. Registering twice does nothing; when another version
 * holds the tag, a warning says so once and the page keeps the one that came first.
 */
export function defineSecurePayment(tag?: string, registry?: CustomElementRegistry): void {
  SecurePayment.define(tag, registry)
}
