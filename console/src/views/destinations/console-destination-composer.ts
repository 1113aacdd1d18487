import { BaseError } from '@secure-payment/core'
import { formatDestinationId } from '@secure-payment/core/destinations'
import { html, nothing, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { TokenPickerController } from '../../controllers/TokenPickerController.ts'
import { refuseFields } from '../../failure.ts'
import type { NetworkChoice } from '../../networkChoices.ts'
import { readNetworks } from '../../readNetworks.ts'
import { renderValue } from '../../ui/elements.ts'
import { renderInput } from '../../ui/renderField.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { renderTokenPicker } from '../../ui/renderTokenPicker.ts'

/**
 * Composes the destination id of any wallet, on this device only.
 *
 * @event {CustomEvent<string | null>} composed - The id, or null while the input is incomplete.
 */
export class ConsoleDestinationComposer extends ConsoleView<SignedInContext> {
  static override readonly properties = {
    ...ConsoleView.properties,
    firstWallet: { attribute: false },
    wallet: { state: true },
    isTouched: { state: true },
  }

  /** The field's initial address; null for none. */
  declare firstWallet: string | null
  /** The typed address; null before anyone types. */
  declare wallet: string | null
  /** Whether the address field has lost the focus: only then is a partial address an error. */
  declare isTouched: boolean
  readonly #picker = new TokenPickerController(this)
  readonly #networks = new LoadController<readonly NetworkChoice[]>(this, (signal) =>
    readNetworks(this.context, { family: null, signal }),
  )
  #composed: string | null = null

  constructor() {
    super()
    this.firstWallet = null
    this.wallet = null
    this.isTouched = false
  }

  protected override render(): TemplateResult {
    return renderLoaded(this, this.#networks, (networks) => this.#renderForm(networks))
  }

  /** Reports the id as soon as the networks have loaded, because the first wallet and the first token already compose an id. */
  protected override updated(): void {
    const detail = this.#compose(this.#networks.value ?? [])
    if (detail === this.#composed) return
    this.#composed = detail
    this.dispatchEvent(new CustomEvent('composed', { detail }))
  }

  #renderForm(networks: readonly NetworkChoice[]): TemplateResult {
    const { destinations } = this.context.text
    const id = this.#compose(networks)
    const isWrong = this.isTouched && this.#wallet() !== '' && id === null
    const failure = isWrong
      ? refuseFields({ wallet: destinations.walletInvalid }, this.context.text)
      : null
    return html`<div class="stack" @focusout=${this.#touch}>
      ${renderInput(this, {
        name: 'wallet',
        label: destinations.walletAddress,
        hint: destinations.composeHint,
        value: this.firstWallet,
        isMono: true,
        maxLength: 64,
        failure,
        onInput: (value) => {
          this.wallet = value.trim()
        },
      })}
      ${renderTokenPicker(this, this.#picker, networks)}
      ${id === null ? nothing : html`<div class="field" role="status"><span class="label">${destinations.composed}</span>${renderValue(this, id, destinations.composed)}</div>`}
    </div>`
  }

  #wallet(): string {
    return this.wallet ?? this.firstWallet ?? ''
  }

  #touch(event: FocusEvent): void {
    const { target } = event
    if (target instanceof HTMLInputElement && target.name === 'wallet') this.isTouched = true
  }

  #compose(networks: readonly NetworkChoice[]): string | null {
    const picked = this.#picker.pick(networks)
    const walletAddress = this.#wallet()
    if (picked === null || walletAddress === '') return null
    try {
      return formatDestinationId({
        walletAddress,
        chainId: picked.network.chainId,
        tokenAddress: picked.token.address,
      }).destinationId
    } catch (error) {
      if (error instanceof BaseError) return null
      throw error
    }
  }
}

customElements.define('console-destination-composer', ConsoleDestinationComposer)

declare global {
  interface HTMLElementTagNameMap {
    'console-destination-composer': ConsoleDestinationComposer
  }
}
