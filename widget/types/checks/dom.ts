import '@secure-payment/widget'

/**
 * The tag and its events must compile in plain TypeScript. Angular's compiler reads the same two maps, so
 * `(sp-success)="…"` in a template has the same types.
 */
export function listen(): void {
  const element = document.createElement('secure-payment')
  element.apiBase = 'https://pay.example'
  element.addEventListener('sp-success', (event) => {
    const paid: readonly string[] = event.detail.requestIds
    console.log(paid)
  })
  document.querySelector('secure-payment')?.selectOption({ chain: 'base', token: 'USDC' })
  // @ts-expect-error A page reads the state and never sets it.
  element.state = 'succeeded'
  // @ts-expect-error The detail has no such member.
  element.addEventListener('sp-error', (event) => event.detail.reason)
}
