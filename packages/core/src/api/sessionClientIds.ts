import { clientIdEndpoints } from './clientIdEndpoints.ts'

/** The same client IDs as `clientIds`, managed by a signed-in person. */
export const sessionClientIds = clientIdEndpoints({
  host: 'auth',
  path: '/v1/client-ids',
  noun: 'SessionClientId',
  auth: ['session'],
})
