import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { TypedFormController } from '../../controllers/TypedFormController.ts'
import { refuseFields } from '../../failure.ts'
import { may } from '../../may.ts'
import { decimalsOf, type NetworkChoice } from '../../networkChoices.ts'
import { type FormValues, readForm } from '../../readForm.ts'
import { readNetworks } from '../../readNetworks.ts'
import { tabStyles } from '../../styles/tabStyles.ts'
import { renderButton, renderEmpty, renderFailure, renderPageHead } from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { icons } from '../../ui/icons.ts'
import { renderAmountInput } from '../../ui/renderAmountInput.ts'
import { renderInput, renderSelect } from '../../ui/renderField.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { createPayoutLink, readRefusedCells } from './createPayoutLink.ts'
import { payoutStyles } from './payoutStyles.ts'
import { type Payout, type PayoutCells, payoutColumns, readPayout } from './readPayout.ts'
import { MAX_PAYOUTS } from './readPayoutFile.ts'
import { renderPayoutTabs } from './renderPayoutTabs.ts'
import './console-payout-links.ts'

/** Payouts that a merchant enters by hand, one or several, which become one link. */
export class ConsolePayouts extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, tabStyles, payoutStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    networkId: { state: true },
    rows: { state: true },
  }

  declare networkId: string | null
  /** The rows' numbers, which name the fields, so that fields keep their text when another row is removed. */
  declare rows: readonly number[]
  #lastRow = 0
  readonly #typed = new TypedFormController(this)
  readonly #networks = new LoadController<readonly NetworkChoice[]>(this, (signal) =>
    readNetworks(this.context, { family: null, signal }),
  )

  constructor() {
    super()
    this.networkId = null
    this.rows = [0]
  }

  protected override render(): TemplateResult {
    const { payouts, rights } = this.context.text
    return html`<div class="page">
      ${renderPageHead({ title: payouts.title, lead: payouts.lead })}
      ${renderPayoutTabs(this, 'payouts')}
      ${
        may(this.context, 'payouts')
          ? renderLoaded(this, this.#networks, (networks) => this.#renderForm(networks))
          : html`<p class="muted">${rights.missing(rights.scopes.payouts)}</p>`
      }
      <console-payout-links .context=${this.context}></console-payout-links>
    </div>`
  }

  #renderForm(networks: readonly NetworkChoice[]): TemplateResult {
    const { payouts } = this.context.text
    const network = networks.find(({ id }) => id === this.networkId) ?? networks[0]
    if (network === undefined) {
      return renderEmpty({ icon: icons.payout, title: payouts.form, text: payouts.noNetworks })
    }
    const { rows, submit } = this
    const isFull = rows.length >= MAX_PAYOUTS
    return html`<section class="card" aria-labelledby="form-title">
      <div>
        <h2 id="form-title">${payouts.form}</h2>
        <p class="hint">${payouts.formHint}</p>
      </div>
      <form novalidate
        @submit=${(event: Event) => this.#send(event, network)}
        @input=${(event: Event) => this.#recheck(event, network)}
        @change=${(event: Event) => this.#recheck(event, network)}
      >
        <div class="narrow">
          ${renderSelect(this, {
            name: 'network',
            label: payouts.network,
            hint: payouts.networkHint,
            value: network.id,
            choices: networks.map(({ id, name }) => [id, name] as const),
            onChange: (id) => {
              this.networkId = id
            },
            failure: null,
          })}
        </div>
        ${repeat(
          rows,
          (row) => row,
          (row, index) => this.#renderRow(row, index, network),
        )}
        <div>
          ${
            isFull
              ? html`<p class="hint">${payouts.full(MAX_PAYOUTS)}</p>`
              : renderButton({ label: payouts.add, icon: icons.plus, onClick: () => this.#add() })
          }
        </div>
        ${renderFailure(this, submit.failureOf('create'))}
        <div class="form-actions">
          ${renderButton({ label: payouts.create(rows.length), kind: 'primary', isBusy: submit.pending === 'create' })}
        </div>
      </form>
    </section>`
  }

  #renderRow(row: number, index: number, network: NetworkChoice): TemplateResult {
    const { payouts } = this.context.text
    const failure = this.submit.failureOf('create')
    const title = payouts.number(index + 1)
    const chosen = this.#typed.text(`currency-${row}`)
    const token =
      network.tokens.find(({ currencyId }) => currencyId === chosen) ?? network.tokens[0]
    return html`<fieldset class="payout">
      <legend class="visually-hidden">${title}</legend>
      ${
        this.rows.length === 1
          ? nothing
          : html`<div class="payout-head">
              <span class="label" aria-hidden="true">${title}</span>
              ${renderButton({ label: payouts.remove, kind: 'quiet', describe: title, onClick: () => this.#remove(row) })}
            </div>`
      }
      ${renderInput(this, { name: `recipient-${row}`, label: payouts.recipient, hint: payouts.recipientHint, isMono: true, maxLength: 64, failure })}
      <div class="pair">
        ${renderAmountInput(this, { name: `amount-${row}`, label: payouts.amount, typed: this.#typed, symbol: token?.symbol ?? null, decimals: decimalsOf(token?.currencyId ?? null), failure })}
        ${renderSelect(this, {
          name: `currency-${row}`,
          label: payouts.currency,
          value: network.tokens[0]?.currencyId,
          choices: network.tokens.map(({ currencyId, symbol }) => [currencyId, symbol] as const),
          failure,
        })}
      </div>
      <div class="pair">
        ${renderInput(this, { name: `reference-${row}`, label: payouts.reference, hint: payouts.referenceHint, isOptional: true, maxLength: 255, failure })}
        ${renderInput(this, { name: `recipient_id-${row}`, label: payouts.recipientId, hint: payouts.recipientIdHint, isOptional: true, maxLength: 255, failure })}
      </div>
    </fieldset>`
  }

  #add(): void {
    this.#lastRow += 1
    const row = this.#lastRow
    this.rows = [...this.rows, row]
    this.#focus(`#recipient-${row}`)
  }

  #remove(row: number): void {
    const index = this.rows.indexOf(row)
    this.rows = this.rows.filter((one) => one !== row)
    this.submit.reset()
    this.#focus(`#recipient-${this.rows[Math.min(index, this.rows.length - 1)]}`)
  }

  #focus(selector: string): void {
    void this.updateComplete.then(() => {
      this.renderRoot.querySelector<HTMLElement>(selector)?.focus()
    })
  }

  /** Validates a rejected form again while the merchant corrects it. */
  #recheck(event: Event, network: NetworkChoice): void {
    if (this.submit.failureOf('create') === null) return
    this.submit.recheck('create', this.#read(readForm(event), network).fields)
  }

  async #send(event: Event, network: NetworkChoice): Promise<void> {
    const { text, navigate, announce } = this.context
    const { payouts, fields } = this.#read(readForm(event), network)
    if (Object.keys(fields).length > 0) {
      this.submit.refuse('create', refuseFields(fields, text))
      await focusFirstInvalid(this)
      return
    }
    let refused: Readonly<Record<string, string>> = {}
    const created = await this.submit.run('create', async () => {
      try {
        return await createPayoutLink(this.context, { payouts, network: network.id })
      } catch (error) {
        refused = this.#nameRefused(error)
        throw error
      }
    })
    if (created === null) {
      const { failure } = this.submit
      if (failure !== null) this.submit.refuse('create', { ...failure, fields: refused })
      await focusFirstInvalid(this)
      return
    }
    announce(created.isWaiting ? text.approvals.created : text.payouts.created)
    navigate({ name: 'payoutLink', requestId: created.requestId })
  }

  #read(form: FormValues, network: NetworkChoice) {
    const fields: Record<string, string> = {}
    const payouts: Payout[] = []
    for (const row of this.rows) {
      const cells = Object.fromEntries(
        payoutColumns.map((column) => [column, form.text(`${column}-${row}`)]),
      )
      const options = { network, locale: navigator.language, text: this.context.text }
      const read = readPayout({ ...EMPTY, ...cells }, options)
      if ('payout' in read) payouts.push(read.payout)
      else {
        for (const [column, problem] of Object.entries(read.problems)) {
          fields[`${column}-${row}`] = problem
        }
      }
    }
    return { payouts, fields }
  }

  #nameRefused(error: unknown): Readonly<Record<string, string>> {
    return Object.fromEntries(
      readRefusedCells(error).map(({ index, column, message }) => [
        `${column}-${this.rows[index]}`,
        message,
      ]),
    )
  }
}

const EMPTY: PayoutCells = {
  recipient: '',
  currency: '',
  amount: '',
  reference: '',
  recipient_id: '',
}

customElements.define('console-payouts', ConsolePayouts)

declare global {
  interface HTMLElementTagNameMap {
    'console-payouts': ConsolePayouts
  }
}
