import { html, type TemplateResult } from 'lit'
import type { Text } from '../text/text.ts'
import { renderNote } from '../ui/elements.ts'
import { renderWalletList } from './renderWalletList.ts'
import type { SignInWallet } from './signInWallet.ts'

/** Renders the wallets that can sign, or the way to get one; the styles are `walletStyles`. */
export function renderWallets(
  wallets: readonly SignInWallet[],
  onChoose: (wallet: SignInWallet) => void,
  { signIn }: Pick<Text, 'signIn'>,
): TemplateResult {
  return wallets.length === 0
    ? renderNoWallets(signIn.noWalletsHint, { signIn })
    : renderWalletList(wallets, onChoose)
}

/** Renders the note of a browser without a wallet, with the next step. */
export function renderNoWallets(hint: string, { signIn }: Pick<Text, 'signIn'>): TemplateResult {
  return renderNote('info', html`<p><strong>${signIn.noWallets}</strong></p><p>${hint}</p>`)
}
