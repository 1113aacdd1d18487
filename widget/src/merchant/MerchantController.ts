import type { ReactiveElement } from 'lit'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import type { Format } from '../text/format.ts'
import type { Dress } from './dress.ts'

/** Applies the merchant's branding and goods to the element; the part loads with the first payment that has some. */
export class MerchantController {
  readonly #host: ReactiveElement
  #dress: Dress | null = null
  #worn: string | undefined = 'none'

  constructor(host: ReactiveElement) {
    this.#host = host
  }

  /** Applies the branding of a payment, and checks the page's own colours if it sets any. */
  follow(payment: PaymentMetadata | null): void {
    const worn = JSON.stringify([payment?.branding, payment?.order])
    if (!payment || worn === this.#worn) return
    this.#worn = worn
    const isPlain = !payment.branding && !payment.order && !this.#dress
    if (isPlain && !getComputedStyle(this.#host).getPropertyValue('--sp-color-primary')) return
    import('./dress.ts').then(({ dress }) => {
      this.#dress = dress(this.#host, payment)
      this.#host.requestUpdate()
    }, reportError)
  }

  /** Renders the merchant's links and the goods; undefined before they are loaded. */
  render(format: Format): ReturnType<Dress['render']> | undefined {
    return this.#dress?.render(format)
  }
}
