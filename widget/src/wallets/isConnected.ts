import type { FoundWallet } from './discoverWallets.ts'
import { readAccounts } from './provider.ts'

/** Whether a wallet gives this page an account without asking anybody. */
export async function isConnected({ provider }: FoundWallet): Promise<boolean> {
  try {
    return readAccounts(await provider.request({ method: 'eth_accounts' })).length > 0
  } catch {
    return false
  }
}
