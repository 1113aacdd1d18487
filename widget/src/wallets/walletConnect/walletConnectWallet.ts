import { defineWallet } from '../defineWallet.ts'
import { walletConnectOf } from './WalletConnect.ts'
import { WALLETCONNECT_ID } from './walletConnectId.ts'

/**
 * The wallet connected through WalletConnect. Resumes an earlier session if it belongs to the wanted wallet; otherwise the network's
 * client, a large chunk, does not load.
 */
export const walletConnectWallet = defineWallet({
  id: 'walletConnect',
  find({ walletConnect: settings, wanted, signal }, tell) {
    if (settings === null) return
    const connection = walletConnectOf(settings)
    const show = (): void => tell(connection.wallet === null ? [] : [connection.wallet])
    signal.addEventListener('abort', connection.subscribe(show), { once: true })
    if (connection.wallet !== null) show()
    // If a session cannot be resumed now, the payer requests a new one.
    else if (wanted === WALLETCONNECT_ID) void connection.restore().catch(() => undefined)
  },
})
