import { createAppKit } from '@reown/appkit'
import { mainnet } from '@reown/appkit/networks'

// Connects wallets, but accepts no payment without further code.
createAppKit({
  networks: [mainnet],
  projectId: '00000000000000000000000000000000',
  metadata: { name: 'North & Bean', description: 'Coffee', url: location.origin, icons: [] },
})
document.querySelector('#app').append(document.createElement('appkit-button'))
window.markEvaluated()
