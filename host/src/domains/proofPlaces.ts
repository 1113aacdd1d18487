/**
 * The places where a merchant publishes the proof of owning a domain. The proof is public: it identifies one merchant
 * of one service.
 */
export type ProofPlaces = {
  dnsName: string
  dnsValue: string
  fileUrl: string
  fileContent: string
}

/** Describes both places. A proof in one of them is enough. */
export function describePlaces(domain: string, proof: string): ProofPlaces {
  return {
    dnsName: dnsNameOf(domain),
    dnsValue: dnsValueOf(proof),
    fileUrl: fileUrlOf(domain),
    fileContent: JSON.stringify({ verification: [proof] }),
  }
}

/** Returns the name of the TXT record: a subdomain that has no other records. */
export function dnsNameOf(domain: string): string {
  return `_secure-payment.${domain.replace(/:\d+$/, '')}`
}

/** Returns the full text of the TXT record. */
export function dnsValueOf(proof: string): string {
  return `secure-payment=${proof}`
}

/** Returns the URL of the proof file: `http:` for loopback, which only a developer's host accepts, otherwise `https:`. */
export function fileUrlOf(domain: string): string {
  const scheme = /^(?:localhost|127\.0\.0\.1)(?::|$)/.test(domain) ? 'http' : 'https'
  return `${scheme}://${domain}/.well-known/secure-payment.json`
}
