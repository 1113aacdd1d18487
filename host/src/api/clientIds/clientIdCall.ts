import type { api } from '@secure-payment/core/api'
import type { ApiKeyCaller, SessionCaller } from '../../auth/caller.ts'
import type { Call } from '../../http/implement.ts'

type ClientIds = typeof api.clientIds

/** A call to a client ID operation, with any credential that may manage client IDs. */
export type ClientIdCall<O extends keyof ClientIds> = Omit<
  Call<ClientIds[O]>,
  'caller' | 'cookies'
> & { caller: ApiKeyCaller | SessionCaller }
