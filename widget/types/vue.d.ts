/**
 * `<secure-payment>` in Vue's templates: `import '@secure-payment/widget/vue'` once, and tell the compiler that the tag is a custom
 * element (`isCustomElement: (tag) => tag === 'secure-payment'`).
 */
import type { SecurePayment, SecurePaymentEventMap } from '@secure-payment/widget/element'
import type { EmitFn, HTMLAttributes, PublicProps } from 'vue'
import type { SecurePaymentAttributes, SecurePaymentProperties } from './attributes.js'

type Emits = {
  [Name in keyof SecurePaymentEventMap]: (event: SecurePaymentEventMap[Name]) => void
}

/** What a template may bind; `:test-mode="false"` would set the attribute, so bind properties (`:testMode`) to what can be false. */
export type SecurePaymentProps = Omit<HTMLAttributes, keyof SecurePaymentProperties> &
  PublicProps &
  SecurePaymentProperties &
  SecurePaymentAttributes

/** Not an instance of Vue's: `$props` and `$emit` are where Vue's language tools look for types, never there when it runs. */
export type SecurePaymentComponent = new () => SecurePayment & {
  /** @deprecated For types only. */
  $props: SecurePaymentProps
  /** @deprecated For types only. */
  $emit: EmitFn<Emits>
}

declare module 'vue' {
  interface GlobalComponents {
    'secure-payment': SecurePaymentComponent
  }
}
