import type { SecurePaymentEventMap } from '@secure-payment/widget/element'

/** `onsp-success` and the like, as JSX and Svelte name what listens to an event. */
export type SecurePaymentListeners = {
  [Name in keyof SecurePaymentEventMap as `on${Name}`]?: (
    event: SecurePaymentEventMap[Name],
  ) => void
}
