import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { changeDestinationWallet } from './changeDestinationWallet.ts'
import { createPayeeDestination } from './createPayeeDestination.ts'
import { deactivatePayeeDestination } from './deactivatePayeeDestination.ts'
import { getPayeeDestination } from './getPayeeDestination.ts'
import { getDestinationSigningData, getSigningData } from './getSigningData.ts'
import { lookupPayeeDestination } from './lookupPayeeDestination.ts'
import { lookupPayoutDestination } from './lookupPayoutDestination.ts'
import {
  createSignedDestination,
  deactivateSignedDestination,
  getActiveDestination,
  readDestination,
} from './signedDestinations.ts'
import { updatePayeeDestination } from './updatePayeeDestination.ts'

/** Serves the destinations at which wallets receive payments. */
export function servePayeeDestinations(http: HttpContext): IRouter {
  return implement(http, api.payeeDestinations, {
    create: createPayeeDestination,
    update: updatePayeeDestination,
    get: getPayeeDestination,
    lookup: lookupPayeeDestination,
    payoutLookup: lookupPayoutDestination,
    deactivate: deactivatePayeeDestination,
    signingData: getSigningData,
    changeWallet: changeDestinationWallet,
  })
}

/** Serves the same destinations to client IDs; each change needs the signature of the destination's wallet. */
export function serveSignedDestinations(http: HttpContext): IRouter {
  return implement(http, api.signedDestinations, {
    signingData: getDestinationSigningData,
    create: createSignedDestination,
    get: getActiveDestination,
    read: readDestination,
    remove: deactivateSignedDestination,
  })
}
