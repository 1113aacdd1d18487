/* Loads the page of a reusable link again when the link has changed: the merchant edited or cancelled it, or it expired. */
const CHECK_MS = 5000
const GONE = 410
const offer = document.querySelector('.offer')
let isLeaving = false

async function check() {
  if (document.hidden || isLeaving) return
  try {
    const { ok, status, headers } = await fetch(location.href, {
      method: 'HEAD',
      cache: 'no-store',
    })
    const isOther = status === GONE || (ok && headers.get('etag') !== offer.dataset.etag)
    if (isOther && !isLeaving) location.replace(location.pathname + location.search)
  } catch {
    /* The next check follows. */
  }
}

/* The button creates the payer's payment: nothing may interrupt that. */
addEventListener('submit', () => {
  isLeaving = true
})
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  isLeaving = false
  void check()
})
document.addEventListener('visibilitychange', check)
setInterval(check, CHECK_MS)
