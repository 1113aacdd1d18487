/** The URL of the request with which a page opens a payment. */
const OPENING = /\/v2\/secure-payments\/[^/?]+\?/

/** Fetches as a payer's page does, but marks the opening request as a preview, which the service does not record. */
export const fetchAsPreview: typeof fetch = (input, init) =>
  fetch(typeof input === 'string' && OPENING.test(input) ? `${input}&preview=true` : input, init)
