import '@secure-payment/widget'
import { wagmiWallets } from '@secure-payment/widget/wagmi'
import { baseAccount, walletConnect } from '@wagmi/connectors'
import { type Config, createConfig, http, injected } from '@wagmi/core'
import { defineChain } from 'viem'
import type { WagmiPage } from './startWagmiShop.ts'

declare global {
  interface Window {
    /** The page's config, for stories. */
    wagmiConfig?: Config
  }
}

/** A shop's own script: its wagmi config, passed to the element. */
const given: WagmiPage = JSON.parse(document.getElementById('given')?.textContent ?? '')
const chain = defineChain({
  id: given.chainId,
  name: 'Devnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [given.rpcUrl] } },
})
const CONNECTORS = {
  injected: () => injected(),
  baseAccount: () =>
    baseAccount({
      appName: 'A shop',
      preference: { walletUrl: given.walletUrl, telemetry: false },
    }),
  walletConnect: () =>
    walletConnect({ projectId: 'story', relayUrl: given.relayUrl, showQrModal: false }),
} as const
const config = createConfig({
  chains: [chain],
  connectors: given.connectors.map((name) => CONNECTORS[name]()),
  transports: { [chain.id]: http() },
})
window.wagmiConfig = config

// WalletConnect without its own dialog: the page shows the code.
for (const connector of config.connectors) {
  connector.emitter.on('message', ({ type, data }) => {
    const code = document.getElementById('code')
    if (type === 'display_uri' && code !== null) code.textContent = String(data)
  })
}

const [element] = document.getElementsByTagName('secure-payment')
if (element !== undefined) element.wallet = wagmiWallets(config)
