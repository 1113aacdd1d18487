import { SignClient as NetworkClient } from '@walletconnect/sign-client'
import type { WalletConnectSettings } from '../../accountInfo.ts'
import type { SignClient } from './signClient.ts'

/**
 * Opens WalletConnect’s client under the page’s name. Only the relay receives data: there is no telemetry, and no hidden frame of the
 * verification service. A strict Content-Security-Policy rejects that frame, and the frame's host could see which payer visits which page.
 */
export async function openSignClient({
  projectId,
  relayUrl,
}: WalletConnectSettings): Promise<SignClient> {
  const client = await NetworkClient.init({
    projectId,
    ...(relayUrl === null ? {} : { relayUrl }),
    metadata: {
      name: document.title.trim() || location.hostname,
      description: '',
      url: location.origin,
      icons: [],
    },
    customStoragePrefix: 'secure-payment',
    telemetryEnabled: false,
    logger: 'silent',
  })
  client.core.verify.register = async () => undefined
  client.core.verify.resolve = async () => ({ origin: '' })
  return {
    connect: (params) => client.connect(params),
    request: (params) => client.request(params),
    disconnect: (params) => client.disconnect(params),
    on: (event, listener) => client.on(event, listener),
    session: { getAll: () => client.session.getAll() },
  }
}
