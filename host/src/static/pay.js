/* Reads the order next to the payment again when the payment has changed: the merchant edited or cancelled it, it expired, or it is paid. */
const CHECK_MS = 1000
/* The states in which the payment accepts no more money. */
const ENDS = ['succeeded', 'unavailable']
const element = document.querySelector('secure-payment')
let shown

function check() {
  const payment = element.payment
  if (!payment) return
  const { items, order, reference } = payment
  const amounts = items.map(({ amount, remainingAmount }) => [amount, remainingAmount])
  const end = ENDS.find((state) => state === element.state)
  const read = JSON.stringify([amounts, order, reference, end])
  const isChanged = shown !== undefined && shown !== read
  shown = read
  if (isChanged) readSummary()
}

/* XMLHttpRequest parses the page without running its scripts, and needs no policy of Trusted Types. */
function readSummary() {
  const request = new XMLHttpRequest()
  request.open('GET', location.pathname + location.search)
  request.responseType = 'document'
  request.addEventListener('load', () => {
    const summary = request.response?.querySelector('.summary')
    if (summary) moveTo(() => document.querySelector('.summary')?.replaceWith(summary))
  })
  request.addEventListener('error', () => {
    shown = ''
  })
  request.send()
}

/* Shows a change of the page as one movement. */
function moveTo(change) {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (isCalm || !document.startViewTransition) change()
  else document.startViewTransition(change)
}

if (element) {
  setInterval(check, CHECK_MS)
  element.addEventListener('sp-statechange', check)
}
