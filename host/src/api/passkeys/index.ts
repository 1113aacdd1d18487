import { api } from '@secure-payment/core/api'
import { type HttpContext, implement } from '../../http/implement.ts'
import type { HttpRouter } from '../../serving/createRouter.ts'
import { addPasskey } from './addPasskey.ts'
import { listPasskeys } from './listPasskeys.ts'
import { removePasskey } from './removePasskey.ts'
import { renamePasskey } from './renamePasskey.ts'
import { signInWithPasskey } from './signInWithPasskey.ts'
import { startPasskey } from './startPasskey.ts'
import { startPasskeySignIn } from './startPasskeySignIn.ts'

/** Serves each member's passkeys, and the sign-in with a passkey. */
export function servePasskeys(http: HttpContext): HttpRouter {
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
