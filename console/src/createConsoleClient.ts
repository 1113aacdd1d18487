import { type Client, createClient } from '@secure-payment/core/client'

/**
 * Creates the API client, which uses the session cookie. It calls every operation at the page's own origin, the service's authentication
 * host. The cookie belongs to that origin only, and each origin of the service serves the whole API.
 */
export function createConsoleClient(): Client {
  return createClient({ baseUrl: location.origin })
}
