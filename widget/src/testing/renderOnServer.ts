import { render } from '@lit-labs/ssr'
import { collectResult } from '@lit-labs/ssr/lib/render-result.js'
import { html } from 'lit'
import '../index.ts'

/** What a page on a server writes into its markup. */
export type ServerFacts = {
  readonly token: string
  readonly apiBase: string
  readonly clientId: string
  readonly payUrl: string
  readonly hostedUrl: string
}

/** The element as @lit-labs/ssr writes it: its shadow root as a template that the browser opens without a script. Node alone. */
export function renderOnServer(facts: ServerFacts): Promise<string> {
  return collectResult(
    render(
      html`<secure-payment token=${facts.token} api-base=${facts.apiBase} client-id=${facts.clientId} pay-url=${facts.payUrl}><a href=${facts.hostedUrl}>Pay on the payment page</a></secure-payment>`,
    ),
  )
}
