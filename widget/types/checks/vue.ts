import type { SpSuccessEvent } from '@secure-payment/widget/element'
import '@secure-payment/widget/vue'
import type { GlobalComponents } from 'vue'

type Element = InstanceType<GlobalComponents['secure-payment']>

/** The properties that a template binds must compile. */
export const props: Element['$props'] = {
  token: '01KB4Z8Q6V3M2N5P7R9T0W1X2Y',
  'api-base': 'https://pay.example',
  testMode: false,
  theme: 'dark',
  class: 'checkout',
}

/** This must compile: `@sp-success` passes the element's own event. */
export function listen(emit: Element['$emit'], event: SpSuccessEvent): void {
  emit('sp-success', event)
}

/** Must not compile. */
export const wrong: Element['$props'][] = [
  // @ts-expect-error There is no such theme.
  { theme: 'blue' },
  // @ts-expect-error `:test-mode="false"` would turn the mode on.
  { 'test-mode': false },
  // @ts-expect-error There is no such attribute.
  { 'api-bass': 'https://pay.example' },
]
