import { defineSecurePayment } from './define.ts'

export { defineSecurePayment } from './define.ts'
export * from './element.ts'

if (typeof customElements !== 'undefined') defineSecurePayment()

declare global {
  interface HTMLElementTagNameMap {
    'secure-payment': import('./secure-payment.ts').SecurePayment
  }
}
