import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core'
import '@secure-payment/widget'
import type { SpSuccessEvent } from '@secure-payment/widget'
import { createOrder, type Order } from './createOrder'

/** Shows a product, its payment in the page, and a thank-you message. The element's entry in HTMLElementTagNameMap types `$event`. */
@Component({
  selector: '[shop-checkout]',
  // Allows tags that are not Angular components.
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  templateUrl: './checkout.html',
})
export class Checkout {
  protected readonly order = signal<Order | null>(null)
  protected readonly isPaid = signal(false)
  protected readonly isBusy = signal(false)
  protected readonly problem = signal('')

  protected async buy(): Promise<void> {
    this.isBusy.set(true)
    this.problem.set('')
    try {
      this.order.set(await createOrder())
    } catch (error) {
      this.problem.set(error instanceof Error ? error.message : String(error))
    } finally {
      this.isBusy.set(false)
    }
  }

  /** For display only: your server fulfils the order when it receives the webhook. */
  protected thank({ detail }: SpSuccessEvent): void {
    this.isPaid.set(detail.requestIds.length > 0)
  }
}
