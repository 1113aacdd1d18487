import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { createPaymentDetails } from './createPaymentDetails.ts'
import { getPayer } from './getPayer.ts'
import { listOfframps } from './listOfframps.ts'
import { listPayers } from './listPayers.ts'
import { listPaymentDetails } from './listPaymentDetails.ts'
import { submitPayer } from './submitPayer.ts'
import { updatePayer } from './updatePayer.ts'

/** Serves payers of crypto-to-fiat requests, and the bank accounts into which their payments go. */
export function servePayers(http: HttpContext): IRouter {
  return implement(http, api.payers, {
    submit: submitPayer,
    get: getPayer,
    update: updatePayer,
    createPaymentDetails,
    listPaymentDetails,
  })
}

/** Serves the console's view of payers and offramps to merchants. */
export function servePayerRecords(http: HttpContext): IRouter {
  return implement(http, api.payerRecords, { listPayers, listOfframps })
}
