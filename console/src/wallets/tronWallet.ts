import { type FoundWallet, readAccounts, SIGN_MESSAGE_METHOD } from '@secure-payment/widget/wallets'
import { NoAccountError, type SignInWallet } from './signInWallet.ts'

/**
 * Returns a Tron wallet, announced (TIP-6963) or injected in an older way. The wallet signs in with a message of TIP-191, version 2.
 */
export function tronWallet({ info, provider }: FoundWallet): SignInWallet {
  const { id, name, icon, isLastUsed } = info
  return {
    id,
    name,
    icon,
    isLastUsed,
    network: 'Tron',
    async connect() {
      const accounts = readAccounts(await provider.request({ method: 'eth_requestAccounts' }))
      const [address] = accounts
      if (address === undefined) throw new NoAccountError()
      return {
        address,
        chainId: null,
        async sign(message) {
          const call = { method: SIGN_MESSAGE_METHOD, params: [message] }
          const signature = await provider.request(call)
          if (typeof signature !== 'string') throw new NoAccountError()
          return signature
        },
      }
    },
  }
}
