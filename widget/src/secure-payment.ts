import {
  isServer,
  LitElement,
  nothing,
  type PropertyDeclaration,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit'
import { createActions } from './actions.ts'
import { type Controller, type ControllerOptions, createController } from './controller.ts'
import { createEvent } from './createEvent.ts'
import { DialogController } from './dialog/DialogController.ts'
import {
  SpBeforeConnectEvent,
  SpBeforeHideEvent,
  SpBeforePayEvent,
  SpReturnEvent,
} from './events.ts'
import { isPartLost } from './loadPart.ts'
import { loadTronScreens } from './loadTronScreens.ts'
import { initialState } from './machine/state.ts'
import { toModel } from './machine/toModel.ts'
import type { Dress } from './merchant/dress.ts'
import type { Actions, Model, PaymentMetadata, Signal, StateName, WalletInfo } from './model.ts'
import { MOODS } from './moods.ts'
import { nextTask } from './nextTask.ts'
import { findFault, readOptions, readSettings } from './readAttributes.ts'
import type { PendingAttempt } from './readPending.ts'
import type { RefundView } from './refunds/showRefunds.ts'
import { register } from './register.ts'
import { base } from './styles/base.ts'
import { card } from './styles/card.ts'
import { firstScreens } from './styles/firstScreens.ts'
import { renewSheets } from './styles/sheets.ts'
import { tokens } from './styles/tokens.ts'
import { findLocale } from './text/findLocale.ts'
import { LanguageController } from './text/LanguageController.ts'
import { type EntryText, overrideText, type TextOverrides } from './text/text.ts'
import { FlowController } from './views/FlowController.ts'
import type { Flow } from './views/flow.ts'
import { LocalStateController } from './views/LocalStateController.ts'
import { findPurpose, isPayout } from './views/payment.ts'
import { findScreen, needsFlow, type Shown } from './views/screens.ts'
import { renderCard } from './views/shell/renderCard.ts'
import { createNames, type ViewContext, type ViewSettings } from './views/viewContext.ts'
import type { Provider } from './wallets/provider.ts'
import type { HostWallet } from './wallets/toProvider.ts'
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
 * @attr {string} destination - Pins where the money may go: composite destination ids, separated by spaces. A payment to any other is rejected.
 * @attr {string} lang - Language; inherited from the page.
 * @attr {auto|light|dark} theme - Colour scheme; `auto` follows the payer's system.
 * @attr {string} merchant-name - Name of the shop, in place of the service's.
 * @attr {string} merchant-logo - Address of the shop's logo, in place of the service's.
 * @attr {string} return-url - Target of the button on the success screen.
 * @attr {string} return-label - Its label.
 * @attr {string} wallets - Only these wallets, and their apps on a phone, in this order: reverse domain names, separated by spaces.
 * @attr {string} exclude-wallets - Never these wallets, nor their apps.
 * @attr {string} walletconnect-project-id - The merchant's project at WalletConnect: offers its wallets next to those of the browser.
 * @attr {string} walletconnect-relay-url - WebSocket address of a relay in place of WalletConnect's own.
 * @attr {inline|modal|button} mode - `inline` shows the card in the page; `modal` shows it in a dialog while `open`; `button` adds a button that opens the dialog.
 * @attr {boolean} open - In the modes `modal` and `button`: whether the dialog is open.
 * @attr {string} chains - Only ways to pay from these networks: their ids, separated by spaces.
 * @attr {string} tokens - Only ways to pay with these currencies: their symbols, separated by spaces.
 * @attr {string} payer - The one address that may pay; another account sees a message.
 * @attr {number} confirmations - Number of confirmations after which the step on chain is shown as done; the service decides whether the payment succeeded.
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
 * @slot - Content until the element is defined, such as a link to the hosted page.
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
 * @event {SpStateChangeEvent} sp-statechange - Another state: `{ from, to, reason }`.
 * @event {SpBeforeConnectEvent} sp-before-connect - A wallet was chosen. Cancelable.
 * @event {SpConnectEvent} sp-connect - A wallet returned an account.
 * @event {SpDisconnectEvent} sp-disconnect - The account was forgotten.
 * @event {SpOptionEvent} sp-option - A way to pay was chosen.
 * @event {SpBeforePayEvent} sp-before-pay - Pay was pressed. Cancelable; `waitUntil(promise)` delays it.
 * @event {SpStepEvent} sp-step - A step began or ended.
 * @event {SpTransactionEvent} sp-transaction - The wallet sent a transaction.
 * @event {SpConfirmedEvent} sp-confirmed - The chain confirmed the payment.
 * @event {SpSuccessEvent} sp-success - The service confirmed that it is paid. For display only.
 * @event {SpPartialEvent} sp-partial - A part is paid.
 * @event {SpRefundEvent} sp-refund - The merchant gives money back: `{ token, refunds }`. For display only.
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
 * @csspart amount-currency - Its currency.
 * @csspart reference - The merchant's reference.
 * @csspart expiry - When the payment expires, on its last day.
 * @csspart title - The heading of a screen.
 * @csspart account - The connected account.
 * @csspart wallets - The list of wallets.
 * @csspart wallet - A wallet in it.
 * @csspart phone - The row that leads to the payer's phone; a `wallet` too.
 * @csspart others - The row that shows the wallets beyond the first three; a `wallet` too.
 * @csspart wallet-icon - The wallet's icon.
 * @csspart wallet-name - The wallet's name.
 * @csspart option - A way to pay.
 * @csspart option-token - Its currency.
 * @csspart option-chain - Its network.
 * @csspart option-fee - Cost and duration of a way over a bridge.
 * @csspart option-balance - The account's balance.
 * @csspart option-badge - Its route.
 * @csspart summary - The rows of the review.
 * @csspart summary-row - One row of the review.
 * @csspart recipient - A recipient. It cannot be hidden.
 * @csspart address - An address. It cannot be hidden.
 * @csspart copy-button - A button that copies.
 * @csspart details - The disclosure of the transactions.
 * @csspart advanced - Its content.
 * @csspart pay-button - The button that pays.
 * @csspart button - Any button.
 * @csspart button-secondary - A button that is not the screen's main one.
 * @csspart steps - The list of steps.
 * @csspart step - A step.
 * @csspart step-marker - Its mark.
 * @csspart step-label - Its label.
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
 * @csspart refunds - The money that the merchant gave back.
 * @csspart purpose - The payment that an item of a refund link gives back.
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
export class SecurePayment extends LitElement {
  static readonly version: string = '0.1.0'
  static readonly formAssociated = true
  static override readonly styles = [tokens, base, card, firstScreens]

  /** Creates a payment's controller; tests and previews pass their own. */
  static controllerFactory: (options: ControllerOptions) => Controller = createController

  static override readonly properties: PropertyDeclarations = {
    ...named('token apiBase clientId payUrl destination merchantName merchantLogo returnUrl'),
    ...named(
      'returnLabel wallets excludeWallets persist chains tokens payer confirmations telemetry',
    ),
    ...named('walletconnectProjectId walletconnectRelayUrl'),
    ...named('theme name mode', { reflect: true }),
    ...named('required open disabled', { type: Boolean, reflect: true }),
    ...named('testMode autoConnect withoutReceipt withoutAdvanced', { type: Boolean }),
    ...named('autoSelect', {
      converter: { fromAttribute: (value: string | null) => value !== 'false' },
    }),
    ...named('strings wallet tron rpcUrls fetch walletFilter', { attribute: false }),
  }

  declare token: string | null
  declare apiBase: string | null
  declare clientId: string | null
  declare payUrl: string | null
  declare destination: string | null
  declare theme: 'auto' | 'light' | 'dark'
  declare merchantName: string | null
  declare merchantLogo: string | null
  declare returnUrl: string | null
  declare returnLabel: string | null
  declare wallets: string | null
  declare excludeWallets: string | null
  declare walletconnectProjectId: string | null
  declare walletconnectRelayUrl: string | null
  declare chains: string | null
  declare tokens: string | null
  declare payer: string | null
  declare telemetry: 'on' | 'off' | null
  declare confirmations: string | number | null
  declare mode: 'inline' | 'modal' | 'button'
  declare open: boolean
  declare disabled: boolean
  declare withoutReceipt: boolean
  declare withoutAdvanced: boolean
  declare autoConnect: boolean
  declare autoSelect: boolean
  declare testMode: boolean
  declare persist: 'on' | 'session' | 'off'
  declare required: boolean
  declare name: string | null
  /** The page's own sentences in place of some of the element's. */
  declare strings: TextOverrides | null
  /**
   * The page's own wallet: an EIP-1193 provider, viem's WalletClient, wagmi's Config with its current connection, or
   * `wagmiWallets(config)` with all its connectors. The list shows it with the discovered wallets.
   */
  declare wallet: HostWallet | null
  /** A TIP-1193 wallet that the page itself passes for payments on Tron. */
  declare tron: Provider | null
  /** The page's own nodes by chain id, for reading the chain. */
  declare rpcUrls: Readonly<Record<number, string>> | null
  /** Used for every call to the service. */
  declare fetch: typeof globalThis.fetch | null
  /** Omits the wallets for which it returns false. */
  declare walletFilter: ((wallet: WalletInfo) => boolean) | null

  #controller: Controller | null = null
  /** The token of the displayed payment: the attribute may already name the next one. */
  #token: string | null = null
  #unsubscribe: (() => void) | null = null
  #model: Model = idleModel
  #shown: Shown | null = null
  #screenId = 'loading'
  #hadFocus = false
  #isEngaged = false
  #focusTarget: string | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #faultTimer: ReturnType<typeof setTimeout> | undefined
  readonly #internals = this.attachInternals()
  readonly #language = new LanguageController(this)
  readonly #flow = new FlowController(this, this.#language, loadTronScreens)
  readonly #local = new LocalStateController(this, this.#language)
  /** The wallet that the payer pressed last. */
  #chosenId: string | null = null
  readonly #dialog = new DialogController(this)
  #dress: Dress | null = null
  #worn: string | undefined = 'none'
  #refunds: RefundView | null = null

  constructor() {
    super()
    this.theme = 'auto'
    this.autoSelect = true
    this.persist = 'on'
    this.mode = 'inline'
    this.required = this.open = this.disabled = false
    this.testMode = this.autoConnect = this.withoutReceipt = this.withoutAdvanced = false
    const engage = (): void => {
      this.#isEngaged = true
    }
    this.addEventListener('pointerdown', engage)
    this.addEventListener('keydown', engage)
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
      findLocale(document.documentElement.lang)?.(),
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

  /** The state of the payment; also reflected as the attribute `state`. */
  get state(): StateName {
    return this.#model.state
  }

  /** The payment as the service describes it; null before it is read. */
  get payment(): Model['payment'] {
    return this.#model.payment
  }

  /** The connected account. */
  get account(): Model['account'] {
    return this.#model.account
  }

  /** The attempt that is resumed, unknown or locked. */
  get attempt(): Model['attempt'] {
    return this.#model.attempt
  }

  /** The reason why the payment failed. */
  get error(): Model['error'] {
    return this.#model.error
  }

  /** The version of the element. */
  get version(): string {
    return SecurePayment.version
  }

  /** Reads the payment again from the start. Runs automatically once `token` and `api-base` are set. */
  async load(): Promise<void> {
    this.#start()
    await this.#controller?.load()
  }

  /**
   * Requests an account from the wallet with this id; without an id, from the first. Call it in a click.
   */
  connect(walletId?: string): void {
    const id = walletId ?? this.#model.wallets[0]?.id
    if (id) this.#guardedActions().connect(id)
  }

  /** Chooses a way to pay by its network id and symbol. */
  selectOption(choice: { chain: string; token: string }): void {
    const option = this.#model.options.find(
      ({ network, symbol }) => network === choice.chain && symbol === choice.token,
    )
    if (option) this.#guardedActions().selectOption(option.id)
  }

  /** Presses Pay. Call it within a click: some wallets open a window. */
  pay(): void {
    this.#guardedActions().pay()
  }

  /** Tries again after a failure. */
  retry(): void {
    this.#controller?.actions.retry()
  }

  /** Reads payment and balances again. */
  refresh(): void {
    this.#controller?.actions.refresh()
  }

  /** Forgets the account; works only before the payment is signed. */
  disconnect(): void {
    this.#controller?.actions.disconnect()
  }

  /**
   * Discards an unknown attempt; does nothing unless the chain proves that nothing was sent, or `confirmed` is true.
   */
  discardAttempt(options?: { readonly confirmed?: boolean }): void {
    this.#controller?.actions.discardAttempt(options)
  }

  /** Opens the dialog, in the modes `modal` and `button`. */
  show(): void {
    if (this.#dialog.isWanted && !this.#isDisabled) this.open = true
  }

  /**
   * Closes the dialog, unless the page cancels `sp-before-hide`. While a wallet has a pending request, the payer
   * first sees a notice.
   */
  hide(): void {
    if (!this.open || !this.dispatchEvent(new SpBeforeHideEvent())) return
    if (this.#dialog.mayHide()) this.open = false
  }

  /** The form that the element belongs to. */
  get form(): HTMLFormElement | null {
    return this.#internals.form
  }

  /** The labels in the page that name the element. */
  get labels(): NodeList {
    return this.#internals.labels
  }

  get validity(): ValidityState {
    return this.#internals.validity
  }

  get validationMessage(): string {
    return this.#internals.validationMessage
  }

  get willValidate(): boolean {
    return this.#internals.willValidate
  }

  checkValidity(): boolean {
    return this.#internals.checkValidity()
  }

  reportValidity(): boolean {
    return this.#internals.reportValidity()
  }

  /**
   * The token once the payment is paid, otherwise null: the value that a form submits. Neither a form reset nor the browser's restored
   * state changes it.
   */
  get value(): string | null {
    return this.state === 'succeeded' ? this.#token : null
  }

  override focus(options?: FocusOptions): void {
    this.shadowRoot?.querySelector<HTMLElement>('#heading')?.focus(options)
  }

  formDisabledCallback(): void {
    this.requestUpdate()
  }

  /** The receipt as JSON text or as an HTML document; null before the payment is paid. */
  async receipt(kind: 'json' | 'html' = 'json'): Promise<string | null> {
    const { payment, state } = this.#model
    if (!payment || state !== 'succeeded') return null
    await this.#flow.load(findPurpose(this.#model))
    const { writeReceipt } = await this.#flow.loadReceipt()
    const words = this.#findFlow()?.complete(this.#context())
    return words ? writeReceipt(kind, payment, words) : null
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.setAttribute('version', SecurePayment.version)
    if (this.hasUpdated && !this.#controller) this.#startSoon()
  }

  /** In another document, such as that of a frame, the element cannot use its current style sheets. */
  adoptedCallback(): void {
    renewSheets(this)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#timer)
    // An element that is moved returns in the same task and keeps its payment.
    queueMicrotask(() => {
      if (!this.isConnected) this.#stop()
    })
  }

  /**
   * The script, the first screen and the browser's languages have one task each, so that the page stays responsive on a slow machine.
   */
  protected override async scheduleUpdate(): Promise<void> {
    if (!this.hasUpdated) {
      await nextTask()
      whenIdle(() => this.#language.format.count(0))
    }
    await super.scheduleUpdate()
  }

  protected override willUpdate(changed: PropertyValues): void {
    const isOther = IDENTITY.some((name) => changed.has(name))
    const isNarrowed = LIMITS.some((name) => changed.has(name)) && CHOOSING.has(this.state)
    if (!isServer && (isOther || isNarrowed)) this.#startSoon()
    if (needsFlow(this.#model)) this.#flow.load(findPurpose(this.#model)).catch(reportError)
    this.#shown = findScreen(this.#context(), this.#findFlow())
    this.#hadFocus = this.#holdsFocus()
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
    this.#moveFocus()
    this.#tickLater()
  }

  focusAfterUpdate(selector: string): void {
    this.#focusTarget = selector
  }

  leave(event: Event): void {
    const url = this.#settings.returnUrl
    if (url && !this.dispatchEvent(new SpReturnEvent({ url }))) event.preventDefault()
  }

  warmUp(): void {
    this.#controller?.preload()
    this.#flow.load(findPurpose(this.#model)).catch(reportError)
  }

  #startSoon(): void {
    this.#stop()
    if (!this.isConnected) return
    const fault = findFault(this)
    if (fault === null) this.load().catch(reportError)
    // The missing attribute may arrive soon: pages that fetch their token insert the element first.
    else this.#faultTimer = setTimeout(() => this.#tellFault(fault), FAULT_MS)
  }

  /** The merchant reads the error; the payer reads that there is nothing to pay. */
  #tellFault(fault: string): void {
    console.warn(`<secure-payment> shows no payment: its ${fault} is missing or malformed.`)
    const unavailable = { reason: 'not_found', retryAt: null } as const
    this.#follow(
      { ...idleModel, state: 'unavailable', unavailable },
      { type: 'statechange', from: 'idle', to: 'unavailable', reason: 'fault' },
    )
  }

  #start(): void {
    const { token, apiBase } = this
    this.#stop()
    if (!token || !apiBase || findFault(this) !== null) return
    const options = readOptions(this, token, apiBase)
    this.#token = token
    const controller = SecurePayment.controllerFactory(options)
    this.#controller = controller
    if (this.telemetry === 'on') {
      import('./merchant/telemetry.ts').then(
        ({ followTelemetry }) => followTelemetry(controller, options),
        () => {}, // No code waits for the result.
      )
    }
    this.#model = this.#controller.model
    this.#unsubscribe = this.#controller.subscribe((model, signal) => this.#follow(model, signal))
    this.requestUpdate()
  }

  #stop(): void {
    clearTimeout(this.#faultTimer)
    this.#unsubscribe?.()
    this.#unsubscribe = null
    this.#controller?.dispose()
    this.#controller = null
    this.#model = idleModel
    this.requestUpdate()
  }

  /** Applies the merchant's branding, and checks the page's own colours if it sets any. */
  #wear(payment: PaymentMetadata | null): void {
    const worn = JSON.stringify([payment?.branding, payment?.order])
    if (!payment || worn === this.#worn) return
    this.#worn = worn
    const isPlain = !payment.branding && !payment.order && !this.#dress
    if (isPlain && !getComputedStyle(this).getPropertyValue('--sp-color-primary')) return
    import('./merchant/dress.ts').then(({ dress }) => {
      this.#dress = dress(this, payment)
      this.requestUpdate()
    }, reportError)
  }

  /** Shows the money that the merchant gave back; the part loads with the first refund. */
  #showRefunds(payment: PaymentMetadata | null): void {
    if (!payment?.refunds && !this.#refunds) return
    import('./refunds/showRefunds.ts').then(({ showRefunds }) => {
      this.#refunds = payment && showRefunds(this, payment)
      this.requestUpdate()
    }, reportError)
  }

  #follow(model: Model, signal: Signal | null): void {
    this.#model = model
    this.#wear(model.payment)
    this.#showRefunds(model.payment)
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

  /** The actions, after the page's listeners have had the chance to cancel. */
  #guardedActions(): Actions {
    const actions = (!this.#isDisabled && this.#controller?.actions) || IDLE_ACTIONS
    return {
      ...actions,
      connect: (walletId) => {
        if (!this.dispatchEvent(new SpBeforeConnectEvent({ walletId }))) return
        this.#chosenId = walletId
        actions.connect(walletId)
      },
      pay: () => this.#askPage(actions),
    }
  }

  #askPage(actions: Actions): void {
    const { options, optionId, account, review } = this.#model
    const option = options.find(({ id }) => id === optionId) ?? null
    const event = new SpBeforePayEvent({ option, account, steps: review?.steps ?? [] })
    if (!this.dispatchEvent(event)) return
    if (event.promises.length === 0) {
      actions.pay()
      return
    }
    Promise.all(event.promises).then(
      // The review may have changed by that time, and the payer has not pressed Pay on the new one.
      () => this.#model.review === review && actions.pay(),
      () => {}, // The page's promise rejected.
    )
  }

  #context(): ViewContext {
    const text = this.#text()
    const context = {
      model: this.#language.isWaiting ? idleModel : this.#model,
      actions: this.#guardedActions(),
      text,
      format: this.#language.format,
      names: createNames(this.#model, text, this.merchantName, this.#chosenId),
      settings: this.#settings,
      local: this.#local,
      ...this.#dress?.render(this.#language.format),
      nowMs: Date.now(),
    }
    const whole = { ...context, ...this.#refunds?.(context) }
    // A payout has its own text from the first screen on.
    return (isPayout(this.#model) && this.#findFlow()?.complete(whole)) || whole
  }

  #findFlow(): Flow | null {
    return this.#flow.find(this.strings ?? null, findPurpose(this.#model))
  }

  get #isDisabled(): boolean {
    // The attribute `disabled` may be older than the property.
    return this.disabled || (!isServer && this.matches(':disabled:not([disabled])'))
  }

  get #settings(): ViewSettings {
    return readSettings(this, this.#isDisabled)
  }

  #text(): EntryText {
    return overrideText(this.#language.text, this.strings ?? null)
  }

  /** Exposes the state to the page's CSS and forms. */
  #reflect(): void {
    const { state, payment } = this.#model
    if (this.getAttribute('state') !== state) this.setAttribute('state', state)
    const { states } = this.#internals
    states.clear()
    states.add(MOODS[state] ?? 'ready')
    if (this.testMode || payment?.chain.isTestnet || payment?.chain.isLocal) states.add('test')
    this.#internals.setFormValue(this.value)
    const isMissing = this.required && this.value === null
    // The browser shows its message at the heading; without a focusable element, it would log an error.
    const heading = this.shadowRoot?.querySelector<HTMLElement>('#heading') ?? undefined
    const message = isMissing ? this.#text().payment : ''
    this.#internals.setValidity({ valueMissing: isMissing }, message, heading)
  }

  #holdsFocus(): boolean {
    if (isServer) return false
    if (this.shadowRoot?.activeElement) return true
    const { activeElement } = document
    return this.#isEngaged && (activeElement === null || activeElement === document.body)
  }

  /** When the screen changes while the payer's focus is in it, the focus moves to its heading. */
  #moveFocus(): void {
    const id = this.#shown?.id ?? 'loading'
    const isMoved = id !== this.#screenId && this.#hadFocus
    const selector = this.#focusTarget ?? (isMoved ? '#heading' : null)
    this.#screenId = id
    this.#focusTarget = null
    if (!selector) return
    this.shadowRoot?.querySelector<HTMLElement>(selector)?.focus()
  }

  /** Updates the countdown while a time is shown. */
  #tickLater(): void {
    clearTimeout(this.#timer)
    const { unavailable, payment } = this.#model
    const isCounting = unavailable?.retryAt != null && unavailable.retryAt > Date.now()
    if (!isCounting && !payment) return
    this.#timer = setTimeout(() => this.requestUpdate(), isCounting ? 1_000 : 30_000)
  }
}

/** A change of one of these starts another payment. */
const IDENTITY = [
  'token',
  'apiBase',
  'clientId',
  'destination',
  'persist',
  'wallet',
  'tron',
] as const

/** The page's restrictions. While the payer chooses, a change applies at once; otherwise, it applies to the next payment. */
const LIMITS = ['wallets', 'excludeWallets', 'chains', 'tokens', 'payer'] as const
const CHOOSING: ReadonlySet<StateName> = new Set([
  'loading',
  'connect',
  'options',
  'review',
  'blocked',
])

/** The delay before missing or invalid attributes count as final. */
const FAULT_MS = 2_000

const idleModel = toModel(initialState)
const IDLE_ACTIONS = createActions(() => {})
/** The delay before a failed chunk is requested again. */
const RETRY_MS = 1_000

/** Properties of these names, each with its attribute: `apiBase` is `api-base`. */
function named(names: string, options: PropertyDeclaration = {}): PropertyDeclarations {
  return Object.fromEntries(
    names.split(' ').map((name) => {
      const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      return [name, { attribute, ...options }]
    }),
  )
}
