/** `<secure-payment>` in Svelte 5: Add `import '@secure-payment/widget/svelte'` once for `onsp-success={…}` and typed attributes. */
import type { SecurePayment } from '@secure-payment/widget/element'
import type { HTMLAttributes } from 'svelte/elements'
import type { SecurePaymentAttributes, SecurePaymentProperties } from './attributes.js'
import type { SecurePaymentListeners } from './events.js'

/**
 * The props that a component may set. `test-mode={false}` would set the attribute, so use properties (`testMode`) for
 * values that can be false.
 */
export type SecurePaymentProps = Omit<
  HTMLAttributes<SecurePayment>,
  keyof SecurePaymentProperties
> &
  SecurePaymentProperties &
  SecurePaymentAttributes &
  SecurePaymentListeners

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'secure-payment': SecurePaymentProps
  }
}
