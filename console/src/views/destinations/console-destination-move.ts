import { isSameAddress } from '@secure-payment/core/evm'
import { findNetworkByChainId } from '@secure-payment/core/networks'
import { html, nothing, type TemplateResult } from 'lit'
import type { PayeeDestination, WalletChangeData } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { refuseFields } from '../../failure.ts'
import { readForm } from '../../readForm.ts'
import {
  renderAddress,
  renderBadge,
  renderButton,
  renderFact,
  renderFailure,
} from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { renderInput } from '../../ui/renderField.ts'
import { explainWallet } from '../../wallets/explainWallet.ts'
import { type PayingWallet, WrongNetworkError } from '../../wallets/payingWallet.ts'
import { renderWalletList } from '../../wallets/renderWalletList.ts'
import { renderNoWallets } from '../../wallets/renderWallets.ts'
import { WalletsController } from '../../wallets/WalletsController.ts'
import { walletStyles } from '../../wallets/walletStyles.ts'
import { checkAddress } from '../refund-claim/checkAddress.ts'

/** The party whose signature is missing. */
type Signer = 'current' | 'next'

/**
 * Moves the signed-in wallet's destination to another wallet. Both wallets sign the same data, which the page compares with the
 * destination before it asks a wallet.
 *
 * @event {CustomEvent<PayeeDestination>} moved - The destination, which belongs to the new wallet.
 * @event {Event} cancelled - The destination is unchanged.
 */
export class ConsoleDestinationMove extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, walletStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    destination: { attribute: false },
    data: { state: true },
    signatures: { state: true },
  }

  declare destination: PayeeDestination
  /** The data to sign; null before the merchant has named the new wallet. */
  declare data: WalletChangeData | null
  declare signatures: Partial<Record<Signer, string>>
  readonly #wallets = new WalletsController(this)

  constructor() {
    super()
    this.data = null
    this.signatures = {}
  }

  protected override render(): TemplateResult {
    return this.data === null ? this.#renderAddress() : this.#renderSigning(this.data)
  }

  #renderAddress(): TemplateResult {
    const { common, walletChange, destinations } = this.context.text
    const failure = this.submit.failureOf('data')
    return html`<form novalidate @submit=${this.#start}>
      <p>${walletChange.lead}</p>
      ${renderInput(this, { name: 'walletAddress', label: walletChange.address, hint: destinations.composeHint, isMono: true, maxLength: 64, failure })}
      ${renderFailure(this, failure)}
      <div class="form-actions end">
        ${renderButton({ label: common.cancel, onClick: () => this.dispatchEvent(new Event('cancelled')) })}
        ${renderButton({ label: walletChange.next, kind: 'primary', isBusy: this.submit.pending === 'data' })}
      </div>
    </form>`
  }

  #renderSigning(data: WalletChangeData): TemplateResult {
    const { text, format } = this.context
    const { walletChange, common } = text
    const { walletAddress, newWalletAddress, expiresAt } = data.message
    const isDone = this.signatures.current !== undefined && this.signatures.next !== undefined
    return html`<div class="stack">
      <dl class="facts-list">
        ${renderFact(walletChange.from, renderAddress(walletAddress))}
        ${renderFact(walletChange.to, renderAddress(newWalletAddress))}
        ${renderFact(walletChange.until, html`<time datetime=${expiresAt}>${format.dateTime(expiresAt)}</time>`)}
      </dl>
      ${this.#renderSigner('current', data)} ${this.#renderSigner('next', data)}
      ${renderFailure(this, this.submit.failureOf('sign') ?? this.submit.failureOf('move'))}
      <div class="form-actions end">
        ${renderButton({ label: common.cancel, onClick: () => this.dispatchEvent(new Event('cancelled')) })}
        ${
          this.submit.failureOf('move') === null
            ? nothing
            : renderButton({ label: walletChange.restart, onClick: this.#restart })
        }
        ${
          isDone
            ? renderButton({
                label: walletChange.move,
                kind: 'primary',
                isBusy: this.submit.pending === 'move',
                onClick: () => void this.#move(data),
              })
            : nothing
        }
      </div>
    </div>`
  }

  #renderSigner(signer: Signer, data: WalletChangeData): TemplateResult {
    const { walletChange } = this.context.text
    const isSigned = this.signatures[signer] !== undefined
    const isTurn = signer === 'current' || this.signatures.current !== undefined
    const wallets = this.#wallets.listPaying()
    const choose = (wallet: PayingWallet) => void this.#sign(signer, { data, wallet })
    return html`<section class="stack tight" aria-labelledby="sign-${signer}">
      <div class="row">
        <h3 id="sign-${signer}" tabindex="-1">${walletChange.signers[signer]}</h3>
        ${isSigned ? renderBadge('success', walletChange.signed) : nothing}
      </div>
      ${
        isSigned || !isTurn
          ? nothing
          : this.submit.pending === 'sign'
            ? html`<div class="waiting" role="status"><span class="spinner"></span><p>${walletChange.waiting}</p></div>`
            : wallets.length === 0
              ? renderNoWallets(walletChange.noWallets, this.context.text)
              : renderWalletList(wallets, choose)
      }
    </section>`
  }

  readonly #start = async (event: Event): Promise<void> => {
    const { client, text } = this.context
    const { walletChange, destinations } = text
    const walletAddress = checkAddress(readForm(event).text('walletAddress'), { family: 'evm' })
    if (walletAddress === null) return this.#refuse(destinations.walletInvalid)
    if (isSameAddress(walletAddress, this.destination.walletAddress)) {
      return this.#refuse(walletChange.same)
    }
    const query = { action: 'change_wallet', walletAddress } as const
    const data = await this.submit.run('data', () =>
      client.payeeDestinations.signingData({ query }),
    )
    if (data === null) {
      await focusFirstInvalid(this)
      return
    }
    if (!isOfChange(data, { destination: this.destination, walletAddress })) {
      this.submit.refuse('data', { ...refuseFields({}, text), message: walletChange.mismatch })
      return
    }
    this.data = data
    this.#focus('current')
  }

  /** Shows an error at the field of the new wallet. */
  async #refuse(walletAddress: string): Promise<void> {
    this.submit.refuse('data', refuseFields({ walletAddress }, this.context.text))
    await focusFirstInvalid(this)
  }

  async #sign(
    signer: Signer,
    { data, wallet }: { data: WalletChangeData; wallet: PayingWallet },
  ): Promise<void> {
    const { walletAddress, newWalletAddress, chainId } = data.message
    const address = signer === 'current' ? walletAddress : newWalletAddress
    const { walletChange } = this.context.text
    const signed = await this.submit.run('sign', async () => {
      try {
        const account = await wallet.connect(address)
        if (!isSameAddress(account.address, address)) {
          return { problem: walletChange.wrongAccount(address) }
        }
        const network = findNetworkByChainId(chainId)
        if (network !== undefined) await account.useNetwork(network)
        const { domain, types, primaryType, message } = data
        return { signature: await account.signTypedData({ domain, types, primaryType, message }) }
      } catch (error) {
        return { problem: this.#explain(error) }
      }
    })
    if (signed === null) return
    if ('problem' in signed) {
      this.submit.refuse('sign', {
        ...refuseFields({}, this.context.text),
        message: signed.problem,
      })
      return
    }
    this.signatures = { ...this.signatures, [signer]: signed.signature }
    if (signer === 'current') this.#focus('next')
  }

  #explain(error: unknown): string {
    const { text } = this.context
    return error instanceof WrongNetworkError
      ? text.walletChange.wrongNetwork
      : explainWallet(error, text)
  }

  async #move({ nonce }: WalletChangeData): Promise<void> {
    const { current: signature, next: newWalletSignature } = this.signatures
    if (signature === undefined || newWalletSignature === undefined) return
    const body = { nonce, signature, newWalletSignature }
    const moved = await this.submit.run('move', () =>
      this.context.client.payeeDestinations.changeWallet({ body }),
    )
    if (moved !== null) this.dispatchEvent(new CustomEvent('moved', { detail: moved }))
  }

  readonly #restart = (): void => {
    this.submit.reset()
    this.data = null
    this.signatures = {}
    void this.updateComplete.then(() => this.renderRoot.querySelector('input')?.focus())
  }

  #focus(signer: Signer): void {
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector<HTMLElement>(`#sign-${signer}`)?.focus(),
    )
  }
}

/** Returns whether the data moves this destination, unchanged, to the wallet that the merchant named. */
function isOfChange(
  data: Parameters<typeof isWalletChange>[0],
  { destination, walletAddress }: { destination: PayeeDestination; walletAddress: string },
): data is WalletChangeData {
  if (!isWalletChange(data)) return false
  const { message, domain } = data
  return (
    isSameAddress(message.walletAddress, destination.walletAddress) &&
    isSameAddress(message.newWalletAddress, walletAddress) &&
    isSameAddress(message.tokenAddress, destination.tokenAddress) &&
    message.chainId === destination.chainId &&
    domain.chainId === destination.chainId
  )
}

function isWalletChange(data: { readonly primaryType: string }): data is WalletChangeData {
  return data.primaryType === 'PayeeDestinationWalletChange'
}

customElements.define('console-destination-move', ConsoleDestinationMove)

declare global {
  interface HTMLElementTagNameMap {
    'console-destination-move': ConsoleDestinationMove
  }
}
