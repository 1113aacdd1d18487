import { isSameAddress } from '@secure-payment/core/evm'
import { maskAddress, plainText } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { ScheduleRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { ConnectedController } from '../../controllers/ConnectedController.ts'
import { renderNote } from '../../ui/elements.ts'
import { explainWallet } from '../../wallets/explainWallet.ts'
import {
  type PayingAccount,
  type PayingWallet,
  WrongNetworkError,
} from '../../wallets/payingWallet.ts'
import { renderWalletList } from '../../wallets/renderWalletList.ts'
import { walletStyles } from '../../wallets/walletStyles.ts'
import type { TakeBack } from './checkPermit.ts'
import { PayerController } from './PayerController.ts'
import { ActivationError, waitForReceipt } from './runActivation.ts'
import { formatUnits, type ScheduleFacts } from './scheduleTerms.ts'
import { waitFor } from './waitFor.ts'

/** The transactions' progress. */
type Progress =
  | { readonly at: 'offered' | 'sent' }
  | { readonly at: 'asking'; readonly number: number }
  | { readonly at: 'waiting'; readonly number: number; readonly txHash: string }

/**
 * Explains the transactions by which a payer revokes a cancelled schedule on chain, and sends them from the payer's
 * wallet.
 */
export class ConsoleScheduleTakeBack extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, walletStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    record: { attribute: false },
    facts: { attribute: false },
    steps: { attribute: false },
    progress: { state: true },
    problem: { state: true },
  }

  declare record: Pick<ScheduleRecord, 'payer'>
  declare facts: Pick<ScheduleFacts, 'network' | 'token' | 'contract'>
  declare steps: readonly TakeBack[]
  declare progress: Progress
  declare problem: string | null
  readonly #payer = new PayerController(this)
  readonly #connected = new ConnectedController(this)
  /** The calldata of mined transactions, which are not sent again after the payer has declined a later one. */
  readonly #mined = new Set<string>()

  constructor() {
    super()
    this.steps = []
    this.progress = { at: 'offered' }
    this.problem = null
  }

  protected override render(): TemplateResult {
    const { allowance } = this.context.text.schedules
    return html`<section class="card" aria-labelledby="back-title">
      <div>
        <h2 id="back-title" tabindex="-1">${allowance.title}</h2>
        <p class="muted">${allowance.text(maskAddress(this.record.payer))}</p>
      </div>
      <ol class="ways">${this.steps.map((step) => html`<li>${this.#describe(step)}</li>`)}</ol>
      <p class="hint">${allowance.each}</p>
      ${this.problem === null ? nothing : html`<div role="alert">${renderNote('warning', html`<p>${this.problem}</p>`)}</div>`}
      ${this.#renderProgress()}
    </section>`
  }

  #describe(step: TakeBack): string {
    const { text, format } = this.context
    const { allowance } = text.schedules
    if (step.kind === 'revoke') return allowance.revoke
    if (step.units === 0n) return allowance.lowerToNone
    return allowance.lower(
      format.money(formatUnits(this.facts, step.units), this.facts.token.symbol),
    )
  }

  #renderProgress(): TemplateResult {
    const { schedules, signIn } = this.context.text
    const { allowance, sign } = schedules
    const { progress } = this
    const wallet = plainText(this.#payer.account?.walletName ?? '')
    switch (progress.at) {
      case 'sent':
        return html`<div role="status">${renderNote('success', html`<p>${allowance.sent}</p>`)}</div>`
      case 'asking':
      case 'waiting':
        return html`<div class="waiting" role="status">
          <span class="spinner"></span>
          <div>
            <p><strong>${progress.at === 'asking' ? sign.asked(wallet) : sign.waiting}</strong></p>
            <p class="hint">${allowance.step(progress.number, this.steps.length)}</p>
          </div>
        </div>`
      case 'offered': {
        const wallets = this.#payer.list()
        return html`${this.#payer.problem === null ? nothing : html`<p class="field-error" role="alert">${this.#payer.problem}</p>`}
        ${
          wallets.length === 0
            ? renderNote(
                'info',
                html`<p>${signIn.noWallets} ${sign.chooseText(maskAddress(this.record.payer))}</p>`,
              )
            : html`<h3>${sign.choose}</h3>${renderWalletList(wallets, (one) => void this.#send(one))}`
        }`
      }
      default:
        return progress satisfies never
    }
  }

  async #send(wallet: PayingWallet): Promise<void> {
    this.problem = null
    const account = await this.#payer.connect(wallet)
    if (account === null) return
    const { sign } = this.context.text.schedules
    const { payer } = this.record
    if (!isSameAddress(account.address, payer)) {
      this.problem = sign.otherPayer(maskAddress(account.address), maskAddress(payer))
      return
    }
    const { signal } = this.#connected
    // The focused button was removed.
    this.focusHeading()
    try {
      await this.#sendAll(account, signal)
      this.progress = { at: 'sent' }
    } catch (error) {
      if (signal.aborted) return
      this.problem = this.#explain(error)
      this.progress = { at: 'offered' }
    }
  }

  async #sendAll(account: PayingAccount, signal: AbortSignal): Promise<void> {
    await account.useNetwork(this.facts.network)
    for (const [index, { call }] of this.steps.entries()) {
      if (this.#mined.has(call.data)) continue
      const number = index + 1
      this.progress = { at: 'asking', number }
      const txHash = await account.send(call)
      this.progress = { at: 'waiting', number, txHash }
      const receipt = await waitForReceipt(txHash, { account, wait: (ms) => waitFor(ms, signal) })
      if (receipt === 'gone') throw new ActivationError('unconfirmed')
      this.#mined.add(call.data)
    }
  }

  #explain(error: unknown): string {
    const { text } = this.context
    const { allowance, sign } = text.schedules
    if (error instanceof ActivationError) {
      return error.reason === 'reverted' ? allowance.reverted : sign.unconfirmed
    }
    if (error instanceof WrongNetworkError) return sign.chainUnknown(this.facts.network.name)
    return explainWallet(error, text, text.schedules.sign.rejected)
  }
}

customElements.define('console-schedule-take-back', ConsoleScheduleTakeBack)

declare global {
  interface HTMLElementTagNameMap {
    'console-schedule-take-back': ConsoleScheduleTakeBack
  }
}
