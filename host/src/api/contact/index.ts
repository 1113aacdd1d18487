import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import type { Passwords } from '../../auth/passwords.ts'
import { type HttpContext, implement } from '../../http/implement.ts'
import { confirmEmail } from './confirmEmail.ts'
import { getContact } from './getContact.ts'
import { requestReset } from './requestReset.ts'
import { resetPassword } from './resetPassword.ts'
import { setEmail } from './setEmail.ts'
import { updateContact } from './updateContact.ts'

/** Serves each member's e-mail address and notices, and password resets. */
export function serveContact(http: HttpContext, passwords: Passwords): IRouter {
  const { rateLimit } = http
  return implement(http, api.contact, {
    get: getContact,
    update: updateContact,
    setEmail: (context, call) => setEmail({ ...context, passwords, rateLimit }, call),
    confirmEmail,
    requestReset: (context, call) => requestReset({ ...context, rateLimit }, call),
    resetPassword: (context, call) => resetPassword({ ...context, passwords }, call),
  })
}
