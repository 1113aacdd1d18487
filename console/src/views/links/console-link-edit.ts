import { renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { TypedFormController } from '../../controllers/TypedFormController.ts'
import { type Failure, refuseFields } from '../../failure.ts'
import { readForm } from '../../readForm.ts'
import { formatRoute } from '../../routes.ts'
import { renderButton, renderEmpty, renderFailure, renderPageHead } from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { icons } from '../../ui/icons.ts'
import { renderSelect } from '../../ui/renderField.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { describeNarrowed, readStored } from '../access/routeRules.ts'
import { listEnds } from './linkEnd.ts'
import { linkStyles } from './linkStyles.ts'
import { nameUnmarked } from './nameUnmarked.ts'
import { OrderRowsController } from './OrderRowsController.ts'
import { type EditedLink, readEditedLink, readLinkEdit } from './readLinkEdit.ts'
import {
  renderCustomerFields,
  renderOrderFields,
  renderPriceFields,
  renderRedirectFields,
} from './renderLinkFields.ts'
import { renderPayerRules } from './renderLinkRules.ts'

/** The name of the edit in the submit controller. */
const EDIT = 'edit'

/** The form that edits an open payment link. */
export class ConsoleLinkEdit extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, linkStyles]
  static override readonly properties = { ...ConsoleView.properties, token: {} }

  declare token: string
  readonly #rows = new OrderRowsController(this)
  readonly #typed = new TypedFormController(this)
  /** The link being edited; null if it cannot be edited. */
  readonly #edited = new LoadController<EditedLink | null>(this, (signal) =>
    readEditedLink(this.context, { token: this.token, signal }),
  )

  protected override render(): TemplateResult {
    const { editing, reuse } = this.context.text.links
    return html`<div class="page">
      <a class="crumb" href=${formatRoute({ name: 'link', token: this.token })}>${renderIcon(icons.back, 'small')}${editing.back}</a>
      ${renderPageHead({ title: editing.title, lead: this.#edited.value?.draft.isReusable ? reuse.edited : editing.lead })}
      ${renderLoaded(this, this.#edited, (edited) =>
        edited === null || edited.state.payment.status !== 'pending'
          ? renderEmpty({ icon: icons.search, title: editing.missing, text: editing.missingText })
          : // Fields keep what was typed; another version of the link is another form.
            html`${keyed(edited.revision, this.#renderForm(edited))}`,
      )}
    </div>`
  }

  #renderForm(edited: EditedLink): TemplateResult {
    const { form, editing, reuse } = this.context.text.links
    const { draft, currency } = edited
    const { isReusable } = draft
    const failure = this.submit.failureOf(EDIT)
    return html`<form novalidate
      @submit=${(event: Event) => this.#send(event, edited)}
      @input=${(event: Event) => this.#recheck(event, edited)}
      @change=${(event: Event) => this.#recheck(event, edited)}
    >
      <section class="card" aria-labelledby="amount-title">
        <h2 id="amount-title">${form.amount}</h2>
        ${renderPriceFields(this, { draft, currency, rows: this.#rows, typed: this.#typed, select: null, failure })}
        <p class="hint">${editing.fixed(currency.symbol)}</p>
      </section>
      <section class="card" aria-labelledby="for-title">
        <h2 id="for-title">${form.forWhat}</h2>
        ${renderOrderFields(this, { draft, failure, typed: this.#typed })}
      </section>
      <section class="card" aria-labelledby="customer-title">
        <div>
          <h2 id="customer-title">${form.customer}</h2>
          <p class="hint">${isReusable ? reuse.noCustomer : form.customerHint}</p>
        </div>
        ${isReusable ? nothing : renderCustomerFields(this, { draft, failure })}
      </section>
      <section class="card" aria-labelledby="options-title">
        <h2 id="options-title">${form.options}</h2>
        <div class="medium">${this.#renderEnd(edited)}</div>
        ${renderRedirectFields(this, { draft, failure })}
        ${renderPayerRules(this, { draft, route: edited.route, failure })}
      </section>
      ${this.#renderFailure(failure)}
      <div class="form-actions">
        ${renderButton({ label: editing.save, kind: 'primary', isBusy: this.submit.pending === EDIT })}
      </div>
    </form>`
  }

  #renderEnd({ state }: EditedLink): TemplateResult {
    const { format, text, now } = this.context
    const { editing } = text.links
    const dueDate = this.#typed.text('dueDate')
    return renderSelect(this, {
      name: 'expiry',
      label: editing.expiry,
      value: '',
      choices: [
        ['', editing.keepExpiry(format.dateTime(state.payment.expiresAt))] as const,
        ...listEnds(dueDate, { nowMs: now(), text }),
      ],
      failure: this.submit.failureOf(EDIT),
    })
  }

  /**
   * Renders a failure. After another edit, adds a button that loads the link again, so that this form does not
   * overwrite that edit.
   */
  #renderFailure(failure: Failure | null) {
    const { editing } = this.context.text.links
    if (failure?.code === 'payment_not_payable') {
      return renderFailure(this, { ...failure, message: editing.cancelled })
    }
    if (failure?.code !== 'revision_conflict') return renderFailure(this, nameUnmarked(failure))
    const reload = renderButton({
      label: editing.reload,
      icon: icons.refresh,
      onClick: () => void this.#reload(),
    })
    return renderFailure(this, { ...failure, message: editing.conflict }, reload)
  }

  async #reload(): Promise<void> {
    await this.#edited.reload()
    this.#rows.reset()
    this.submit.reset()
    this.focusHeading()
  }

  /** Validates a rejected form again while the merchant corrects it. */
  #recheck(event: Event, edited: EditedLink): void {
    if (this.submit.failureOf(EDIT) === null) return
    const read = this.#read(readForm(event), edited)
    this.submit.recheck(EDIT, 'fields' in read ? read.fields : {})
  }

  async #send(event: Event, edited: EditedLink): Promise<void> {
    const { client, text, navigate, announce } = this.context
    const read = this.#read(readForm(event), edited)
    if ('fields' in read) {
      this.submit.refuse(EDIT, refuseFields(read.fields, text))
      await focusFirstInvalid(this)
      return
    }
    const { body } = read
    const params = { token: this.token }
    const updated = await this.submit.run(EDIT, () =>
      client.securePayments.update({ params, body }),
    )
    if (updated === null) {
      await focusFirstInvalid(this)
      return
    }
    const { accessPolicy: sent } = body
    const [requestId] = edited.state.payment.requestIds
    const narrowed =
      sent === undefined
        ? null
        : describeNarrowed(sent, await readStored(this.context, requestId), text)
    announce(narrowed ?? text.links.editing.saved)
    navigate({ name: 'link', token: this.token })
  }

  #read(form: ReturnType<typeof readForm>, edited: EditedLink) {
    const { text, format, now } = this.context
    return readLinkEdit(form, edited, {
      rows: this.#rows.read(edited.draft.order.lines),
      locale: navigator.language,
      nowMs: now(),
      text,
      writeMoney: (amount, symbol) => format.money(amount, symbol, 0),
    })
  }
}

customElements.define('console-link-edit', ConsoleLinkEdit)

declare global {
  interface HTMLElementTagNameMap {
    'console-link-edit': ConsoleLinkEdit
  }
}
