import { clientIdEndpoints } from './clientIdEndpoints.ts'

/** Browser-side credentials, managed by a server: a public id that works only from its allowed origins. */
export const clientIds = clientIdEndpoints({
  host: 'api',
  path: '/v2/client-ids',
  noun: 'ClientId',
  auth: ['apiKey'],
  takesNoDomains: false,
})
