import { type FoundWallet, readAccounts, SIGN_MESSAGE_METHOD } from '@secure-payment/widget/wallets'
import { NoAccountError, type SignInWallet } from './signInWallet.ts'

/**
 * Returns a Tron wallet, announced by TIP-6963 or injected in an older way. Signs in with a version 2 message (TIP-191). Its calls throw
 * NoAccountError.
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
