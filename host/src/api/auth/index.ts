import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { createPasswords } from '../../auth/passwords.ts'
import { type HttpContext, implement } from '../../http/implement.ts'
import { challengeWallet } from './challengeWallet.ts'
import { changePassword } from './changePassword.ts'
import { getSession } from './getSession.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { register } from './register.ts'

/** Serves signing in, with a wallet or with e-mail and password, and the operations of a session on itself. */
export function serveAuth(http: HttpContext): IRouter {
  const passwords = createPasswords()
  const { rateLimit } = http
  const { sessions } = http.auth
  return implement(http, api.auth, {
    challenge: challengeWallet,
    // Loaded with the first signature: its cryptography is a third of all modules.
    verify: async (context, call) =>
      (await import('./verifyWallet.ts')).verifyWallet(context, call),
    register: (context, call) => register({ ...context, passwords, sessions }, call),
    login: (context, call) => login({ ...context, passwords, rateLimit }, call),
    logout,
    session: getSession,
    changePassword: (context, call) => changePassword({ ...context, passwords, rateLimit }, call),
  })
}
