import type { SecurePaymentEventMap } from '@secure-payment/widget/element'

/** `onsp-success` and the other listener names of JSX and Svelte. */
export type SecurePaymentListeners = {
  [Name in keyof SecurePaymentEventMap as `on${Name}`]?: (
    event: SecurePaymentEventMap[Name],
  ) => void
}
