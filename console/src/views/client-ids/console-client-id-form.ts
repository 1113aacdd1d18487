import { html, nothing, type TemplateResult } from 'lit'
import type { ClientIdRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { TypedFormController } from '../../controllers/TypedFormController.ts'
import { type Failure, refuseFields } from '../../failure.ts'
import { findToken } from '../../networkChoices.ts'
import { type FormValues, readFields, readForm } from '../../readForm.ts'
import { renderButton, renderFailure } from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import {
  renderChoice,
  renderFieldError,
  renderInput,
  renderTextarea,
} from '../../ui/renderField.ts'
import { renderFeeFields } from '../fees/renderFeeFields.ts'
import { sampleOf } from '../fees/sampleOf.ts'
import { checkDomains } from './checkDomains.ts'
import { describeBinding, isBoundToOwn, type NamedBindingFacts } from './describeBinding.ts'
import { type Binding, type ClientIdInput, readClientIdForm } from './readClientIdForm.ts'
import '../destinations/console-destination-composer.ts'

/**
 * The form for a client ID, new or existing.
 *
 * @event {CustomEvent<ClientIdRecord>} saved - The record that the API returned, with the secret of a new one for a server.
 * @event {Event} cancelled - The record is unchanged.
 */
export class ConsoleClientIdForm extends ConsoleView<SignedInContext> {
  static override readonly properties = {
    ...ConsoleView.properties,
    record: { attribute: false },
    facts: { attribute: false },
    isBackend: { state: true },
    binding: { state: true },
    takesFee: { state: true },
    domainProblem: { state: true },
    isComposing: { state: true },
    composed: { state: true },
  }

  /** The client ID to edit; null for a new one. */
  declare record: ClientIdRecord | null
  declare facts: NamedBindingFacts
  /** Whether the client ID is for a server, and so has a secret. */
  declare isBackend: boolean
  declare binding: Binding
  declare takesFee: boolean
  /** The error in the current domains, once the field has lost the focus; null without one. */
  declare domainProblem: string | null
  declare isComposing: boolean
  declare composed: string | null
  readonly #typed = new TypedFormController(this)

  constructor() {
    super()
    this.record = null
    this.domainProblem = null
    this.isComposing = false
    this.composed = null
  }

  override connectedCallback(): void {
    super.connectedCallback()
    const { record } = this
    this.takesFee = record?.feePercentage != null
    this.isBackend = record?.isBackend ?? false
    this.binding = this.#readBinding()
  }

  #readBinding(): Binding {
    const { record, facts } = this
    if (record === null) return facts.destination === null ? 'none' : 'own'
    if (record.payeeDestinationId === null) return record.allowAnyPayee ? 'any' : 'none'
    return isBoundToOwn(record, facts) ? 'own' : 'current'
  }

  protected override render(): TemplateResult {
    const { clientIds, common } = this.context.text
    const failure = this.submit.failureOf('save')
    const withDomains =
      this.domainProblem === null
        ? failure
        : refuseFields(
            { ...failure?.fields, allowedDomains: this.domainProblem },
            this.context.text,
          )
    return html`<form novalidate @submit=${this.#send} @input=${this.#recheck} @change=${this.#recheck}>
      ${renderInput(this, { name: 'label', label: clientIds.label, hint: clientIds.labelHint, value: this.record?.label, maxLength: 100, failure })}
      ${this.record === null ? this.#renderPlace() : nothing}
      ${this.isBackend ? nothing : this.#renderDomains(withDomains)}
      ${this.#renderBinding()} ${this.#renderFee()}
      ${renderFailure(this, failure)}
      <div class="form-actions end">
        ${renderButton({ label: common.cancel, onClick: () => this.dispatchEvent(new Event('cancelled')) })}
        ${renderButton({
          label: this.record === null ? clientIds.create : common.save,
          kind: 'primary',
          isBusy: this.submit.pending === 'save',
        })}
      </div>
    </form>`
  }

  #renderPlace(): TemplateResult {
    const { clientIds } = this.context.text
    const choices = [
      [false, 'pages', clientIds.forPages, clientIds.forPagesHint],
      [true, 'server', clientIds.server, clientIds.forServerHint],
    ] as const
    return html`<fieldset>
      <legend>${clientIds.place}</legend>
      <div>
        ${choices.map(([isBackend, value, label, hint]) =>
          renderChoice({
            type: 'radio',
            name: 'place',
            value,
            label,
            hint,
            isChecked: this.isBackend === isBackend,
            onChange: () => {
              this.isBackend = isBackend
            },
          }),
        )}
      </div>
    </fieldset>`
  }

  #renderDomains(failure: Failure | null): TemplateResult {
    const { clientIds } = this.context.text
    return html`<div @focusout=${this.#checkDomains}>
      ${renderTextarea(this, {
        name: 'allowedDomains',
        label: clientIds.domains,
        hint: clientIds.domainsHint,
        value: this.record?.allowedDomains.join('\n'),
        failure,
        onInput: () => {
          this.domainProblem = null
        },
      })}
    </div>`
  }

  #renderBinding(): TemplateResult {
    const { clientIds } = this.context.text
    const choices: readonly (readonly [Binding, string])[] = [
      ...(this.#readBinding() === 'current'
        ? ([['current', this.#describeCurrent()]] as const)
        : []),
      ['none', clientIds.bindNone],
      ...(this.facts.destination === null ? [] : ([['own', clientIds.bindOwn]] as const)),
      ['other', clientIds.bindOther],
      ['any', clientIds.bindAny],
    ]
    const anyHint = this.isBackend ? clientIds.bindAnyServerHint : clientIds.bindAnyHint
    return html`<fieldset>
      <legend>${clientIds.bind}</legend>
      <p class="hint">${this.isBackend ? clientIds.bindServerHint : clientIds.bindHint}</p>
      <div>
        ${choices.map(([value, label]) =>
          renderChoice({
            type: 'radio',
            name: 'binding',
            value,
            label,
            ...(value === 'any' && { hint: anyHint }),
            isChecked: this.binding === value,
            onChange: () => {
              this.binding = value
            },
          }),
        )}
      </div>
      ${this.binding === 'other' ? this.#renderOther() : renderFieldError('payeeDestinationId', this.submit.failureOf('save'))}
    </fieldset>`
  }

  #describeCurrent(): string {
    const { record, facts, context } = this
    const bound = record === null ? null : describeBinding(record, facts, context.text)
    return bound ?? context.text.clientIds.boundToRoute
  }

  #renderOther(): TemplateResult {
    const { clientIds } = this.context.text
    return html`<div class="stack">
      ${renderInput(this, { name: 'payeeDestinationId', label: clientIds.destinationId, value: this.composed, isMono: true, maxLength: 200, failure: this.submit.failureOf('save') })}
      ${
        this.isComposing
          ? html`<div class="card"><console-destination-composer .context=${this.context} @composed=${this.#onComposed}></console-destination-composer></div>`
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

  #renderFee(): TemplateResult {
    const { clientIds } = this.context.text
    const failure = this.submit.failureOf('save')
    return html`<div class="stack">
      ${renderChoice({
        type: 'checkbox',
        name: 'takesFee',
        value: 'yes',
        label: clientIds.fee,
        hint: clientIds.feeHint,
        isChecked: this.takesFee,
        onChange: () => {
          this.takesFee = !this.takesFee
        },
      })}
      ${
        this.takesFee
          ? renderFeeFields(this, {
              draft: {
                percentage: this.record?.feePercentage,
                address: this.record?.feeAddress,
                bearer: this.record?.feeBearer ?? null,
              },
              isOpen: true,
              typed: this.#typed,
              sample: this.#sample(),
              failure,
            })
          : nothing
      }
    </div>`
  }

  /** Returns the payment that shows the fee: 100 units of the wallet's own token, or of the first token. */
  #sample() {
    const { networks, destination } = this.facts
    const own = destination === null ? null : findToken(destination, networks)
    return sampleOf(own ?? networks[0]?.tokens[0] ?? null)
  }

  #onComposed({ detail }: CustomEvent<string | null>): void {
    if (detail === null) return
    this.composed = detail
    const input = this.renderRoot.querySelector<HTMLInputElement>('#payeeDestinationId')
    if (input !== null) input.value = detail
  }

  #checkDomains(event: FocusEvent): void {
    const { target } = event
    if (!(target instanceof HTMLTextAreaElement) || target.value.trim() === '') return
    this.domainProblem = checkDomains(target.value, this.context.text).problem
  }

  #readInput(form: FormValues): ClientIdInput {
    return readClientIdForm(form, {
      isBackend: this.isBackend,
      binding: this.binding,
      keepsBinding: this.record !== null && this.binding === this.#readBinding(),
      takesFee: this.takesFee,
      ownDestinationId: this.facts.destination?.id ?? null,
      text: this.context.text,
    })
  }

  #recheck(event: Event): void {
    const { currentTarget } = event
    const form = currentTarget instanceof HTMLFormElement ? currentTarget : null
    this.submit.recheck('save', this.#readInput(readFields(form)).fields)
  }

  async #send(event: Event): Promise<void> {
    const { client } = this.context
    const { body, fields } = this.#readInput(readForm(event))
    this.domainProblem = null
    if (Object.keys(fields).length > 0) {
      this.submit.refuse('save', refuseFields(fields, this.context.text))
      await focusFirstInvalid(this)
      return
    }
    const { record } = this
    const saved = await this.submit.run('save', () =>
      record === null
        ? client.sessionClientIds.create({ body: { ...body, isBackend: this.isBackend } })
        : client.sessionClientIds.update({ params: { id: record.id }, body }),
    )
    if (saved === null) await focusFirstInvalid(this)
    else this.dispatchEvent(new CustomEvent('saved', { detail: saved }))
  }
}

customElements.define('console-client-id-form', ConsoleClientIdForm)

declare global {
  interface HTMLElementTagNameMap {
    'console-client-id-form': ConsoleClientIdForm
  }
}
