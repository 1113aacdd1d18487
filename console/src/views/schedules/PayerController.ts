import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { ConsoleContext } from '../../context.ts'
import { explainWallet } from '../../wallets/explainWallet.ts'
import type { PayingAccount, PayingWallet } from '../../wallets/payingWallet.ts'
import { WalletsController } from '../../wallets/WalletsController.ts'

/** An element in which a person connects the paying wallet. */
export type PayerHost = ReactiveControllerHost & { readonly context: ConsoleContext }

/** The wallet that pays: no wallet yet, a wallet with a pending account request, or a connected account. */
export class PayerController implements ReactiveController {
  account: PayingAccount | null = null
  walletId: string | null = null
  isConnecting = false
  /** The last attempt's failure, as a sentence; null without one. */
  problem: string | null = null
  readonly #host: PayerHost
  readonly #wallets: WalletsController
  /** The current attempt's number; a result with an earlier number is dropped. */
  #attempt = 0

  constructor(host: PayerHost) {
    this.#host = host
    this.#wallets = new WalletsController(host)
    host.addController(this)
  }

  hostConnected(): void {}

  list(): readonly PayingWallet[] {
    return this.#wallets.listPaying()
  }

  /** Requests an account from a wallet; resolves with null if the request failed. Call this method in a click handler. */
  async connect(wallet: PayingWallet): Promise<PayingAccount | null> {
    this.#attempt += 1
    const attempt = this.#attempt
    this.isConnecting = true
    this.problem = null
    this.#host.requestUpdate()
    try {
      const account = await wallet.connect()
      if (attempt !== this.#attempt) return null
      this.account = account
      this.walletId = wallet.id
      return account
    } catch (error) {
      const { text } = this.#host.context
      if (attempt === this.#attempt)
        this.problem = explainWallet(error, text, text.schedules.sign.rejected)
      return null
    } finally {
      if (attempt === this.#attempt) this.isConnecting = false
      this.#host.requestUpdate()
    }
  }

  /** Disconnects the account, and ignores the result of the wallet's pending request. */
  leave(): void {
    this.#attempt += 1
    this.account = null
    this.walletId = null
    this.isConnecting = false
    this.problem = null
    this.#host.requestUpdate()
  }
}
