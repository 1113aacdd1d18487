import type { ReactiveElement } from 'lit'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import type { ViewContext } from '../views/viewContext.ts'
import type { RefundView } from './showRefunds.ts'

/** Shows the merchant's refunds; the chunk for them loads with the first refund. */
export class RefundsController {
  readonly #host: ReactiveElement
  #view: RefundView | null = null

  constructor(host: ReactiveElement) {
    this.#host = host
  }

  /** Shows the refunds of a payment. */
  follow(payment: PaymentMetadata | null): void {
    if (!payment?.refunds && !this.#view) return
    import('./showRefunds.ts').then(({ showRefunds }) => {
      this.#view = payment && showRefunds(this.#host, payment)
      this.#host.requestUpdate()
    }, reportError)
  }

  /** Returns the members of the context about refunds; undefined without a refund. */
  render(context: ViewContext): ReturnType<RefundView> | undefined {
    return this.#view?.(context)
  }
}
