import { createHmac } from 'node:crypto'

const PURPOSE = 'secure-payment listen 1'

/**
 * Returns the secret with which `listen` signs: 64 hex digits, like the host's secrets. It is the same for each run with the same API
 * key, and the key cannot be computed from it. The secrets of the merchant's endpoints never leave the host.
 */
export function listenSecret(apiKey: string): string {
  return createHmac('sha256', apiKey).update(PURPOSE).digest('hex')
}
