import { html, LitElement, nothing, type TemplateResult } from 'lit'
import { nameAccount } from './fiat-account-step.ts'
import { createRequest, type DemoPayer, type DemoRequest } from './fiatApi.ts'
import { fiatStyles } from './fiatStyles.ts'
import { type PayingProvider, type PayStep, payRequest } from './payRequest.ts'
import { readRefusal } from './readRefusal.ts'

/**
 * Creates a request that pays into a bank account; the burner wallet pays the request.
 *
 * @event {CustomEvent<DemoRequest>} request - The request that was created.
 */
export class FiatPaymentStep extends LitElement {
  static override readonly styles = fiatStyles
  static override readonly properties = {
    payer: {},
    request: {},
    provider: {},
    network: {},
    isArriving: {},
    amount: { state: true },
    accountId: { state: true },
    busy: { state: true },
    txHash: { state: true },
    refusal: { state: true },
  }

  declare payer: DemoPayer | null
  declare request: DemoRequest | null
  declare provider: PayingProvider | null
  declare network: string
  /** Whether a webhook has reported the payment. */
  declare isArriving: boolean
  declare amount: string
  declare accountId: string | null
  declare busy: 'create' | PayStep | null
  declare txHash: string | null
  declare refusal: ReturnType<typeof readRefusal> | null

  constructor() {
    super()
    this.payer = null
    this.request = null
    this.provider = null
    this.network = ''
    this.isArriving = false
    this.amount = '25'
    this.accountId = null
    this.busy = null
    this.txHash = null
    this.refusal = null
  }

  protected override render(): TemplateResult {
    return html`<div class="stack">
      ${this.request === null ? this.#renderCreate() : this.#renderPay(this.request)}
      ${this.refusal === null ? nothing : html`<p class="problem" role="alert">${[this.refusal.message, ...Object.values(this.refusal.fields)].join(' ')}</p>`}
    </div>`
  }

  #renderCreate(): TemplateResult {
    const create = (event: Event): void => {
      event.preventDefault()
      void this.#create()
    }
    return html`<form novalidate @submit=${create}>
      <div class="field">
        <label for="amount">Amount in USDC</label>
        <input id="amount" inputmode="decimal" autocomplete="off" .value=${this.amount} @input=${(event: Event) => this.#writeAmount(event)}>
      </div>
      <button class="primary" aria-disabled=${this.busy === null ? nothing : 'true'}>
        ${this.busy === null ? nothing : html`<span class="spinner"></span>`}Create request
      </button>
    </form>`
  }

  #renderPay(request: DemoRequest): TemplateResult {
    const approved = this.payer?.accounts.filter(({ status }) => status === 'approved') ?? []
    const chosen = approved.find(({ id }) => id === this.accountId) ?? approved[0]
    const isSent = this.txHash !== null || this.isArriving
    return html`<p>
        Request for <strong>${request.requestAmount} USDC</strong>${request.reference === null ? nothing : html`, ${request.reference}`}
      </p>
      <p class="hint">It is paid to the provider’s own address: <code>${request.payee}</code></p>
      ${
        isSent
          ? html`<p class="note" role="status">Sent${this.txHash === null ? nothing : html` in <code>${this.txHash}</code>`}. Webhooks report the next steps.</p>`
          : html`${approved.length > 1 ? this.#renderChoice(approved, chosen?.id) : nothing}
              ${chosen === undefined ? nothing : html`<p>The money goes to ${chosen.bankName}: ${nameAccount(chosen)}.</p>`}
              <div><button class="primary" aria-disabled=${this.busy === null && chosen ? nothing : 'true'} @click=${() => chosen && this.#pay(request, chosen.id)}>
                ${this.busy === null ? nothing : html`<span class="spinner"></span>`}Pay with the burner wallet
              </button></div>
              ${this.busy === null || this.busy === 'create' ? nothing : html`<p role="status" class="hint">${STEPS[this.busy]}</p>`}`
      }`
  }

  #renderChoice(accounts: DemoPayer['accounts'], chosenId: string | undefined): TemplateResult {
    const choose = (event: Event): void => {
      const { target } = event
      if (target instanceof HTMLSelectElement) this.accountId = target.value
    }
    return html`<div class="field">
      <label for="account">Bank account</label>
      <select id="account" @change=${choose}>
        ${accounts.map((account) => html`<option value=${account.id} ?selected=${account.id === chosenId}>${account.bankName}, ${nameAccount(account)}</option>`)}
      </select>
    </div>`
  }

  #writeAmount({ target }: Event): void {
    if (target instanceof HTMLInputElement) this.amount = target.value
  }

  async #create(): Promise<void> {
    if (this.busy !== null) return
    await this.#run('create', async () => {
      const detail = await createRequest(this.amount.trim())
      this.txHash = null
      this.dispatchEvent(new CustomEvent('request', { detail }))
    })
  }

  async #pay({ requestId }: DemoRequest, account: string): Promise<void> {
    const { payer, provider, network } = this
    if (this.busy !== null || payer === null || provider === null) return
    await this.#run('connect', async () => {
      this.txHash = await payRequest(provider, {
        requestId,
        payer: payer.id,
        account,
        network,
        onStep: (step) => {
          this.busy = step
        },
      })
    })
  }

  async #run(busy: 'create' | PayStep, act: () => Promise<void>): Promise<void> {
    this.busy = busy
    this.refusal = null
    try {
      await act()
    } catch (error) {
      this.refusal = isDeclined(error)
        ? { message: 'Declined in the wallet. Nothing was paid.', fields: {} }
        : readRefusal(error)
    } finally {
      this.busy = null
    }
  }
}

const STEPS: Readonly<Record<PayStep, string>> = {
  connect: 'Requesting the wallet’s account…',
  approve: 'Allow the payment contract to transfer the amount, in the wallet.',
  pay: 'Confirm the payment in the wallet.',
}

/** Returns whether the payer declined (EIP-1193). */
function isDeclined(error: unknown): boolean {
  return Object(error).code === 4001
}

customElements.define('fiat-payment-step', FiatPaymentStep)

declare global {
  interface HTMLElementTagNameMap {
    'fiat-payment-step': FiatPaymentStep
  }
}
