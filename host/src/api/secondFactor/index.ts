import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import type { Passwords } from '../../auth/passwords.ts'
import { type HttpContext, implement } from '../../http/implement.ts'
import { cancelSignIn } from './cancelSignIn.ts'
import { confirmSession } from './confirmSession.ts'
import { disableSecondFactor } from './disableSecondFactor.ts'
import { enableSecondFactor } from './enableSecondFactor.ts'
import { renewRecoveryCodes } from './renewRecoveryCodes.ts'
import { startConfirmation } from './startConfirmation.ts'
import { startSecondFactor } from './startSecondFactor.ts'
import { verifySecondFactor } from './verifySecondFactor.ts'

/** Serves each member's second factor, its recovery codes, and the confirmation of sessions. */
export function serveSecondFactor(http: HttpContext, passwords: Passwords): IRouter {
  const { rateLimit } = http
  return implement(http, api.secondFactor, {
    enable: enableSecondFactor,
    disable: disableSecondFactor,
    createCodes: renewRecoveryCodes,
    startConfirmation,
    confirm: (context, call) => confirmSession({ ...context, passwords, rateLimit }, call),
    start: startSecondFactor,
    verify: (context, call) => verifySecondFactor({ ...context, rateLimit }, call),
    drop: cancelSignIn,
  })
}
