/**
 * `<secure-payment>` in the JSX of React 19, which sets properties of custom elements and supports `onsp-…` listeners
 * without a wrapper: `import '@secure-payment/widget/react'` next to the element's own import.
 */
import type { SecurePayment } from '@secure-payment/widget/element'
import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { SecurePaymentAttributes, SecurePaymentProperties } from './attributes.js'
import type { SecurePaymentListeners } from './events.js'

/** The element's props in JSX. For server rendering, write attributes (`api-base`), not properties (`apiBase`). */
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
