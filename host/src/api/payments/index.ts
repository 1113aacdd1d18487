import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type Call, type HttpContext, implement } from '../../http/implement.ts'
import type { TakeSeat } from '../../live/createSeats.ts'
import { onReplica } from '../../replica/onReplica.ts'
import { exportMatching } from './exportMatching.ts'
import { searchPayments } from './searchPayments.ts'
import { totalPayments } from './totalPayments.ts'
import { createWatchAction } from './watchPayments.ts'

/** Serves the search for payments, their totals and the stream of changes; `takeSeat` limits the host's streams. */
export function servePayments(http: HttpContext, takeSeat: TakeSeat): IRouter {
  return implement(http, api.payments, {
    search: onReplica(searchPayments),
    export: onReplica(exportMatching),
    totals: onReplica((context, call: Call<typeof api.payments.totals>) =>
      totalPayments(context, call),
    ),
    events: createWatchAction(http.context, takeSeat),
  })
}
