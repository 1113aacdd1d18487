import type { Destination } from '@secure-payment/core/destinations'
import { html, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { isSame, type NetworkChoice, nameDestination } from '../../networkChoices.ts'
import { readDestination } from '../../readDestination.ts'
import { readNetworks } from '../../readNetworks.ts'
import { renderAddress, renderFact } from '../../ui/elements.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'

type Facts = {
  readonly networks: readonly NetworkChoice[]
  readonly routes: readonly Destination[]
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
    const isOther = ({ walletAddress }: Destination) =>
      session.address === null || !isSame(walletAddress, session.address)
    const routes = members
      .flatMap(({ payeeDestinationIds }) => payeeDestinationIds)
      .flatMap((id) => readDestination(id) ?? [])
      .filter(isOther)
    return { networks, routes }
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
          return renderFact(destinations.chosen(token, network), renderAddress(route.walletAddress))
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
