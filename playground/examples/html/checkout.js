const buy = document.querySelector('.buy')
const problem = document.querySelector('.problem')
const thanks = document.querySelector('.thanks')
const payment = document.querySelector('secure-payment')

buy.addEventListener('click', async () => {
  buy.disabled = true
  problem.textContent = ''
  try {
    show(await createOrder())
  } catch (error) {
    problem.textContent = error.message
    buy.disabled = false
  }
})

// For display only: your server fulfils the order when it receives the webhook.
payment.addEventListener('sp-success', () => {
  thanks.hidden = false
  thanks.querySelector('h2').focus()
})

/** Requests an order from the shop's server, which creates the payment with its API key: see serveExample.ts. */
async function createOrder() {
  const response = await fetch('api/orders', { method: 'POST' })
  if (!response.ok) throw new Error('The order could not be created. Please try again.')
  return response.json()
}

function show(order) {
  payment.setAttribute('token', order.token)
  payment.setAttribute('api-base', order.apiBase)
  payment.setAttribute('client-id', order.clientId)
  payment.setAttribute('pay-url', order.payUrl)
  // Shown when the element's script does not load.
  const link = document.createElement('a')
  link.href = order.hostedUrl
  link.textContent = 'Pay on the payment page'
  payment.replaceChildren(link)
  payment.hidden = false
  buy.hidden = true
}
