import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import type { TakeSeat } from '../../live/createSeats.ts'
import { broadcastTron } from './broadcastTron.ts'
import { cancelSecurePayment } from './cancelSecurePayment.ts'
import { createAttempt } from './createAttempt.ts'
import { createBatchPayout } from './createBatchPayout.ts'
import { createIntent } from './createIntent.ts'
import { createMulticallPayout } from './createMulticallPayout.ts'
import { createPayoutLink } from './createPayoutLink.ts'
import { createPermit } from './createPermit.ts'
import { createQuote } from './createQuote.ts'
import { createRefundLink } from './createRefundLink.ts'
import { createSecurePayment } from './createSecurePayment.ts'
import { createSignedPayment } from './createSignedPayment.ts'
import { createUserEvent } from './createUserEvent.ts'
import { deleteAttempt } from './deleteAttempt.ts'
import { findSecurePayment } from './findSecurePayment.ts'
import { getMulticallPayout } from './getMulticallPayout.ts'
import { getSecurePayment } from './getSecurePayment.ts'
import { getSignedPayment } from './getSignedPayment.ts'
import { getWalletOptions } from './getWalletOptions.ts'
import { createCombinedList } from './listCombinedPayouts.ts'
import { openSecurePayment } from './openSecurePayment.ts'
import { paySecurePayment } from './paySecurePayment.ts'
import { previewFees } from './previewFees.ts'
import { refreshStep } from './refreshStep.ts'
import { sendReceipt } from './sendReceipt.ts'
import { updateAttempt } from './updateAttempt.ts'
import { updateSecurePayment } from './updateSecurePayment.ts'
import { createWatchAction } from './watchSecurePayment.ts'

/** Serves hosted payments; `takeSeat` limits the host's streams. */
export function serveSecurePayments(http: HttpContext, takeSeat: TakeSeat): IRouter {
  const { rateLimit } = http
  return implement(http, api.securePayments, {
    create: createSecurePayment,
    createPayout: createPayoutLink,
    previewFees,
    createBatchPayout,
    createMulticall: createMulticallPayout,
    listBatchPayouts: createCombinedList('batch'),
    listMulticalls: createCombinedList('multicall'),
    getMulticall: getMulticallPayout,
    createRefund: createRefundLink,
    open: (context, call) => openSecurePayment({ ...context, rateLimit }, call),
    list: findSecurePayment,
    cancel: cancelSecurePayment,
    update: updateSecurePayment,
    get: getSecurePayment,
    pay: paySecurePayment,
    intent: createIntent,
    options: getWalletOptions,
    createAttempt,
    quote: createQuote,
    updateAttempt,
    deleteAttempt,
    broadcastTron,
    createPermit,
    createSignedPayment,
    getSignedPayment,
    createUserEvent,
    sendReceipt,
    events: createWatchAction(http.context, takeSeat),
    calldata: (context, { params, body = {}, caller }) =>
      paySecurePayment(context, { params, query: body, caller }),
    refreshStep,
    createEvent: createUserEvent,
  })
}
