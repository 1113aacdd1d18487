import { formatAmount } from '@secure-payment/core'
import { html, nothing, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { readAmount } from '../../amounts/readAmount.ts'
import type { ClientIdRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { TypedFormController } from '../../controllers/TypedFormController.ts'
import { ensureDefined } from '../../ensureDefined.ts'
import { type Failure, refuseFields } from '../../failure.ts'
import { decimalsOf, findToken, nameDestination } from '../../networkChoices.ts'
import { readDestination } from '../../readDestination.ts'
import { readForm } from '../../readForm.ts'
import { formatRoute } from '../../routes.ts'
import { renderButton, renderFailure } from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { renderAmountInput } from '../../ui/renderAmountInput.ts'
import { renderChoice, renderFieldError, renderInput, renderSelect } from '../../ui/renderField.ts'
import type { BindingFacts } from '../client-ids/describeBinding.ts'
import type { LinkTarget } from '../links/linkTerms.ts'
import { toTarget } from '../links/readLinkChoices.ts'
import type { Embed } from './createSnippets.ts'
import { findDestinations, type Target } from './findDestinations.ts'
import { hidesPayee } from './hidesPayee.ts'
import { listPins } from './listPins.ts'
import '../destinations/console-destination-composer.ts'
import './console-embed-accepts.ts'

/**
 * Creates a payment with the session, as a merchant's server does with its key.
 *
 * @event {CustomEvent<Embed>} created - The payment and the element's attributes.
 */
export class ConsoleEmbedForm extends ConsoleView<SignedInContext> {
  static override readonly properties = {
    ...ConsoleView.properties,
    clientIds: { attribute: false },
    facts: { attribute: false },
    chosen: { state: true },
    target: { state: true },
    other: { state: true },
    isComposing: { state: true },
  }

  /** The active client IDs; there is at least one. */
  declare clientIds: readonly ClientIdRecord[]
  declare facts: BindingFacts
  /** The chosen `cli_…` value; null for the first one. */
  declare chosen: string | null
  /** The chosen destination; null for the first one. */
  declare target: Target | null
  declare other: string
  declare isComposing: boolean
  /** The further currencies that the merchant chose for a destination. */
  #accepted: { readonly id: string; readonly currencies: readonly string[] } = {
    id: '',
    currencies: [],
  }

  readonly #typed = new TypedFormController(this)

  constructor() {
    super()
    this.clientIds = []
    this.chosen = null
    this.target = null
    this.other = ''
    this.isComposing = false
  }

  protected override render(): TemplateResult {
    const { embed } = this.context.text
    const failure = this.#failure()
    const symbol = this.#symbol()
    return html`<form novalidate @submit=${this.#send}>
      ${renderSelect(this, {
        name: 'clientId',
        label: embed.clientId,
        value: this.#record()?.clientId,
        choices: this.clientIds.map(
          ({ clientId, label, allowedDomains }) =>
            [clientId, `${label} · ${allowedDomains.join(', ')}`] as const,
        ),
        onChange: (clientId) => {
          this.chosen = clientId
          this.target = null
        },
        failure,
      })}
      ${this.#renderTargets()}
      <div class="pair">
        ${renderAmountInput(this, {
          name: 'amount',
          label: embed.amount,
          typed: this.#typed,
          symbol,
          decimals: this.#decimals(),
          failure,
        })}
        ${renderInput(this, { name: 'reference', label: embed.reference, hint: embed.referenceHint, isOptional: true, maxLength: 255, failure })}
      </div>
      ${this.#renderAccepts()} ${renderFailure(this, failure)}
      <div class="form-actions">
        ${renderButton({ label: embed.create, kind: 'primary', isBusy: this.submit.pending === 'create' })}
      </div>
    </form>`
  }

  #renderTargets(): TemplateResult {
    const { embed } = this.context.text
    const target = this.#target()
    const known = findDestinations(this.#record(), this.facts)
    const labels = { bound: embed.bound, own: embed.own, other: embed.other }
    const targets = this.#targets()
    return html`<fieldset>
      <legend>${embed.destination}</legend>
      <div>
        ${targets.map((value) =>
          renderChoice({
            type: 'radio',
            name: 'target',
            value,
            label: labels[value],
            hint: value === 'other' ? nothing : this.#describe(known[value]),
            isChecked: target === value,
            onChange: () => {
              this.target = value
            },
          }),
        )}
      </div>
      ${target === 'other' ? this.#renderOther() : renderFieldError('destinationId', this.#failure())}
      ${this.#renderNoRoute()}
    </fieldset>`
  }

  #renderOther(): TemplateResult {
    const { clientIds } = this.context.text
    const set = (text: string): void => {
      this.other = text.trim()
    }
    const onComposed = ({ detail }: CustomEvent<string | null>): void => {
      if (detail === null) return
      set(detail)
      const input = this.renderRoot.querySelector<HTMLInputElement>('#destinationId')
      if (input !== null) input.value = detail
    }
    return html`<div class="stack">
      ${renderInput(this, { name: 'destinationId', label: clientIds.destinationId, isMono: true, maxLength: 200, failure: this.#failure(), onInput: set })}
      ${
        this.isComposing
          ? html`<div class="card"><console-destination-composer .context=${this.context} @composed=${onComposed}></console-destination-composer></div>`
          : html`<div>${renderButton({
              label: clientIds.compose,
              isCompact: true,
              onClick: () => {
                this.isComposing = true
              },
            })}</div>`
      }
    </div>`
  }

  /** Renders the way to a route for a wallet without an active one. */
  #renderNoRoute(): TemplateResult | typeof nothing {
    const { session, text } = this.context
    const isShown = session.kind === 'wallet' && this.facts.destination === null
    if (!isShown || this.#target() === 'bound') return nothing
    return html`<p class="hint">${text.embed.noRoute} <a href=${formatRoute({ name: 'destinations' })}>${text.start.destination.action}</a></p>`
  }

  /** Returns the failure of the last attempt. The service names the destination as a member of the first request. */
  #failure(): Failure | null {
    const failure = this.submit.failureOf('create')
    if (failure?.code !== 'destination_inactive') return failure
    return { ...failure, fields: { destinationId: failure.message } }
  }

  #renderAccepts(): TemplateResult | typeof nothing {
    const target = this.#linkTarget()
    if (target === null) return nothing
    const { networks } = this.facts
    const onChosen = ({ detail }: CustomEvent<readonly string[]>): void => {
      this.#accepted = { id: target.destinationId, currencies: detail }
    }
    return html`${keyed(target.destinationId, html`<console-embed-accepts .context=${this.context} .target=${target} .networks=${networks} @chosen=${onChosen}></console-embed-accepts>`)}`
  }

  #linkTarget(): LinkTarget | null {
    const id = this.#destinationId()
    const { networks } = this.facts
    return id === null ? null : (toTarget(id, { networks, owner: 'own' })[0] ?? null)
  }

  #record(): ClientIdRecord | null {
    const { chosen, clientIds } = this
    return clientIds.find(({ clientId }) => clientId === chosen) ?? clientIds[0] ?? null
  }

  #targets(): readonly Target[] {
    const { bound, own } = findDestinations(this.#record(), this.facts)
    // Payments with a bound client ID go only to its own destination, so there is no choice.
    if (bound !== null) return ['bound']
    return own === null ? ['other'] : ['own', 'other']
  }

  #target(): Target {
    const targets = this.#targets()
    return targets.find((target) => target === this.target) ?? targets[0] ?? 'other'
  }

  #destinationId(): string | null {
    const target = this.#target()
    const known = findDestinations(this.#record(), this.facts)
    return target === 'other' ? (readDestination(this.other)?.destinationId ?? null) : known[target]
  }

  #describe(id: string | null): string {
    const destination = id === null ? null : readDestination(id)
    if (destination === null) return ''
    const { token, network } = nameDestination(destination, this.facts.networks)
    return this.context.text.destinations.chosen(token, network)
  }

  #symbol(): string | null {
    const id = this.#destinationId()
    const destination = id === null ? null : readDestination(id)
    return destination === null ? null : nameDestination(destination, this.facts.networks).token
  }

  #decimals(): number {
    const id = this.#destinationId()
    const destination = id === null ? null : readDestination(id)
    const token = destination === null ? null : findToken(destination, this.facts.networks)
    return decimalsOf(token?.currencyId ?? null)
  }

  async #send(event: Event): Promise<void> {
    const { client, text } = this.context
    const form = readForm(event)
    const decimals = this.#decimals()
    const units = readAmount(form.text('amount'), {
      symbol: this.#symbol(),
      decimals,
      locale: navigator.language,
      text,
    })
    const reference = form.text('reference')
    const destinationId = this.#destinationId()
    const fields: Record<string, string> = {}
    if (destinationId === null) fields['destinationId'] = text.clientIds.destinationInvalid
    if (typeof units === 'string') fields['amount'] = units
    if (destinationId === null || typeof units === 'string') {
      this.submit.refuse('create', refuseFields(fields, this.context.text))
      await focusFirstInvalid(this)
      return
    }
    const amount = formatAmount(units, decimals)
    const target = this.#linkTarget()
    const { networks } = this.facts
    const accepts = this.#accepted.id === destinationId ? this.#accepted.currencies : []
    const item = { destinationId, amount, ...(accepts.length > 0 && { accepts: [...accepts] }) }
    const body = { requests: [item], ...(reference !== '' && { reference }) }
    const payment = await this.submit.run('create', () => client.securePayments.create({ body }))
    if (payment === null) {
      await focusFirstInvalid(this)
      return
    }
    const { clientId } = ensureDefined(this.#record(), 'The client ID')
    const known = target === null ? [destinationId] : listPins(target, { accepts, networks })
    const pins = (await hidesPayee(this.context, payment.requestIds[0])) ? [] : known
    const detail: Embed = { payment, clientId, destinationId, amount, accepts, pins }
    this.dispatchEvent(new CustomEvent('created', { detail }))
  }
}

customElements.define('console-embed-form', ConsoleEmbedForm)

declare global {
  interface HTMLElementTagNameMap {
    'console-embed-form': ConsoleEmbedForm
  }
}
