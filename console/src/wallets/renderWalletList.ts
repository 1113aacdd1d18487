import { plainText, renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import { icons } from '../ui/icons.ts'

type Listed = {
  readonly name: string
  readonly icon: string | null
  /** Shown next to the name, because some wallets appear once for each kind of network. */
  readonly network?: string | null
}

/** Wallets as buttons; the styles are `walletStyles`. */
export function renderWalletList<W extends Listed>(
  wallets: readonly W[],
  onChoose: (wallet: W) => void,
): TemplateResult {
  return html`<ul class="wallets">
    ${wallets.map(
      (wallet) => html`<li>
        <button type="button" class="wallet" @click=${() => onChoose(wallet)}>
          ${renderWalletIcon(wallet)}<span>${plainText(wallet.name)}${wallet.network ? html` <span class="muted">${wallet.network}</span>` : nothing}</span>${renderIcon(icons.chevron, 'chevron small')}
        </button>
      </li>`,
    )}
  </ul>`
}

function renderWalletIcon({ name, icon }: Listed): TemplateResult {
  const letter = ([...plainText(name)][0] ?? '').toUpperCase()
  return icon === null
    ? html`<span class="wallet-icon monogram" aria-hidden="true">${letter}</span>`
    : html`<img class="wallet-icon" src=${icon} alt="">`
}
