import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import type { Passwords } from '../../auth/passwords.ts'
import { type HttpContext, implement } from '../../http/implement.ts'
import { challengeWallet } from './challengeWallet.ts'
import { changePassword } from './changePassword.ts'
import { getSession } from './getSession.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { register } from './register.ts'

/** Serves sign-in, with a wallet or with an e-mail address and password, and the operations on the current session. */
export function serveAuth(http: HttpContext, passwords: Passwords): IRouter {
  const { rateLimit } = http
  const { sessions } = http.auth
  return implement(http, api.auth, {
    challenge: challengeWallet,
    // Loads this module only at the first sign-in by wallet, because its cryptography makes up a third of all modules.
    verify: async (context, call) =>
      (await import('./verifyWallet.ts')).verifyWallet(context, call),
    register: (context, call) => register({ ...context, passwords, sessions }, call),
    login: (context, call) => login({ ...context, passwords, rateLimit }, call),
    logout,
    session: getSession,
    changePassword: (context, call) => changePassword({ ...context, passwords, rateLimit }, call),
  })
}
