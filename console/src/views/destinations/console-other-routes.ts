import { html, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { isSame, type NetworkChoice, nameDestination } from '../../networkChoices.ts'
import { readNetworks } from '../../readNetworks.ts'
import { renderAddress, renderFact } from '../../ui/elements.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { renderPolicyFacts } from '../access/renderPolicyFacts.ts'
import { listRoutes, type Route } from '../access/routeRules.ts'

type Facts = {
  readonly networks: readonly NetworkChoice[]
  readonly routes: readonly Route[]
}

/** The routes of the account's other wallets, which only those wallets can change. */
export class ConsoleOtherRoutes extends ConsoleView<SignedInContext> {
  readonly #facts = new LoadController<Facts>(this, (signal) => this.#read(signal))

  protected override render(): TemplateResult {
    return html`${renderLoaded(this, this.#facts, (facts) => this.#renderRoutes(facts))}`
  }

  async #read(signal: AbortSignal): Promise<Facts> {
    const { client, session } = this.context
    const [networks, members] = await Promise.all([
      readNetworks(this.context, { family: null, signal }),
      client.members.list({}, { signal }),
    ])
    const isOther = ({ walletAddress }: Route) =>
      session.address === null || !isSame(walletAddress, session.address)
    return { networks, routes: listRoutes(members).filter(isOther) }
  }

  #renderRoutes({ networks, routes }: Facts): TemplateResult {
    const { destinations } = this.context.text
    if (routes.length === 0) return html``
    return html`<section class="card" aria-labelledby="others-title">
      <div>
        <h2 id="others-title">${destinations.others}</h2>
        <p class="muted">${destinations.othersText}</p>
      </div>
      <dl class="facts-list">
        ${routes.map((route) => {
          const { token, network } = nameDestination(route, networks)
          return html`${renderFact(destinations.chosen(token, network), renderAddress(route.walletAddress))}
          ${renderPolicyFacts(this, route.accessPolicy)}`
        })}
      </dl>
    </section>`
  }
}

customElements.define('console-other-routes', ConsoleOtherRoutes)

declare global {
  interface HTMLElementTagNameMap {
    'console-other-routes': ConsoleOtherRoutes
  }
}
