import { readWalletFault } from '@secure-payment/widget/wallets'
import type { Text } from '../text/text.ts'

/** Returns a wallet's error, as a sentence. */
export function explainWallet(error: unknown, { signIn, schedules }: Text): string {
  switch (readWalletFault(error)) {
    case 'rejected':
      return schedules.sign.rejected
    case 'busy':
      return signIn.walletBusy
    case 'locked':
      return signIn.walletLocked
    default:
      return signIn.walletFailed
  }
}
