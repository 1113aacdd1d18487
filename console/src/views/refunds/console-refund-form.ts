import { formatAmount } from '@secure-payment/core'
import { findNetwork } from '@secure-payment/core/networks'
import { plainText } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { cutFiat } from '../../amounts/cutFiat.ts'
import { readAmount } from '../../amounts/readAmount.ts'
import type { RequestDetail } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { DialogController } from '../../controllers/DialogController.ts'
import { TypedFormController } from '../../controllers/TypedFormController.ts'
import { refuseFields } from '../../failure.ts'
import { decimalsOf } from '../../networkChoices.ts'
import { type FormValues, readForm } from '../../readForm.ts'
import {
  renderAddress,
  renderButton,
  renderFact,
  renderFailure,
  renderNote,
} from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { renderAmountInput } from '../../ui/renderAmountInput.ts'
import { renderDialog } from '../../ui/renderDialog.ts'
import { renderInput, renderSelect } from '../../ui/renderField.ts'
import './console-refund-payer.ts'
import { openRefundLink } from './openRefundLink.ts'
import { type Doubt, readDoubt, readRecipientFailure } from './readDoubt.ts'
import type { Rest } from './readRest.ts'
import { refundStyles } from './refundStyles.ts'

type Payment = RequestDetail['payments'][number]
/** The currency of the typed amount: the received token or the price's currency. */
type Unit = 'tokens' | 'price'

const CREATE = 'create'
const MOST_LETTERS = 500

/**
 * A button that refunds a payment, with its dialog. Afterwards, opens the page on which the refund is paid, unless the
 * refund needs an approval.
 *
 * @event {CustomEvent} created - A refund was created.
 */
export class ConsoleRefundForm extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, refundStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    payment: { attribute: false },
    payee: { attribute: false },
    currencies: { attribute: false },
    rest: { attribute: false },
    surplus: { attribute: false },
    unit: { state: true },
    doubt: { state: true },
    isOther: { state: true },
  }

  declare payment: Payment
  /** The wallet that received the payment; null if the request contains none. */
  declare payee: string | null
  /** The ids of the request's currencies. */
  declare currencies: { readonly payment: string; readonly invoice: string }
  declare rest: Rest
  /** The request's surplus if it has already been refunded in full, in the price's currency; null if any of it is left. */
  declare surplus: string | null
  declare unit: Unit
  /** Null while the wallet that paid can receive the refund. */
  declare doubt: Doubt | null
  /** Whether the merchant chose an address that the payer entered. */
  declare isOther: boolean
  readonly dialog = new DialogController<Rest>(this)
  readonly #typed = new TypedFormController(this)

  constructor() {
    super()
    this.payee = null
    this.surplus = null
    this.unit = 'tokens'
    this.doubt = null
    this.isOther = false
  }

  protected override render(): TemplateResult {
    const { form } = this.context.text.refunds
    return html`${renderButton({
      label: form.open,
      describe: this.#money(this.rest.amount, 'tokens'),
      onClick: () => {
        this.submit.reset()
        this.unit = 'tokens'
        this.doubt = this.#doubtPayer()
        this.isOther = false
        this.dialog.open(this.rest)
      },
    })}
    ${this.#renderDialog()}`
  }

  /** Returns the doubt that the payment itself shows; null without one. Only the service can detect the others, on chain. */
  #doubtPayer(): Doubt | null {
    const { payerAddress } = this.payment
    if (payerAddress === null) return 'unknown'
    return payerAddress.toLowerCase() === this.payee?.toLowerCase() ? 'payee' : null
  }

  #renderDialog(): TemplateResult | typeof nothing {
    const rest = this.dialog.current
    if (rest === null) return nothing
    const { refunds, common } = this.context.text
    const { form } = refunds
    const failure = this.submit.failureOf(CREATE)
    const left = this.#money(rest.amount, 'tokens')
    return renderDialog(this, {
      title: form.title,
      content: html`<form novalidate @submit=${(event: Event) => void this.#send(event, rest)}>
        <p>${rest.worth === null ? form.rest(left) : form.restWorth(left, this.#money(rest.worth, 'price'))}</p>
        ${this.surplus === null ? nothing : renderNote('warning', html`<p>${refunds.surplus.inForm(this.#money(this.surplus, 'price'))}</p>`)}
        ${this.#renderAmount(rest)} ${this.#renderRecipient()}
        <console-refund-payer
          .context=${this.context}
          .paymentId=${this.payment.id}
          .canAsk=${this.doubt !== null}
          @chosen=${({ detail }: CustomEvent<string>) => void this.#fill(detail)}
        ></console-refund-payer>
        ${renderInput(this, {
          name: 'reason',
          label: form.reason,
          hint: form.reasonHint,
          isOptional: true,
          maxLength: MOST_LETTERS,
          failure,
        })}
        ${renderFailure(this, readRecipientFailure(failure))}
        <div class="form-actions end">
          ${renderButton({ label: common.cancel, onClick: () => this.dialog.close() })}
          ${renderButton({ label: form.create, kind: 'primary', isBusy: this.submit.pending === CREATE })}
        </div>
      </form>`,
    })
  }

  #renderAmount(rest: Rest): TemplateResult {
    const { form } = this.context.text.refunds
    const failure = this.submit.failureOf(CREATE)
    const { conversionRateDestination: rate } = this.payment
    const symbol = this.#symbol('price')
    const price = rate === null ? symbol : form.atRate(symbol, this.#money(rate, 'tokens'))
    return html`${
      rest.worth === null
        ? nothing
        : renderSelect(this, {
            name: 'unit',
            label: form.unit,
            value: this.unit,
            choices: [
              ['tokens', this.#symbol('tokens')],
              ['price', price],
            ],
            onChange: (value) => {
              this.unit = value === 'price' ? 'price' : 'tokens'
            },
            failure,
          })
    }
    ${keyed(
      this.unit,
      renderAmountInput(this, {
        name: 'amount',
        label: form.amount,
        typed: this.#typed,
        symbol: this.#symbol(this.unit),
        decimals: this.#decimals(this.unit),
        value: this.#whole(rest),
        failure,
      }),
    )}`
  }

  #renderRecipient(): TemplateResult {
    const { form } = this.context.text.refunds
    const { payerAddress, destinationNetwork: network } = this.payment
    if (this.doubt === null && !this.isOther && payerAddress !== null) {
      return html`<dl class="facts-list">${renderFact(
        form.recipient,
        html`${renderAddress(payerAddress)}<p class="hint">${form.recipientHint}</p>`,
      )}</dl>`
    }
    return html`${this.doubt === null ? nothing : renderNote('warning', html`<p role="status">${form.doubts[this.doubt]}</p>`)}
    ${renderInput(this, {
      name: 'recipient',
      label: form.other,
      hint: form.otherHint(findNetwork(network)?.name ?? plainText(network)),
      isMono: true,
      maxLength: 80,
      failure: readRecipientFailure(this.submit.failureOf(CREATE)),
    })}`
  }

  /** Fills in an address that the payer entered. */
  async #fill(recipient: string): Promise<void> {
    this.isOther = true
    await this.updateComplete
    const field = this.renderRoot.querySelector<HTMLInputElement>('[name="recipient"]')
    if (field === null) return
    field.value = recipient
    field.focus()
  }

  async #send(event: Event, rest: Rest): Promise<void> {
    const { text, announce } = this.context
    const body = this.#readBody(readForm(event), rest)
    if ('fields' in body) {
      this.submit.refuse(CREATE, refuseFields(body.fields, text))
      await focusFirstInvalid(this)
      return
    }
    const params = { id: this.payment.id }
    const created = await this.submit.run(CREATE, async () => {
      try {
        return await this.context.client.refunds.create({ params, body })
      } catch (error) {
        this.doubt = readDoubt(error) ?? this.doubt
        throw error
      }
    })
    if (created === null) return
    this.dialog.close()
    if (created.status === 'open') {
      announce(text.refunds.form.created)
      await this.submit.run(CREATE, () => openRefundLink(this.context, [created.id]))
    } else announce(text.refunds.form.waiting)
    this.dispatchEvent(new CustomEvent('created', { bubbles: true, composed: true }))
  }

  #readBody(form: FormValues, rest: Rest) {
    const { text } = this.context
    const [symbol, decimals] = [this.#symbol(this.unit), this.#decimals(this.unit)]
    const typed = form.text('amount')
    const units = readAmount(typed, { symbol, decimals, locale: navigator.language, text })
    const recipient = form.text('recipient')
    const fields = {
      ...(typeof units === 'string' && { amount: units }),
      ...((this.doubt !== null || this.isOther) &&
        recipient === '' && { recipient: text.errors.required }),
    }
    if (typeof units === 'string' || Object.keys(fields).length > 0) return { fields }
    const amount = formatAmount(units, decimals)
    const reason = form.text('reason')
    return {
      // Sends `all` for the whole amount, so that rounding leaves no remainder.
      ...(amount === this.#whole(rest)
        ? { amount: 'all' }
        : this.unit === 'price'
          ? { amountInInvoiceCurrency: amount }
          : { amount }),
      ...(recipient !== '' && { recipient }),
      ...(reason !== '' && { reason }),
    }
  }

  #whole({ amount, worth }: Rest): string {
    return this.unit === 'price' && worth !== null ? cutFiat(worth, this.#symbol('price')) : amount
  }

  #money(amount: string, unit: Unit): string {
    return this.context.format.money(amount, this.#symbol(unit))
  }

  #symbol(unit: Unit): string {
    const { paymentCurrency, currency } = this.payment
    return plainText(unit === 'price' ? currency : paymentCurrency)
  }

  #decimals(unit: Unit): number {
    return decimalsOf(unit === 'price' ? this.currencies.invoice : this.currencies.payment)
  }
}

customElements.define('console-refund-form', ConsoleRefundForm)

declare global {
  interface HTMLElementTagNameMap {
    'console-refund-form': ConsoleRefundForm
  }
}
