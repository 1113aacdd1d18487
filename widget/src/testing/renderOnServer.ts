import { render } from '@lit-labs/ssr'
import { collectResult } from '@lit-labs/ssr/lib/render-result.js'
import { html } from 'lit'
import '../index.ts'

/** The markup that a server renders for the element. */
export type ServerFacts = {
  readonly token: string
  readonly apiBase: string
  readonly clientId: string
  readonly payUrl: string
  readonly hostedUrl: string
}

/**
 * Renders the output of @lit-labs/ssr for the element: its shadow root as a template that the browser opens without a script. Node only.
 */
export function renderOnServer(facts: ServerFacts): Promise<string> {
  return collectResult(
    render(
      html`<secure-payment token=${facts.token} api-base=${facts.apiBase} client-id=${facts.clientId} pay-url=${facts.payUrl}><a href=${facts.hostedUrl}>Pay on the payment page</a></secure-payment>`,
    ),
  )
}
