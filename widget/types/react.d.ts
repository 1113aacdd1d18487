/**
 * `<secure-payment>` in the JSX of React 19, which sets properties of custom elements and listens by `onsp-…` without a wrapper:
 * `import '@secure-payment/widget/react'` beside the element's own import.
 */
import type { SecurePayment } from '@secure-payment/widget/element'
import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { SecurePaymentAttributes, SecurePaymentProperties } from './attributes.js'
import type { SecurePaymentListeners } from './events.js'

/** What the element takes in JSX. Rendered on a server, write attributes (`api-base`), not properties (`apiBase`). */
export type SecurePaymentProps = Omit<
  DetailedHTMLProps<HTMLAttributes<SecurePayment>, SecurePayment>,
  keyof SecurePaymentProperties
> &
  SecurePaymentProperties &
  SecurePaymentAttributes &
  SecurePaymentListeners

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'secure-payment': SecurePaymentProps
    }
  }
}
