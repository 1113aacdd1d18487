import type { AccountInfo } from './accountInfo.ts'
import type { Model, SentTransaction, StateName, StepView } from './model.ts'
import type { PaymentMetadata, RefundTransaction } from './paymentMetadata.ts'
import type { PayOption } from './payOption.ts'
import type { TransactionKind } from './review.ts'
import type { Receipt } from './views/succeeded/createReceipt.ts'

/** The base class of every element event: it bubbles, leaves the shadow tree and carries its facts in `detail`. */
export abstract class SecurePaymentEvent<T> extends CustomEvent<T> {
  constructor(type: string, detail: T, cancelable = false) {
    super(type, { bubbles: true, composed: true, cancelable, detail })
  }
}

/**
 * The payment was read and can be shown; `resumed` when an earlier attempt of this device continues. `persistence`
 * names where attempts are stored: with `memory`, ask payers to keep the page open.
 */
export class SpReadyEvent extends SecurePaymentEvent<{
  readonly payment: PaymentMetadata
  readonly resumed: boolean
  readonly persistence: Model['persistence']
}> {
  constructor(detail: SpReadyEvent['detail']) {
    super('sp-ready', detail)
  }
}

/** Another screen is shown; `reason` names the cause. */
export class SpStateChangeEvent extends SecurePaymentEvent<{
  readonly from: StateName
  readonly to: StateName
  readonly reason: string
}> {
  constructor(detail: SpStateChangeEvent['detail']) {
    super('sp-statechange', detail)
  }
}

/** The payer chose a wallet. Cancel the event to prevent the request to the wallet. */
export class SpBeforeConnectEvent extends SecurePaymentEvent<{ readonly walletId: string }> {
  constructor(detail: SpBeforeConnectEvent['detail']) {
    super('sp-before-connect', detail, true)
  }
}

/** A wallet returned an account. */
export class SpConnectEvent extends SecurePaymentEvent<
  AccountInfo & { readonly kind: 'evm' | 'tron' }
> {
  constructor(detail: SpConnectEvent['detail']) {
    super('sp-connect', detail)
  }
}

/** The payer disconnected the account, or the wallet removed it. */
export class SpDisconnectEvent extends SecurePaymentEvent<null> {
  constructor() {
    super('sp-disconnect', null)
  }
}

/** A way to pay was chosen; `selectOption` accepts `chain` and `token`. */
export class SpOptionEvent extends SecurePaymentEvent<
  PayOption & { readonly chain: string; readonly token: string }
> {
  constructor(detail: SpOptionEvent['detail']) {
    super('sp-option', detail)
  }
}

/**
 * The payer pressed Pay. Cancel the event to stop the payment, or pass a promise to `waitUntil` to hold it until your page is
 * ready. A promise that rejects stops the payment.
 */
export class SpBeforePayEvent extends SecurePaymentEvent<{
  readonly option: PayOption | null
  readonly account: AccountInfo | null
  readonly steps: readonly TransactionKind[]
}> {
  readonly promises: Promise<unknown>[] = []

  constructor(detail: SpBeforePayEvent['detail']) {
    super('sp-before-pay', detail, true)
  }

  waitUntil(promise: Promise<unknown>): void {
    this.promises.push(promise)
  }
}

/** A step of the payment began or ended; `index` counts from 0. */
export class SpStepEvent extends SecurePaymentEvent<{
  readonly index: number
  readonly count: number
  readonly kind: StepView['kind']
  readonly status: StepView['status']
}> {
  constructor(detail: SpStepEvent['detail']) {
    super('sp-step', detail)
  }
}

/** The wallet sent a transaction. */
export class SpTransactionEvent extends SecurePaymentEvent<SentTransaction> {
  constructor(detail: SpTransactionEvent['detail']) {
    super('sp-transaction', detail)
  }
}

/** The chain confirmed the payment; the service has not confirmed it yet. */
export class SpConfirmedEvent extends SecurePaymentEvent<{
  readonly hash: string
  readonly confirmations: number
}> {
  constructor(detail: SpConfirmedEvent['detail']) {
    super('sp-confirmed', detail)
  }
}

/** The service confirmed that it is paid. For the page's display only: fulfil the order from the webhook. */
export class SpSuccessEvent extends SecurePaymentEvent<{
  readonly token: string
  readonly requestIds: readonly string[]
  readonly transactions: PaymentMetadata['transactions']
  readonly receipt: Receipt
}> {
  constructor(detail: SpSuccessEvent['detail']) {
    super('sp-success', detail)
  }
}

/** The merchant refunded money: `refunds` are the transactions on chain, oldest first, including those that do not count yet. */
export class SpRefundEvent extends SecurePaymentEvent<{
  readonly token: string
  readonly refunds: readonly RefundTransaction[]
}> {
  constructor(detail: SpRefundEvent['detail']) {
    super('sp-refund', detail)
  }
}

/** Part of the payment is paid. */
export class SpPartialEvent extends SecurePaymentEvent<{ readonly payment: PaymentMetadata }> {
  constructor(detail: SpPartialEvent['detail']) {
    super('sp-partial', detail)
  }
}

/** The payment ended without success; `moneyState` states where the money is and `message` is the payer's text. */
export class SpErrorEvent extends SecurePaymentEvent<
  NonNullable<Model['error']> & { readonly message: string }
> {
  constructor(detail: SpErrorEvent['detail']) {
    super('sp-error', detail)
  }
}

/** An attempt from before this page load was found. */
export class SpResumeEvent extends SecurePaymentEvent<{
  readonly attempt: NonNullable<Model['attempt']>
}> {
  constructor(detail: SpResumeEvent['detail']) {
    super('sp-resume', detail)
  }
}

/** The payer follows the link back to the merchant. Cancel the event to navigate yourself. */
export class SpReturnEvent extends SecurePaymentEvent<{ readonly url: string }> {
  constructor(detail: SpReturnEvent['detail']) {
    super('sp-return', detail, true)
  }
}

/** The payer, or the page, closes the dialog. Cancel the event to keep the dialog open. Closing never cancels a payment. */
export class SpBeforeHideEvent extends SecurePaymentEvent<null> {
  constructor() {
    super('sp-before-hide', null, true)
  }
}

/** The dialog is open. */
export class SpAfterShowEvent extends SecurePaymentEvent<null> {
  constructor() {
    super('sp-after-show', null)
  }
}

/** The dialog is closed; a payment that was sent continues. */
export class SpAfterHideEvent extends SecurePaymentEvent<null> {
  constructor() {
    super('sp-after-hide', null)
  }
}

/** Every event of the element by its name. */
export type SecurePaymentEventMap = {
  'sp-ready': SpReadyEvent
  'sp-statechange': SpStateChangeEvent
  'sp-before-connect': SpBeforeConnectEvent
  'sp-connect': SpConnectEvent
  'sp-disconnect': SpDisconnectEvent
  'sp-option': SpOptionEvent
  'sp-before-pay': SpBeforePayEvent
  'sp-step': SpStepEvent
  'sp-transaction': SpTransactionEvent
  'sp-confirmed': SpConfirmedEvent
  'sp-success': SpSuccessEvent
  'sp-partial': SpPartialEvent
  'sp-refund': SpRefundEvent
  'sp-error': SpErrorEvent
  'sp-resume': SpResumeEvent
  'sp-return': SpReturnEvent
  'sp-before-hide': SpBeforeHideEvent
  'sp-after-show': SpAfterShowEvent
  'sp-after-hide': SpAfterHideEvent
}

declare global {
  interface GlobalEventHandlersEventMap extends SecurePaymentEventMap {}
}
