import { readWalletFault } from '@secure-payment/widget/wallets'
import type { Text } from '../text/text.ts'

/** Returns the message for a wallet's error; `rejected` is the message for a request that the person rejected. */
export function explainWallet(
  error: unknown,
  { signIn }: Pick<Text, 'signIn'>,
  rejected: string = signIn.rejected,
): string {
  switch (readWalletFault(error)) {
    case 'rejected':
      return rejected
    case 'busy':
      return signIn.walletBusy
    case 'locked':
      return signIn.walletLocked
    default:
      return signIn.walletFailed
  }
}
