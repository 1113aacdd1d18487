import { clientIdEndpoints } from './clientIdEndpoints.ts'

/** The operations of `clientIds`, for a signed-in member instead of an API key. */
export const sessionClientIds = clientIdEndpoints({
  host: 'auth',
  path: '/v1/client-ids',
  noun: 'SessionClientId',
  auth: ['session'],
  takesNoDomains: true,
})
