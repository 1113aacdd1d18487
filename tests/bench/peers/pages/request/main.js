import '@requestnetwork/payment-widget'

// The element of its web component, with the properties of its README.
const widget = document.createElement('payment-widget')
Object.assign(widget, {
  amountInUSD: 12.5,
  sellerAddress: '0x1234567890123456789012345678901234567890',
  sellerInfo: { name: 'North & Bean', logo: '' },
  productInfo: { name: 'Guji Natural', description: '250 g', image: '' },
  supportedCurrencies: ['USDC_MAINNET', 'USDC_MATIC'],
})
document.querySelector('#app').append(widget)
window.markEvaluated()
