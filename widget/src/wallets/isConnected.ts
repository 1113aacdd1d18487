import type { FoundWallet } from './discoverWallets.ts'
import { readAccounts } from './provider.ts'

/** Returns whether a wallet is connected to this page: it returns an account without a prompt. */
export async function isConnected({ provider }: FoundWallet): Promise<boolean> {
  try {
    return readAccounts(await provider.request({ method: 'eth_accounts' })).length > 0
  } catch {
    return false
  }
}
