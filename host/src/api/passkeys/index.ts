import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { addPasskey } from './addPasskey.ts'
import { listPasskeys } from './listPasskeys.ts'
import { removePasskey } from './removePasskey.ts'
import { renamePasskey } from './renamePasskey.ts'
import { signInWithPasskey } from './signInWithPasskey.ts'
import { startPasskey } from './startPasskey.ts'
import { startPasskeySignIn } from './startPasskeySignIn.ts'

/** Serves each member's passkeys, and the sign-in with a passkey. */
export function servePasskeys(http: HttpContext): IRouter {
  return implement(http, api.passkeys, {
    list: listPasskeys,
    start: startPasskey,
    add: addPasskey,
    update: renamePasskey,
    remove: removePasskey,
    startSignIn: startPasskeySignIn,
    signIn: signInWithPasskey,
  })
}
