import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { listConversionRoutes } from '../currencies/listConversionRoutes.ts'
import { listCurrencies } from '../currencies/listCurrencies.ts'
import { createPaymentDetails } from '../payers/createPaymentDetails.ts'
import { getPayer } from '../payers/getPayer.ts'
import { listPaymentDetails } from '../payers/listPaymentDetails.ts'
import { submitPayer } from '../payers/submitPayer.ts'
import { updatePayer } from '../payers/updatePayer.ts'
import { createRequestV1 } from './createRequestV1.ts'
import { getRequestV1 } from './getRequestV1.ts'
import { payDirectlyV1 } from './payDirectlyV1.ts'
import { payRequestV1 } from './payRequestV1.ts'
import { requestRoutesV1 } from './requestRoutesV1.ts'
import { stopRecurrenceV1 } from './stopRecurrenceV1.ts'

/** Serves the first version of the API: a thin layer over the second. */
export function serveV1(http: HttpContext): IRouter {
  return implement(http, api.v1, {
    create: createRequestV1,
    get: getRequestV1,
    status: getRequestV1,
    routes: requestRoutesV1,
    pay: payRequestV1,
    payDirectly: payDirectlyV1,
    stopRecurrence: stopRecurrenceV1,
    currencies: listCurrencies,
    conversionRoutes: listConversionRoutes,
    submitPayer,
    getPayer,
    updatePayer,
    createPaymentDetails,
    listPaymentDetails,
  })
}
