/**
 * `<secure-payment>` in Vue's templates: `import '@secure-payment/widget/vue'` once, and configure the compiler to
 * treat the tag as a custom element (`isCustomElement: (tag) => tag === 'secure-payment'`).
 */
import type { SecurePayment, SecurePaymentEventMap } from '@secure-payment/widget/element'
import type { EmitFn, HTMLAttributes, PublicProps } from 'vue'
import type { SecurePaymentAttributes, SecurePaymentProperties } from './attributes.js'

type Emits = {
  [Name in keyof SecurePaymentEventMap]: (event: SecurePaymentEventMap[Name]) => void
}

/**
 * The props that a template may bind. `:test-mode="false"` would set the attribute, so bind properties (`:testMode`) to
 * values that can be false.
 */
export type SecurePaymentProps = Omit<HTMLAttributes, keyof SecurePaymentProperties> &
  PublicProps &
  SecurePaymentProperties &
  SecurePaymentAttributes

/**
 * Not a Vue instance: Vue's language tools read the types from `$props` and `$emit`, which do not exist at run time.
 */
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
