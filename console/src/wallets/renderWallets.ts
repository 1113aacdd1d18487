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
    ? renderNote(
        'info',
        html`<p><strong>${signIn.noWallets}</strong></p><p>${signIn.noWalletsHint}</p>`,
      )
    : renderWalletList(wallets, onChoose)
}
