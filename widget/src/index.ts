import { defineSecurePayment } from './define.ts'

export { defineSecurePayment } from './define.ts'
export * from './events.ts'
export { SecurePayment } from './secure-payment.ts'
export type { Receipt } from './views/succeeded/createReceipt.ts'

if (typeof customElements !== 'undefined') defineSecurePayment()

declare global {
  interface HTMLElementTagNameMap {
    'secure-payment': import('./secure-payment.ts').SecurePayment
  }
}
