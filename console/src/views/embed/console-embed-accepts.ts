import { html, type PropertyValues, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import type { NetworkChoice } from '../../networkChoices.ts'
import { renderButton, renderFailure } from '../../ui/elements.ts'
import { linkStyles } from '../links/linkStyles.ts'
import type { LinkTarget } from '../links/linkTerms.ts'
import { renderAccepts } from '../links/renderAccepts.ts'

/**
 * The choice of further currencies in which payers can pay an amount of the destination's token; nothing if there are none.
 *
 * @event {CustomEvent<readonly string[]>} chosen - The ids of the chosen currencies.
 */
export class ConsoleEmbedAccepts extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, linkStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    target: { attribute: false },
    networks: { attribute: false },
  }

  declare target: LinkTarget
  declare networks: readonly NetworkChoice[]
  /** The ids of the currencies in which the destination's token can be paid. */
  readonly #routes = new LoadController<ReadonlySet<string>>(this, async (signal) => {
    const { client, settings } = this.context
    const params = { currencyId: this.target.token.currencyId }
    const query = { networks: settings.networks.join(',') }
    const { conversionRoutes } = await client.currencies.conversionRoutes(
      { params, query },
      { signal },
    )
    return new Set(conversionRoutes.map(({ id }) => id))
  })
  #currencyId: string | null = null

  protected override updated(changed: PropertyValues<this>): void {
    const { currencyId } = this.target.token
    const isOther = this.#currencyId !== null && this.#currencyId !== currencyId
    // The controller itself reads the routes of the first target.
    if (changed.has('target') && isOther) void this.#routes.reload()
    this.#currencyId = currencyId
  }

  protected override render(): TemplateResult {
    const { text } = this.context
    const { state } = this.#routes
    if (state.status === 'failed') {
      const retry = () => void this.#routes.reload()
      const action = renderButton({ label: text.common.retry, isCompact: true, onClick: retry })
      return html`${renderFailure(this, state.failure, action)}`
    }
    const { currencyId, symbol } = this.target.token
    const payableIn = state.status === 'ready' ? state.value : new Set<string>()
    return html`<div @change=${this.#report}>${renderAccepts(this, {
      target: this.target,
      price: { currencyId, symbol, payableIn },
      networks: this.networks,
      chosen: [],
      failure: null,
    })}</div>`
  }

  readonly #report = (): void => {
    const boxes = this.renderRoot.querySelectorAll<HTMLInputElement>('[name="accepts"]:checked')
    const detail = [...boxes].map(({ value }) => value)
    this.dispatchEvent(new CustomEvent('chosen', { detail }))
  }
}

customElements.define('console-embed-accepts', ConsoleEmbedAccepts)

declare global {
  interface HTMLElementTagNameMap {
    'console-embed-accepts': ConsoleEmbedAccepts
  }
}
