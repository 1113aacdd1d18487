/** Loads the element's code and registers it, unless the page has already done so. */
export function registerElement(): void {
  if (customElements.get('secure-payment')) return
  // Without its code, the element shows its children; the next component tries again.
  import('../define.ts').then(({ defineSecurePayment }) => defineSecurePayment(), reportError)
}
