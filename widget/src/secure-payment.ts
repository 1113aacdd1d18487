import { nothing, type PropertyValues, type TemplateResult } from 'lit'
import { type Controller, createController } from './controller.ts'
import type { ControllerOptions } from './controllerOptions.ts'
import { createEvent } from './createEvent.ts'
import { DialogController } from './dialog/DialogController.ts'
import { SpBeforeHideEvent } from './events.ts'
import { isPartLost } from './loadPart.ts'
import { MerchantController } from './merchant/MerchantController.ts'
import type { Model, Signal } from './model.ts'
import { MOODS } from './moods.ts'
import { nextTask } from './nextTask.ts'
import { PaymentElement } from './PaymentElement.ts'
import { idleModel } from './PaymentRunner.ts'
import type { PaymentMetadata } from './paymentMetadata.ts'
import { withRail } from './rails/pageRailOf.ts'
import type { PendingAttempt } from './readPending.ts'
import { RefundsController } from './refunds/RefundsController.ts'
import { register } from './register.ts'
import { base } from './styles/base.ts'
import { card } from './styles/card.ts'
import { firstScreens } from './styles/firstScreens.ts'
import { renewSheets } from './styles/sheets.ts'
import { tokens } from './styles/tokens.ts'
import { findLocale } from './text/findLocale.ts'
import { LanguageController } from './text/LanguageController.ts'
import { type EntryText, overrideText } from './text/text.ts'
import { ClockController } from './views/ClockController.ts'
import { FlowController } from './views/FlowController.ts'
import { FocusController } from './views/FocusController.ts'
import type { Flow } from './views/flow.ts'
import { LocalStateController } from './views/LocalStateController.ts'
import { findPurpose, isPayout } from './views/payment.ts'
import { findScreen, needsFlow, type Shown } from './views/screens.ts'
import { renderCard } from './views/shell/renderCard.ts'
import { createNames, type ViewContext } from './views/viewContext.ts'
import { whenIdle } from './whenIdle.ts'

/**
 * Accepts a crypto payment on any page, with the payer's own wallet. Give it the token of a secure payment and the address of the service.
 * It shows the amount, verifies the transactions before the wallet signs them, and follows the payment until it is complete.
 *
 * Fulfil orders from the webhook: `sp-success` is for the page's display only.
 *
 * Until it is defined, reserve its place: `secure-payment:not(:defined) { display: block; min-height: 38rem }`.
 *
 * @tag secure-payment
 *
 * @attr {string} token - Token of the secure payment (required).
 * @attr {string} api-base - Address of the service (required).
 * @attr {string} client-id - Public client id of the merchant.
 * @attr {string} pay-url - Address of the hosted page, which a phone opens with its camera, and which wallets' apps also open.
 * @attr {string} destination - Pins where the money may go: composite destination ids, separated by spaces. A payment to any other is
 * rejected.
 * @attr {string} lang - Language; inherited from the page.
 * @attr {auto|light|dark} theme - Colour scheme; `auto` follows the payer's system.
 * @attr {string} merchant-name - Name of the shop, in place of the service's.
 * @attr {string} merchant-logo - Address of the shop's logo, in place of the service's.
 * @attr {string} return-url - Target of the button on the success screen.
 * @attr {string} return-label - Label of that button.
 * @attr {string} wallets - Only these wallets, and their apps on a phone, in this order: reverse domain names, separated by spaces.
 * @attr {string} exclude-wallets - Never these wallets, nor their apps.
 * @attr {string} walletconnect-project-id - The merchant's project at WalletConnect: offers its wallets next to those of the browser.
 * @attr {string} walletconnect-relay-url - WebSocket address of a relay in place of WalletConnect's own.
 * @attr {inline|modal|button} mode - `inline` shows the card in the page; `modal` in a dialog while `open`; `button` adds its button.
 * @attr {boolean} open - In the modes `modal` and `button`: whether the dialog is open.
 * @attr {string} chains - Only ways to pay from these networks: their ids, separated by spaces.
 * @attr {string} tokens - Only ways to pay with these currencies: their symbols, separated by spaces.
 * @attr {string} payer - The one address that may pay; another account sees a message.
 * @attr {number} confirmations - Number of confirmations after which the step on chain is shown as done; the service decides on success.
 * @attr {boolean} auto-connect - Connects the last used wallet automatically, if it returns its account without a prompt.
 * @attr {true|false} auto-select - Skips the choice if only one way to pay is affordable; on unless `auto-select="false"`.
 * @attr {boolean} test-mode - Always shows the badge of a test network.
 * @attr {on|session|off} persist - Storage of an attempt: on this device, in this tab, or none.
 * @attr {on|off} telemetry - `on` sends the payer's progress to the service; off by default, and only the steps are sent.
 * @attr {boolean} disabled - Blocks input, as a disabled fieldset around it does.
 * @attr {boolean} without-receipt - Leaves the receipt out of the success screen.
 * @attr {boolean} without-advanced - Leaves the transactions out of the review.
 * @attr {boolean} required - In a form: invalid until the payment is paid.
 * @attr {string} name - In a form: the field's name; its value is the token once paid.
 *
 * @slot - Content until the element is defined, such as a link to the hosted page, and again if the page's settings are wrong.
 * @slot header - In place of the merchant's line.
 * @slot merchant - In place of the merchant's name and logo.
 * @slot summary - Below the amount, such as the order's lines.
 * @slot notice - Above every screen.
 * @slot before-options - Above the wallets and ways to pay.
 * @slot success - On the success screen, above the receipt.
 * @slot support - In place of the merchant's contact after a failure.
 * @slot footer - At the end of the card.
 * @slot trigger - In the modes `modal` and `button`: the control that opens the dialog, in place of the button.
 *
 * @event {SpReadyEvent} sp-ready - The payment was read and can be shown.
 * @event {SpStateChangeEvent} sp-statechange - The state changed: `{ from, to, reason }`.
 * @event {SpBeforeConnectEvent} sp-before-connect - A wallet was chosen. Cancelable.
 * @event {SpConnectEvent} sp-connect - A wallet returned an account.
 * @event {SpDisconnectEvent} sp-disconnect - The account was forgotten.
 * @event {SpOptionEvent} sp-option - A way to pay was chosen.
 * @event {SpBeforePayEvent} sp-before-pay - Pay was pressed. Cancelable; `waitUntil(promise)` delays it.
 * @event {SpStepEvent} sp-step - A step began or ended.
 * @event {SpTransactionEvent} sp-transaction - The wallet sent a transaction.
 * @event {SpConfirmedEvent} sp-confirmed - The chain confirmed the payment.
 * @event {SpSuccessEvent} sp-success - The service confirmed that it is paid. For display only.
 * @event {SpPartialEvent} sp-partial - Part of the payment is paid.
 * @event {SpRefundEvent} sp-refund - The merchant refunded money: `{ token, refunds }`. For display only.
 * @event {SpErrorEvent} sp-error - The payment ended without success; `moneyState` states where the money is.
 * @event {SpResumeEvent} sp-resume - An earlier attempt continues.
 * @event {SpReturnEvent} sp-return - The payer chose the link back to the merchant. Cancelable.
 * @event {SpBeforeHideEvent} sp-before-hide - The dialog is about to close. Cancelable.
 * @event {SpAfterShowEvent} sp-after-show - The dialog is open.
 * @event {SpAfterHideEvent} sp-after-hide - The dialog is closed; a payment that was sent continues.
 *
 * @csspart base - The section around everything.
 * @csspart card - The card.
 * @csspart header - The merchant's line.
 * @csspart merchant-logo - The merchant's logo.
 * @csspart amount - The amount to pay. It cannot be hidden.
 * @csspart amount-currency - The amount's currency.
 * @csspart reference - The merchant's reference.
 * @csspart expiry - When the payment expires, on its last day.
 * @csspart title - The heading of a screen.
 * @csspart account - The connected account.
 * @csspart wallets - The list of wallets.
 * @csspart wallet - A wallet in that list.
 * @csspart phone - The row that leads to the payer's phone; a `wallet` too.
 * @csspart others - The row that shows the wallets beyond the first three; a `wallet` too.
 * @csspart wallet-icon - The wallet's icon.
 * @csspart wallet-name - The wallet's name.
 * @csspart option - A way to pay.
 * @csspart option-token - The option's currency.
 * @csspart option-chain - The option's network.
 * @csspart option-fee - Cost and duration of a way over a bridge.
 * @csspart option-balance - The account's balance.
 * @csspart option-badge - The option's route.
 * @csspart option-total - The total of an accepted currency, with the network fee.
 * @csspart more-options - The other currencies that the account can pay.
 * @csspart other-options - The currencies that the account cannot pay.
 * @csspart other-tokens - The ways to pay with tokens that the payment does not accept.
 * @csspart other-wallet - The note about currencies that another wallet can pay.
 * @csspart summary - The rows of the review.
 * @csspart summary-row - One row of the review.
 * @csspart recipient - A recipient. It cannot be hidden.
 * @csspart address - An address. It cannot be hidden.
 * @csspart copy-button - A button that copies.
 * @csspart details - The disclosure of the transactions.
 * @csspart advanced - The content of that disclosure.
 * @csspart rate - The rate of a price that the service fixes.
 * @csspart price-time - The time that is left of that price.
 * @csspart pay-button - The button that pays.
 * @csspart new-price-button - The button that gets a new price.
 * @csspart button - Any button.
 * @csspart button-secondary - A button that is not the screen's main one.
 * @csspart steps - The list of steps.
 * @csspart step - A step.
 * @csspart step-marker - A step's mark.
 * @csspart step-label - A step's label.
 * @csspart instruction - The payer's next action.
 * @csspart note - A message.
 * @csspart note-error - A message about a problem.
 * @csspart note-success - A message about a success.
 * @csspart spinner - A sign of waiting.
 * @csspart success - The head of the success screen.
 * @csspart receipt - The receipt's rows.
 * @csspart return-link - The way back.
 * @csspart qr - The code for a phone.
 * @csspart footer - The end of the card.
 * @csspart order - The goods of the payment: title, description, due date and lines.
 * @csspart refunds - The merchant's refunds.
 * @csspart purpose - The payment that an item of a refund link refunds.
 * @csspart legal - Links to the merchant's terms and privacy notice.
 * @csspart options - The list of ways to pay.
 * @csspart trigger - The button that opens the dialog.
 * @csspart dialog - The dialog.
 * @csspart backdrop - The layer that covers the page behind the dialog.
 * @csspart close-button - The button that closes the dialog.
 *
 * @cssstate loading - Reading the payment.
 * @cssstate ready - The payer chooses and checks.
 * @cssstate paying - A wallet has a request, or is about to receive one.
 * @cssstate sent - The payment is in flight.
 * @cssstate paid - Complete.
 * @cssstate error - Failed or unavailable.
 * @cssstate test - On a test network.
 *
 * @cssproperty [--sp-color-primary=light-dark(#17223f, #e8ecf6)] - The main button, links and progress.
 * @cssproperty [--sp-color-on-primary=light-dark(#ffffff, #141b2d)] - Text on the primary colour.
 * @cssproperty [--sp-color-surface=light-dark(#ffffff, #15171c)] - The card.
 * @cssproperty [--sp-color-surface-raised=light-dark(#f4f5f8, #1d2027)] - Notes and hovered rows.
 * @cssproperty [--sp-color-text=light-dark(#14171f, #eef0f5)] - Text.
 * @cssproperty [--sp-color-text-muted=light-dark(#5a6273, #a0a8b8)] - Secondary text.
 * @cssproperty [--sp-color-border=light-dark(#e3e6ec, #2d323c)] - Lines.
 * @cssproperty [--sp-color-success=light-dark(#0a7a43, #4fd08b)] - Success.
 * @cssproperty [--sp-color-warning=light-dark(#8a5300, #f0b555)] - Warnings.
 * @cssproperty [--sp-color-danger=light-dark(#b3261e, #ff9a92)] - Failures.
 * @cssproperty [--sp-color-focus=light-dark(#1f4fd8, #8fb0ff)] - The focus ring.
 * @cssproperty [--sp-font-family=system-ui, sans-serif] - Typeface.
 * @cssproperty [--sp-font-family-mono=ui-monospace, monospace] - Typeface of addresses.
 * @cssproperty [--sp-font-size=0.9375rem] - Size of text.
 * @cssproperty [--sp-font-size-amount=2.5rem] - Size of the amount.
 * @cssproperty [--sp-line-height=1.5] - Line height.
 * @cssproperty [--sp-radius=1.25rem] - Corners of the card.
 * @cssproperty [--sp-radius-button=0.75rem] - Corners of controls.
 * @cssproperty [--sp-space=1rem] - Distance between blocks.
 * @cssproperty [--sp-border-width=1px] - Width of lines.
 * @cssproperty [--sp-shadow] - Shadow of the card.
 * @cssproperty [--sp-max-width=26rem] - Maximum width.
 * @cssproperty [--sp-min-height=38rem] - Minimum height; reserve the same height before the element is defined.
 * @cssproperty [--sp-icon-size=1.25rem] - Size of icons.
 * @cssproperty [--sp-control-height=3rem] - Height of buttons; never below 44 px.
 * @cssproperty [--sp-transition=160ms] - Duration of transitions.
 * @cssproperty [--sp-backdrop=light-dark(#0c1220a6, #000000b3)] - The layer that covers the page behind the dialog.
 */
export class SecurePayment extends PaymentElement {
  static readonly version: string = '0.1.0'
  static override readonly styles = [tokens, base, card, firstScreens]

  /** Creates a payment's controller; tests and previews pass their own. */
  static controllerFactory: (options: ControllerOptions) => Controller = createController

  #shown: Shown | null = null
  readonly #language = new LanguageController(this)
  readonly #flow = new FlowController(this, this.#language)
  readonly #local = new LocalStateController(this, this.#language)
  readonly #dialog = new DialogController(this)
  readonly #focus = new FocusController(this)
  readonly #clock = new ClockController(this)
  readonly #merchant = new MerchantController(this)
  readonly #refunds = new RefundsController(this)

  constructor() {
    super()
    this.addEventListener('invalid', (event) => {
      if (!this.#dialog.isWanted) return
      // The browser cannot point at a closed dialog: the element opens it in place of the browser's message.
      event.preventDefault()
      this.show()
    })
  }

  /** Loads the parts that paying needs before the first payment, for example on the page before the checkout. */
  static async preload(): Promise<void> {
    await Promise.all([
      import('./views/flow.ts'),
      import('./effects/evm.ts'),
      findLocale(document.documentElement.lang)?.() ?? import('./text/enFlow.ts'),
    ])
  }

  /** The attempts of this origin that may still become a payment, oldest first. */
  static async pending(): Promise<readonly PendingAttempt[]> {
    const { readPending } = await import('./readPending.ts')
    return readPending(Date.now())
  }

  /** Registers the element, on request under another tag or in a scoped registry. */
  static define(tag?: string, registry?: CustomElementRegistry): void {
    // biome-ignore lint/complexity/noThisInStatic: a class that extends this one registers itself.
    register(this, tag, registry)
  }

  /** The version of the element. */
  get version(): string {
    return SecurePayment.version
  }

  /** Opens the dialog, in the modes `modal` and `button`. */
  show(): void {
    if (this.#dialog.isWanted && !this.isDisabled) this.open = true
  }

  /** Closes the dialog, unless the page cancels `sp-before-hide`. While a wallet has a request, the payer first sees a notice. */
  hide(): void {
    if (!this.open || !this.dispatchEvent(new SpBeforeHideEvent())) return
    if (this.#dialog.mayHide()) this.open = false
  }

  /** The receipt as JSON text or as an HTML document; null before the payment is paid. */
  async receipt(kind: 'json' | 'html' = 'json'): Promise<string | null> {
    const { payment, state } = this.model
    if (!payment || state !== 'succeeded') return null
    await this.#flow.load(findPurpose(this.model))
    const { writeReceipt } = await this.#flow.loadReceipt()
    const words = this.#findFlow()?.complete(this.#context())
    return words ? writeReceipt(kind, payment, words) : null
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.setAttribute('version', SecurePayment.version)
  }

  /** In another document, such as that of a frame, the element cannot use its current style sheets. */
  adoptedCallback(): void {
    renewSheets(this)
  }

  /** The script, the first screen and the browser's languages have one task each, so that a slow machine stays responsive. */
  protected override async scheduleUpdate(): Promise<void> {
    if (!this.hasUpdated) {
      await nextTask()
      whenIdle(() => this.#language.format.count(0))
    }
    await super.scheduleUpdate()
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed)
    if (needsFlow(withRail(this.model))) this.#flow.load(findPurpose(this.model)).catch(reportError)
    this.#shown = findScreen(this.#context(), this.#findFlow())
  }

  protected override render(): TemplateResult | typeof nothing {
    const context = this.#context()
    const shown = this.#shown ?? findScreen(context, null)
    const card = renderCard(context, shown, shown.announcement)
    if (!this.#dialog.isWanted) return card
    return this.#dialog.render(card, context, this.#findFlow()) ?? (isPartLost() ? card : nothing)
  }

  protected override updated(): void {
    this.#reflect()
    this.#focus.follow(this.#shown?.id ?? 'loading')
    this.#clock.follow(this.model)
  }

  focusAfterUpdate(selector: string): void {
    this.#focus.moveAfterUpdate(selector)
  }

  warmUp(): void {
    this.runner.controller?.preload()
    this.#flow.load(findPurpose(this.model)).catch(reportError)
  }

  protected createController(options: ControllerOptions): Controller {
    return SecurePayment.controllerFactory(options)
  }

  protected follow(model: Model, signal: Signal | null): void {
    this.#merchant.follow(model.payment)
    this.#refunds.follow(model.payment)
    if (model.state !== 'unknown') this.#local.isDiscardAsked = false
    this.#reflect()
    this.requestUpdate()
    if (signal?.type === 'statechange' && signal.from === 'loading') {
      whenIdle(() => this.isConnected && this.warmUp())
    }
    if (signal?.type === 'success') this.#tellSuccess(signal.payment)
    else if (signal) {
      const flow = this.#findFlow()
      const describe = (error: NonNullable<Model['error']>) =>
        flow?.describeError(error) ?? error.code
      this.dispatchEvent(createEvent(signal, model, describe))
    }
  }

  /** The receipt is a separate chunk: the page receives the success event as soon as that chunk is loaded. */
  #tellSuccess(payment: PaymentMetadata): void {
    this.#flow.loadReceipt().then(
      ({ tellSuccess }) => tellSuccess(this, payment, this.merchantName),
      () => setTimeout(() => this.#tellSuccess(payment), RETRY_MS),
    )
  }

  #context(): ViewContext {
    const text = this.#text()
    const context = {
      ...withRail(this.#language.isWaiting ? idleModel : this.model),
      actions: this.guardedActions(),
      text,
      format: this.#language.format,
      names: createNames(this.model, text, this.merchantName, this.chosenId),
      settings: this.settings,
      local: this.#local,
      ...this.#merchant.render(this.#language.format),
      nowMs: Date.now(),
    }
    const whole = { ...context, ...this.#refunds.render(context) }
    // A payout has its own text from the first screen on.
    return (isPayout(this.model) && this.#findFlow()?.complete(whole)) || whole
  }

  #findFlow(): Flow | null {
    return this.#flow.find(this.strings ?? null, findPurpose(this.model))
  }

  #text(): EntryText {
    return overrideText(this.#language.text, this.strings ?? null)
  }

  /** Exposes the state to the page's CSS and forms. */
  #reflect(): void {
    const { state, payment } = this.model
    if (this.getAttribute('state') !== state) this.setAttribute('state', state)
    const isTest = this.testMode || payment?.chain.isTestnet || payment?.chain.isLocal
    this.reflectForm([MOODS[state] ?? 'ready', ...(isTest ? ['test'] : [])], this.#text().payment)
  }
}

/** The delay before a failed chunk is requested again. */
const RETRY_MS = 1_000
