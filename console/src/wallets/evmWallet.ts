import { type FoundWallet, readAccounts, readChainId } from '@secure-payment/widget/wallets'
import { NoAccountError, type SignInWallet } from './signInWallet.ts'

/** Returns an injected EVM wallet, which signs in with `personal_sign` (EIP-191). Its calls throw NoAccountError. */
export function evmWallet({ info, provider }: FoundWallet): SignInWallet {
  const { id, name, icon, isLastUsed } = info
  return {
    id,
    name,
    icon,
    isLastUsed,
    network: null,
    async connect() {
      const accounts = readAccounts(await provider.request({ method: 'eth_requestAccounts' }))
      const [address] = accounts
      if (address === undefined) throw new NoAccountError()
      const chainId = readChainId(await provider.request({ method: 'eth_chainId' }))
      return {
        address,
        chainId,
        async sign(message) {
          const params = [toHex(message), address]
          const signature = await provider.request({ method: 'personal_sign', params })
          if (typeof signature !== 'string') throw new NoAccountError()
          return signature
        },
      }
    },
  }
}

/** Returns the message's UTF-8 bytes in hex, because some wallets would interpret plain text that looks like hex as bytes. */
function toHex(message: string): string {
  const bytes = new TextEncoder().encode(message)
  return `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
