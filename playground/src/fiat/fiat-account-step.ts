import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { accountExamples } from './examples.ts'
import { addAccount, type DemoPayer } from './fiatApi.ts'
import { fiatStyles } from './fiatStyles.ts'
import { accountFields } from './fields.ts'
import { focusInvalid } from './focusInvalid.ts'
import { readRefusal } from './readRefusal.ts'
import { EMPTY_FORM, type FormState, renderForm } from './renderForm.ts'

type Account = DemoPayer['accounts'][number]

/**
 * Collects a bank account for the money, and shows the result of each account's check.
 *
 * @event {CustomEvent<DemoPayer>} payer - The payer with another account.
 */
export class FiatAccountStep extends LitElement {
  static override readonly styles = fiatStyles
  static override readonly properties = {
    payer: {},
    form: { state: true },
    isAdding: { state: true },
  }

  declare payer: DemoPayer | null
  declare form: FormState
  /** Whether the form is open although accounts exist. */
  declare isAdding: boolean

  constructor() {
    super()
    this.payer = null
    this.form = { ...EMPTY_FORM, values: { currency: 'eur' } }
    this.isAdding = false
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('payer')) return
    const before = changed.get('payer')
    if (before && before.accounts.length !== this.payer?.accounts.length) this.isAdding = false
  }

  protected override render(): TemplateResult | typeof nothing {
    const { payer, form } = this
    if (payer === null) return nothing
    const isOpen = this.isAdding || payer.accounts.length === 0
    return html`<div class="stack">
      ${payer.accounts.length === 0 ? nothing : html`<ul class="stack" aria-label="Bank accounts">${payer.accounts.map(renderAccount)}</ul>`}
      ${
        isOpen
          ? renderForm({
              form,
              fields: accountFields(form.values),
              examples: accountExamples,
              submit: 'Add bank account',
              onChange: (values) => {
                this.form = { ...this.form, values }
              },
              onSubmit: () => void this.#send(payer),
            })
          : html`<div><button @click=${() => this.#open()}>Add another account</button></div>`
      }
    </div>`
  }

  #open(): void {
    this.isAdding = true
    this.form = { ...EMPTY_FORM, values: { currency: 'eur' } }
    void this.updateComplete.then(() => this.renderRoot.querySelector('button')?.focus())
  }

  async #send(payer: DemoPayer): Promise<void> {
    const { values } = this.form
    this.form = { values, refusal: null, isSending: true }
    try {
      const detail = await addAccount(payer.id, values)
      this.form = { ...EMPTY_FORM, values: { currency: 'eur' } }
      this.dispatchEvent(new CustomEvent('payer', { detail }))
    } catch (error) {
      this.form = { values, refusal: readRefusal(error), isSending: false }
      await focusInvalid(this)
    }
  }
}

const STATUS: Readonly<Record<Account['status'], { label: string; tone: string }>> = {
  pending: { label: 'being checked', tone: '' },
  approved: { label: 'approved', tone: 'good' },
  failed: { label: 'refused', tone: 'bad' },
}

function renderAccount(account: Account): TemplateResult {
  const { label, tone } = STATUS[account.status]
  return html`<li>
    <div class="row" role="status">
      <strong>${account.bankName}</strong>
      <span>${nameAccount(account)}</span>
      <span class="badge ${tone}">${label}</span>
    </div>
  </li>`
}

/** Returns an account by its holder and the end of its number. */
export function nameAccount({ accountName, accountNumber, currency }: Account): string {
  const end = accountNumber?.replace(/^\*+/, '')
  return `${accountName}, ${currency.toUpperCase()}${end ? ` ending in ${end}` : ''}`
}

customElements.define('fiat-account-step', FiatAccountStep)

declare global {
  interface HTMLElementTagNameMap {
    'fiat-account-step': FiatAccountStep
  }
}
