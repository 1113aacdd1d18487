import '@secure-payment/widget/svelte'
import type { SvelteHTMLElements } from 'svelte/elements'

/** The properties that a component sets must compile. */
export const props: SvelteHTMLElements['secure-payment'] = {
  token: '01KB4Z8Q6V3M2N5P7R9T0W1X2Y',
  'api-base': 'https://pay.example',
  testMode: false,
  class: 'checkout',
  'onsp-success': ({ detail }) => console.log(detail.receipt.token),
}

/** Must not compile. */
export const wrong: SvelteHTMLElements['secure-payment'][] = [
  // @ts-expect-error There is no such theme.
  { theme: 'blue' },
  // @ts-expect-error The attribute would turn the mode on.
  { 'test-mode': false },
  // @ts-expect-error The detail has no such member.
  { 'onsp-success': ({ detail }) => detail.paid },
]
