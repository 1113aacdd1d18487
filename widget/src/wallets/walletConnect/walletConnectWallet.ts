import { defineWallet } from '../defineWallet.ts'
import { walletConnectOf } from './WalletConnect.ts'
import { WALLETCONNECT_ID } from './walletConnectId.ts'

/**
 * The wallet connected through WalletConnect. Loads WalletConnect's client, a large chunk, only to resume an earlier session of the
 * wallet to restore.
 */
export const walletConnectWallet = defineWallet({
  id: 'walletConnect',
  find({ walletConnect: settings, wanted, signal }, tell) {
    if (settings === null) return
    const connection = walletConnectOf(settings)
    const show = (): void => tell(connection.wallet === null ? [] : [connection.wallet])
    signal.addEventListener('abort', connection.subscribe(show), { once: true })
    if (connection.wallet !== null) show()
    // If the session cannot be resumed, the payer can request a new one.
    else if (wanted === WALLETCONNECT_ID) void connection.restore().catch(() => undefined)
  },
})
