import { html, nothing, type TemplateResult } from 'lit'
import type { PayeeDestination } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { DialogController } from '../../controllers/DialogController.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { TokenPickerController } from '../../controllers/TokenPickerController.ts'
import { refuseFields } from '../../failure.ts'
import { may } from '../../may.ts'
import { type NetworkChoice, nameDestination } from '../../networkChoices.ts'
import { readForm } from '../../readForm.ts'
import { readNetworks } from '../../readNetworks.ts'
import { formatRoute } from '../../routes.ts'
import {
  renderAddress,
  renderBadge,
  renderButton,
  renderCopyButton,
  renderFact,
  renderFailure,
  renderPageHead,
  renderValue,
} from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { renderConfirm, renderDialog } from '../../ui/renderDialog.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { renderTokenPicker } from '../../ui/renderTokenPicker.ts'
import { readPolicy } from '../access/readPolicy.ts'
import { renderPolicyFacts } from '../access/renderPolicyFacts.ts'
import { renderPolicyFields } from '../access/renderPolicyFields.ts'
import './console-destination-composer.ts'
import './console-destination-move.ts'
import './console-other-routes.ts'

type Dialog =
  | { readonly kind: 'change'; readonly destination: PayeeDestination }
  | { readonly kind: 'rules'; readonly destination: PayeeDestination }
  | { readonly kind: 'move'; readonly destination: PayeeDestination }
  | { readonly kind: 'deactivate'; readonly destination: PayeeDestination }

type Facts = {
  readonly networks: readonly NetworkChoice[]
  readonly destination: PayeeDestination | null
}

/** A wallet's destinations, and the alternative for an account. */
export class ConsoleDestinations extends ConsoleView<SignedInContext> {
  readonly dialog = new DialogController<Dialog>(this)
  readonly #picker = new TokenPickerController(this)
  readonly #facts = new LoadController<Facts>(this, (signal) => this.#read(signal))

  protected override render(): TemplateResult {
    const { destinations } = this.context.text
    const isWallet = this.context.session.kind === 'wallet'
    return html`<div class="page">
      ${renderPageHead({ title: destinations.title, lead: destinations.lead })}
      ${
        isWallet
          ? renderLoaded(this, this.#facts, (facts) => this.#renderRoute(facts))
          : this.#renderForAccount()
      }
      <console-other-routes .context=${this.context}></console-other-routes>
      ${this.#renderDialog()}
    </div>`
  }

  async #read(signal: AbortSignal): Promise<Facts> {
    const { client, session } = this.context
    if (session.kind !== 'wallet') return { networks: [], destination: null }
    const [networks, destination] = await Promise.all([
      readNetworks(this.context, { family: session.walletType, signal }),
      client.payeeDestinations.get({}, { signal }),
    ])
    return { networks, destination }
  }

  #renderRoute({ networks, destination }: Facts): TemplateResult {
    return destination === null
      ? this.#renderFirst(networks)
      : this.#renderCurrent(destination, networks)
  }

  #renderFirst(networks: readonly NetworkChoice[]): TemplateResult {
    const { destinations, rights } = this.context.text
    const mayChange = may(this.context, 'manage')
    return html`<section class="card" aria-labelledby="first-title">
      <div>
        <h2 id="first-title">${destinations.none}</h2>
        <p class="muted">${mayChange ? destinations.noneText : rights.missing(rights.scopes.manage)}</p>
      </div>
      ${mayChange ? this.#renderPicker(networks) : nothing}
    </section>`
  }

  #renderPicker(networks: readonly NetworkChoice[]): TemplateResult {
    const { destinations } = this.context.text
    const send = (event: Event): void => {
      event.preventDefault()
      void this.#save('create', { networks })
    }
    return html`<form novalidate @submit=${send}>
      ${renderTokenPicker(this, this.#picker, networks)}
      ${this.#renderFailure('create', () => this.#save('create', { networks, confirmReturn: true }))}
      <div class="form-actions">
        ${renderButton({ label: destinations.create, kind: 'primary', isBusy: this.submit.pending === 'create' })}
      </div>
    </form>`
  }

  #renderCurrent(
    destination: PayeeDestination,
    networks: readonly NetworkChoice[],
  ): TemplateResult {
    const { access, destinations, common, walletChange } = this.context.text
    const name = nameDestination(destination, networks)
    const network = networks.find(({ chainId }) => chainId === destination.chainId)
    const isNative = network?.tokens.some(
      ({ isNative, address }) => isNative && address === destination.tokenAddress,
    )
    const change = (): void => {
      this.submit.reset()
      this.#picker.start(networks, destination)
      this.dialog.open({ kind: 'change', destination })
    }
    const open = (kind: 'deactivate' | 'move' | 'rules'): void => {
      this.submit.reset()
      this.dialog.open({ kind, destination })
    }
    return html`<section class="card" aria-labelledby="current-title">
      <div class="card-head">
        <div class="row">
          <h2 id="current-title">${destinations.chosen(name.token, name.network)}</h2>
          ${renderBadge('success', common.active)}
          ${network?.isTest ? renderBadge('warning', destinations.testNetwork) : ''}
        </div>
        ${
          may(this.context, 'manage')
            ? html`<div class="row">
                ${renderButton({ label: access.edit, isCompact: true, onClick: () => open('rules') })}
                ${destination.walletAddress.startsWith('0x') ? renderButton({ label: walletChange.action, isCompact: true, onClick: () => open('move') }) : nothing}
                ${renderButton({ label: destinations.change, isCompact: true, onClick: change })}
                ${renderButton({ label: destinations.deactivate, isCompact: true, isDanger: true, onClick: () => open('deactivate') })}
              </div>`
            : nothing
        }
      </div>
      <dl class="facts-list">
        ${renderFact(
          destinations.wallet,
          html`<span class="value-line">${renderAddress(destination.walletAddress)}${renderCopyButton(this, destination.walletAddress, destinations.wallet)}</span>`,
        )}
        ${renderFact(
          destinations.token,
          isNative
            ? destinations.native
            : html`<span class="value-line">${renderAddress(destination.tokenAddress)}${renderCopyButton(this, destination.tokenAddress, destinations.contract)}</span>`,
        )}
        ${renderFact(destinations.id, renderValue(this, destination.destinationId, destinations.id))}
        ${renderPolicyFacts(this, destination.accessPolicy)}
        ${renderFact(destinations.since, this.context.format.dateTime(destination.createdAt))}
      </dl>
    </section>`
  }

  #renderForAccount(): TemplateResult {
    const { destinations } = this.context.text
    return html`<section class="card" aria-labelledby="ways-title">
        <div class="stack tight">
          <h2 id="ways-title">${destinations.accountTitle}</h2>
          <p class="muted">${destinations.accountText}</p>
        </div>
        <ol class="ways">
          ${destinations.accountWays.map((way) => html`<li>${way}</li>`)}
        </ol>
      </section>
      <section class="card" aria-labelledby="compose-title">
        <h2 id="compose-title">${destinations.compose}</h2>
        <console-destination-composer .context=${this.context}></console-destination-composer>
        <p><a href=${formatRoute({ name: 'clientIds' })}>${destinations.toClientIds}</a></p>
      </section>`
  }

  #renderDialog(): TemplateResult | string {
    const { current } = this.dialog
    const { networks } = this.#facts.value ?? { networks: [] }
    const { destinations, walletChange } = this.context.text
    if (current === null) return ''
    switch (current.kind) {
      case 'change':
        return this.#renderChange(networks, current.destination)
      case 'rules':
        return this.#renderRules(current.destination)
      case 'move':
        return renderDialog(this, {
          title: walletChange.title,
          content: html`<console-destination-move
            .context=${this.context}
            .destination=${current.destination}
            @moved=${() => void this.#onMoved()}
            @cancelled=${() => this.dialog.close()}
          ></console-destination-move>`,
        })
      case 'deactivate':
        return renderConfirm(this, {
          name: 'deactivate',
          title: destinations.deactivateTitle,
          text: destinations.deactivateText,
          confirm: destinations.deactivateConfirm,
          isDanger: true,
          onConfirm: () => void this.#deactivate(current.destination),
        })
      default:
        return current satisfies never
    }
  }

  #renderChange(
    networks: readonly NetworkChoice[],
    { revision }: PayeeDestination,
  ): TemplateResult {
    const { destinations, common } = this.context.text
    const send = (event: Event): void => {
      event.preventDefault()
      void this.#save('update', { networks, revision })
    }
    const confirm = () => this.#save('update', { networks, revision, confirmReturn: true })
    return renderDialog(this, {
      title: destinations.changeTitle,
      content: html`<form novalidate @submit=${send}>
        <p>${destinations.changeText}</p>
        ${renderTokenPicker(this, this.#picker, networks)}
        ${this.#renderFailure('update', confirm)}
        <div class="form-actions end">
          ${renderButton({ label: common.cancel, onClick: () => this.dialog.close() })}
          ${renderButton({ label: destinations.saveChange, kind: 'primary', isBusy: this.submit.pending === 'update' })}
        </div>
      </form>`,
    })
  }

  /**
   * Renders a failure. A wallet that the merchant moved away from receives again only after a confirmation, and another change is loaded
   * before this page can overwrite it.
   */
  #renderFailure(name: string, confirm: () => Promise<void>) {
    const { destinations, links } = this.context.text
    const failure = this.submit.failureOf(name)
    const button = (label: string, act: () => Promise<void>) =>
      renderButton({ label, isBusy: this.submit.pending === name, onClick: () => void act() })
    switch (failure?.code) {
      case 'destination_moved':
        return renderFailure(this, failure, button(destinations.receiveAgain, confirm))
      case 'revision_conflict':
        return renderFailure(
          this,
          { ...failure, message: destinations.conflict },
          button(links.editing.reload, () => this.#reload()),
        )
      default:
        return renderFailure(this, failure)
    }
  }

  async #reload(): Promise<void> {
    await this.#facts.reload()
    this.dialog.close()
    this.submit.reset()
    this.focusHeading()
  }

  #renderRules(destination: PayeeDestination): TemplateResult {
    const { access, common } = this.context.text
    const failure = this.submit.failureOf('rules')
    const send = (event: Event): void => void this.#saveRules(event, destination)
    return renderDialog(this, {
      title: access.edit,
      content: html`<form novalidate @submit=${send}>
        <p>${access.editText}</p>
        ${renderPolicyFields(this, { draft: destination.accessPolicy ?? {}, failure })}
        ${this.#renderFailure('rules', () => this.#reload())}
        <div class="form-actions end">
          ${renderButton({ label: common.cancel, onClick: () => this.dialog.close() })}
          ${renderButton({ label: access.save, kind: 'primary', isBusy: this.submit.pending === 'rules' })}
        </div>
      </form>`,
    })
  }

  /** Sends the whole policy, with the mode of the screening, which has no field. */
  async #saveRules(event: Event, destination: PayeeDestination): Promise<void> {
    const { client, announce, text } = this.context
    const { tokenAddress, chainId, walletAddress, revision } = destination
    const family = walletAddress.startsWith('0x') ? 'evm' : 'tron'
    const { policy, fields } = readPolicy(readForm(event), { network: { family }, text })
    if (Object.keys(fields).length > 0) {
      this.submit.refuse('rules', refuseFields(fields, text))
      await focusFirstInvalid(this)
      return
    }
    const mode = destination.accessPolicy?.mode ?? 'inherit'
    const accessPolicy = policy === null && mode === 'inherit' ? null : { ...policy, mode }
    const body = { tokenAddress, chainId, accessPolicy, revision }
    const saved = await this.submit.run('rules', () => client.payeeDestinations.update({ body }))
    if (saved === null) return
    const { networks } = this.#facts.value ?? { networks: [] }
    this.#facts.replace({ networks, destination: saved })
    this.dialog.close()
    announce(text.access.saved)
  }

  async #onMoved(): Promise<void> {
    await this.#facts.reload()
    this.dialog.close()
    this.context.announce(this.context.text.walletChange.moved)
    this.focusHeading()
  }

  async #save(
    change: 'create' | 'update',
    facts: {
      readonly networks: readonly NetworkChoice[]
      /** The revision that the page shows; absent for a first route. */
      readonly revision?: number
      readonly confirmReturn?: true
    },
  ): Promise<void> {
    const { networks, ...rest } = facts
    const picked = this.#picker.pick(networks)
    if (picked === null) return
    const { client, announce, text } = this.context
    const body = { tokenAddress: picked.token.address, chainId: picked.network.chainId, ...rest }
    const destination = await this.submit.run(change, () =>
      client.payeeDestinations[change]({ body }),
    )
    if (destination === null) return
    this.#facts.replace({ networks, destination })
    this.dialog.close()
    announce(change === 'create' ? text.destinations.created : text.destinations.changed)
    if (change === 'create') this.focusHeading()
  }

  async #deactivate({ destinationId }: PayeeDestination): Promise<void> {
    const { client, announce, text } = this.context
    const answer = await this.submit.run('deactivate', () =>
      client.payeeDestinations.deactivate({ body: { destinationId } }),
    )
    if (answer === null) return
    await this.#facts.reload()
    this.dialog.close()
    announce(text.destinations.deactivated)
  }
}

customElements.define('console-destinations', ConsoleDestinations)

declare global {
  interface HTMLElementTagNameMap {
    'console-destinations': ConsoleDestinations
  }
}
