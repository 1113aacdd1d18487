/** The read that a page makes when it opens a payment. */
const OPENING = /\/v2\/secure-payments\/[^/?]+\?/

/** Fetches as a payer's page does, but the service does not record that a payer opened the payment. */
export const fetchAsPreview: typeof fetch = (input, init) =>
  fetch(typeof input === 'string' && OPENING.test(input) ? `${input}&preview=true` : input, init)
