import { isServer, type PropertyValues } from 'lit'
import type { Controller } from './controller.ts'
import type { ControllerOptions } from './controllerOptions.ts'
import { SpReturnEvent } from './events.ts'
import { FormElement } from './FormElement.ts'
import { guardActions } from './guardActions.ts'
import type { Actions, Model, Signal, StateName } from './model.ts'
import { PaymentRunner } from './PaymentRunner.ts'
import { readSettings } from './readAttributes.ts'
import type { ViewSettings } from './views/viewContext.ts'

/** The members through which a page reads the payment, and acts in the payer's place. */
export abstract class PaymentElement extends FormElement {
  /** The id of the wallet that the payer pressed last; null before a press. */
  protected chosenId: string | null = null
  protected readonly runner: PaymentRunner = new PaymentRunner(this, {
    create: (options) => this.createController(options),
    onModel: (model, signal) => this.follow(model, signal),
  })

  /** The state of the payment; also reflected as the attribute `state`. */
  get state(): StateName {
    return this.model.state
  }

  /** The payment as the service describes it; null before it is read. */
  get payment(): Model['payment'] {
    return this.model.payment
  }

  /** The connected account; null without one. */
  get account(): Model['account'] {
    return this.model.account
  }

  /** The attempt that is resumed, unknown or locked; null without one. */
  get attempt(): Model['attempt'] {
    return this.model.attempt
  }

  /** The reason why the payment failed; null while it has not failed. */
  get error(): Model['error'] {
    return this.model.error
  }

  /** Reads the payment again from the start. Runs automatically once `token` and `api-base` are set. */
  async load(): Promise<void> {
    await this.runner.load()
  }

  /**
   * Requests an account from the wallet with this id; without an id, from the first. Call it in a click.
   */
  connect(walletId?: string): void {
    const id = walletId ?? this.model.wallets[0]?.id
    if (id) this.guardedActions().connect(id)
  }

  /** Chooses a way to pay by its network id and symbol. */
  selectOption(choice: { chain: string; token: string }): void {
    const option = this.model.options.find(
      ({ network, symbol }) => network === choice.chain && symbol === choice.token,
    )
    if (option) this.guardedActions().selectOption(option.id)
  }

  /** Presses Pay. Call it within a click: some wallets open a window. */
  pay(): void {
    this.guardedActions().pay()
  }

  /** Tries again after a failure. */
  retry(): void {
    this.runner.controller?.actions.retry()
  }

  /** Reads payment and balances again. */
  refresh(): void {
    this.runner.controller?.actions.refresh()
  }

  /** Forgets the account; works only before the payment is signed. */
  disconnect(): void {
    this.runner.controller?.actions.disconnect()
  }

  /**
   * Discards an unknown attempt; does nothing unless the chain proves that nothing was sent, or `confirmed` is true.
   */
  discardAttempt(options?: { readonly confirmed?: boolean }): void {
    this.runner.controller?.actions.discardAttempt(options)
  }

  /**
   * The token once the payment is paid, otherwise null: the value that a form submits. Neither a form reset nor the browser's restored
   * state changes it.
   */
  get value(): string | null {
    return this.state === 'succeeded' ? this.runner.token : null
  }

  override connectedCallback(): void {
    super.connectedCallback()
    if (this.hasUpdated && !this.runner.controller) this.runner.startSoon()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    // A moved element is reconnected in the same task, and keeps its payment.
    queueMicrotask(() => {
      if (!this.isConnected) this.runner.stop()
    })
  }

  leave(event: Event): void {
    const url = this.settings.returnUrl
    if (url && !this.dispatchEvent(new SpReturnEvent({ url }))) event.preventDefault()
  }

  protected get model(): Model {
    return this.runner.model
  }

  protected get isDisabled(): boolean {
    // The attribute `disabled` may be older than the property.
    return this.disabled || (!isServer && this.matches(':disabled:not([disabled])'))
  }

  protected get settings(): ViewSettings {
    return readSettings(this, this.isDisabled)
  }

  protected abstract createController(options: ControllerOptions): Controller

  /** Called with every new model. */
  protected abstract follow(model: Model, signal: Signal | null): void

  /** The payer's actions; the page's listeners can cancel `connect` and `pay`. */
  protected guardedActions(): Actions {
    return guardActions(this, this.isDisabled ? undefined : this.runner.controller?.actions, {
      model: () => this.model,
      onConnect: (walletId) => {
        this.chosenId = walletId
      },
    })
  }

  /** Starts another payment if a property that it depends on has changed. */
  protected override willUpdate(changed: PropertyValues): void {
    const isOther = IDENTITY.some((name) => changed.has(name))
    const isNarrowed = LIMITS.some((name) => changed.has(name)) && CHOOSING.has(this.state)
    if (!isServer && (isOther || isNarrowed)) this.runner.startSoon()
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
