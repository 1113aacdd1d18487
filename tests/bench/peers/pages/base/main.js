import { createBaseAccountSDK, pay } from '@base-org/account'

// Draws nothing: a shop's button calls `pay`, which opens Base's window.
createBaseAccountSDK({ appName: 'North & Bean', appChainIds: [8453] })
const button = document.createElement('button')
button.textContent = 'Pay'
button.onclick = () => pay({ amount: '12.50', to: '0x1234567890123456789012345678901234567890' })
document.querySelector('#app').append(button)
window.markEvaluated()
