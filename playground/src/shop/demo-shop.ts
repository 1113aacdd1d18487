import { formatAmount, parseAmount } from '@secure-payment/core'
import { installTestWallet } from '@secure-payment/widget/testkit'
import { css, html, LitElement, nothing, svg, type TemplateResult } from 'lit'
import type { Product, ShopCurrency } from '../../server/catalogue.ts'
import { artwork } from './artwork.ts'
import { demoShopStyles } from './demoShopStyles.ts'
import { loadOrder, loadShop, type PlacedOrder, placeOrder, type ShopConfig } from './shopApi.ts'
import { showAmount } from './showAmount.ts'

const DECIMALS = 6
const ORDER_POLL_MS = 500

/** The demo shop: products, a cart, the checkout in the page or on the hosted page, and the order's state from the webhook. */
export class DemoShop extends LitElement {
  static override properties = {
    config: { state: true },
    cart: { state: true },
    currency: { state: true },
    order: { state: true },
    message: { state: true },
    isPlacing: { state: true },
  }
  static override styles = [css`:host { display: block; }`, demoShopStyles]

  declare config: ShopConfig | null
  declare cart: ReadonlyMap<string, number>
  declare currency: ShopCurrency
  declare order: PlacedOrder | null
  declare message: string
  declare isPlacing: boolean
  #poll: ReturnType<typeof setInterval> | undefined

  constructor() {
    super()
    this.config = null
    this.cart = new Map()
    this.currency = 'USDC'
    this.order = null
    this.message = ''
    this.isPlacing = false
  }

  override connectedCallback(): void {
    super.connectedCallback()
    void this.#start()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearInterval(this.#poll)
  }

  async #start(): Promise<void> {
    try {
      const config = await loadShop()
      installTestWallet(config.burner)
      this.config = config
      const resumed = new URLSearchParams(location.search).get('order')
      if (resumed) this.#follow(await loadOrder(resumed))
    } catch (error) {
      this.message = error instanceof Error ? error.message : 'The shop could not be loaded.'
    }
  }

  protected override render(): TemplateResult {
    return html`
      <header>
        <a class="brand" href="/"><span aria-hidden="true">${brandMark}</span>North &amp; Bean</a>
        <nav aria-label="Demo">
          <a href="/fiat.html">Bank payout</a>
          <a href="/inspector.html" target="_blank">Webhooks</a>
          <a href="/states.html" target="_blank">Element</a>
          <a href="/design.html" target="_blank">Design</a>
          ${this.config ? html`<a href="${this.config.baseUrl}/docs" target="_blank">API</a>` : nothing}
        </nav>
      </header>
      <aside class="banner" aria-label="About this demo">
        Demo on a local chain. Coins here are worth nothing: pay with the burner wallet.
      </aside>
      <main>${this.order ? this.#renderOrder(this.order) : this.#renderShelf()}</main>
      <p class="message" role="alert">${this.message}</p>
    `
  }

  #renderShelf(): TemplateResult {
    if (!this.config) return html`<p class="loading">Opening the shop…</p>`
    return html`
      <section aria-labelledby="shelf">
        <div class="heading">
          <h1 id="shelf">Slow coffee, made by three small workshops</h1>
          ${this.#renderCurrencyPicker(this.config)}
        </div>
        <ul class="shelf">
          ${this.config.products.map((product) => this.#renderProduct(product))}
        </ul>
      </section>
      ${this.#renderCart(this.config)}
    `
  }

  #renderCurrencyPicker(config: ShopConfig): TemplateResult {
    return html`<label class="picker">
      Pay in
      <select
        @change=${(event: Event) => {
          const { value } = event.target as HTMLSelectElement
          this.currency = config.currencies.find((symbol) => symbol === value) ?? this.currency
        }}
      >
        ${config.currencies.map((symbol) => html`<option value=${symbol} ?selected=${symbol === this.currency}>${nameCurrency(symbol)}</option>`)}
      </select>
    </label>`
  }

  #renderProduct(product: Product): TemplateResult {
    const maker = this.config?.makers.find(({ id }) => id === product.makerId)
    return html`<li>
      <svg viewBox="0 0 120 120" aria-hidden="true">${artwork[product.art]}</svg>
      <div class="text">
        <h2>${product.name}</h2>
        <p>${product.description}</p>
        <p class="maker">by ${maker?.name}</p>
      </div>
      <div class="buy">
        <strong>${showAmount(product.prices[this.currency])} ${this.currency}</strong>
        <button aria-label="Add ${product.name} to the cart" @click=${() => this.#add(product.sku, 1)}>
          Add
        </button>
      </div>
    </li>`
  }

  #renderCart(config: ShopConfig): TemplateResult {
    const lines = config.products.filter(({ sku }) => this.cart.has(sku))
    if (lines.length === 0)
      return html`<aside class="cart" aria-label="Cart"><h2>Cart</h2><p class="empty">Your cart is empty.</p></aside>`
    const makers = new Set(lines.map(({ makerId }) => makerId))
    return html`<aside class="cart" aria-label="Cart">
      <h2>Cart</h2>
      <ul>
        ${lines.map(
          (product) => html`<li>
            <span>${product.name}</span>
            <span class="quantity">
              <button aria-label="One ${product.name} less" @click=${() => this.#add(product.sku, -1)}>−</button>
              <output>${this.cart.get(product.sku)}</output>
              <button aria-label="One ${product.name} more" @click=${() => this.#add(product.sku, 1)}>+</button>
            </span>
            <span class="price">${this.#lineTotal(product)}</span>
          </li>`,
        )}
      </ul>
      <p class="total"><span>Total</span><strong>${this.#cartTotal(lines)} ${this.currency}</strong></p>
      ${this.#renderCartHint(makers.size)}
      <button class="primary" ?disabled=${this.isPlacing} @click=${() => this.#checkout('page')}>Pay</button>
      <button class="secondary" ?disabled=${this.isPlacing} @click=${() => this.#checkout('hosted')}>
        Pay on the hosted page
      </button>
    </aside>`
  }

  #renderCartHint(makerCount: number): TemplateResult | typeof nothing {
    if (this.currency === 'CHF') {
      return html`<p class="hint">Paid in USDC, at a price that the service fixes for ten minutes.</p>`
    }
    if (makerCount < 2) return nothing
    return html`<p class="hint">Sold by ${makerCount} makers: one transaction pays each of them.</p>`
  }

  #renderOrder(order: PlacedOrder): TemplateResult {
    return html`<section class="checkout" aria-labelledby="order">
      <div class="summary">
        <button class="link" @click=${() => this.#leaveOrder()}>← Back to the shop</button>
        <h1 id="order">Order ${order.id}</h1>
        <ul>
          ${order.shares.map((share) => html`<li><span>${share.makerName}</span><span>${showAmount(share.amount)} ${order.currency}</span></li>`)}
        </ul>
        <p class="total"><span>Total</span><strong>${showAmount(order.total)} ${order.currency}</strong></p>
        <p class="status" data-paid=${order.isPaid} role="status">
          ${describeOrder(order)}
        </p>
        <p class="hint">
          This line changes only when a webhook with a valid signature reaches the shop:
          <a href="/inspector.html" target="_blank">see it arrive</a>.
        </p>
        <p class="hint"><a href=${order.securePaymentUrl}>Open this payment on the hosted page</a></p>
      </div>
      <secure-payment
        token=${order.token}
        api-base=${this.config?.baseUrl ?? ''}
        client-id=${this.config?.clientId ?? ''}
        pay-url=${this.config?.payUrl ?? ''}
        merchant-name="North & Bean"
      ></secure-payment>
    </section>`
  }

  #add(sku: string, change: number): void {
    const quantity = (this.cart.get(sku) ?? 0) + change
    const cart = new Map(this.cart)
    if (quantity > 0) cart.set(sku, quantity)
    else cart.delete(sku)
    this.cart = cart
  }

  #lineTotal(product: Product): string {
    return showAmount(formatAmount(this.#lineUnits(product), DECIMALS))
  }

  #cartTotal(lines: readonly Product[]): string {
    const units = lines.reduce((sum, product) => sum + this.#lineUnits(product), 0n)
    return showAmount(formatAmount(units, DECIMALS))
  }

  #lineUnits(product: Product): bigint {
    return (
      parseAmount(product.prices[this.currency], DECIMALS) * BigInt(this.cart.get(product.sku) ?? 0)
    )
  }

  async #checkout(place: 'page' | 'hosted'): Promise<void> {
    this.isPlacing = true
    this.message = ''
    try {
      const lines = [...this.cart].map(([sku, quantity]) => ({ sku, quantity }))
      const order = await placeOrder(lines, this.currency)
      this.cart = new Map()
      if (place === 'hosted') location.assign(order.securePaymentUrl)
      else this.#follow(order)
    } catch (error) {
      this.message = error instanceof Error ? error.message : 'The order could not be placed.'
    } finally {
      this.isPlacing = false
    }
  }

  #follow(order: PlacedOrder): void {
    this.order = order
    history.replaceState(null, '', `?order=${encodeURIComponent(order.id)}`)
    clearInterval(this.#poll)
    if (!order.isPaid)
      this.#poll = setInterval(() => void this.#refreshOrder(order.id), ORDER_POLL_MS)
  }

  async #refreshOrder(id: string): Promise<void> {
    try {
      const order = await loadOrder(id)
      // A slow response may be older than the response that reported the payment.
      if (this.order?.id !== id || this.order.isPaid) return
      this.order = order
      if (order.isPaid) clearInterval(this.#poll)
    } catch {
      // The backend may be restarting; the next poll retries.
    }
  }

  #leaveOrder(): void {
    clearInterval(this.#poll)
    this.order = null
    history.replaceState(null, '', '/')
  }
}

function nameCurrency(currency: ShopCurrency): string {
  return currency === 'CHF' ? 'CHF, in USDC' : currency
}

function describeOrder({ isPaid, lastEvent }: PlacedOrder): string {
  if (isPaid) return '✓ Paid: the signed webhook has arrived. We are packing.'
  switch (lastEvent) {
    case 'payment.partial':
      return 'Part of the money has arrived. Waiting for the rest…'
    case 'payment.refunded':
      return 'The money was returned to the payer. Waiting for another payment…'
    case 'payment.failed':
      return 'A payment failed. Waiting for another one…'
    default:
      return 'Waiting for the payment…'
  }
}

const brandMark = html`<svg viewBox="0 0 32 32" width="28" height="28">
  ${svg`<rect width="32" height="32" rx="8" fill="var(--accent)"/><path d="M10 23c-3-6 1-14 9-15 3 6-1 14-9 15Zm0 0c2-5 4-9 7-12" fill="none" stroke="var(--on-accent)" stroke-width="2" stroke-linecap="round"/>`}
</svg>`

customElements.define('demo-shop', DemoShop)

declare global {
  interface HTMLElementTagNameMap {
    'demo-shop': DemoShop
  }
}
