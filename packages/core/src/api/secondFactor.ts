import { z } from 'zod'
import { successSchema } from '../schemas/schemas.ts'
import { passwordSchema } from './authSchemas.ts'
import { endpoint } from './endpoint.ts'
import {
  PASSKEY_EXAMPLES,
  passkeyProofSchema,
  passkeyRequestSchema,
  recoveryCodesSchema,
  recoveryProofSchema,
  startedSessionSchema,
} from './passkeySchemas.ts'

const TAG = 'Passkeys'
const FOREIGN_PAGE = 'the calling page is not one of the service’s pages (`origin_not_allowed`).'
const UNCONFIRMED = `The session was not confirmed by a passkey or a recovery code within the last ten minutes (\`confirmation_required\`). Or ${FOREIGN_PAGE}`
const REFUSED = `The passkey (\`passkey_refused\`) or the recovery code (\`recovery_code_refused\`) is not valid. Or ${FOREIGN_PAGE}`
const ENDED =
  'No sign-in waits for a second factor in this browser, or it has ended (`sign_in_ended`).'

const secondFactorProofSchema = z
  .union([passkeyProofSchema, recoveryProofSchema])
  .meta({ id: 'SecondFactorProof' })

const confirmationSchema = z
  .union([
    passkeyProofSchema,
    recoveryProofSchema,
    z.object({ password: passwordSchema }).meta({ id: 'PasswordProof' }),
  ])
  .meta({ id: 'SessionConfirmation' })

/** Operations on a member's second factor (a passkey), its recovery codes and the confirmation of a session. */
export const secondFactor = {
  enable: endpoint({
    id: 'enableSecondFactor',
    host: 'auth',
    method: 'POST',
    path: '/v1/auth/second-factor',
    tag: TAG,
    audit: 'second_factor.enabled',
    summary: 'Require a passkey at every sign-in',
    description:
      'A sign-in by password or wallet then also needs a passkey or a recovery code. Returns ten recovery codes, once. The member’s other sessions end.',
    auth: ['session'],
    scope: 'none',
    responses: {
      201: {
        description: 'The second factor is on.',
        schema: recoveryCodesSchema,
        example: PASSKEY_EXAMPLES.codes,
      },
    },
    errors: [401, 403, 409, 429],
    problems: {
      403: UNCONFIRMED,
      409: 'The member has no passkey (`passkey_missing`), or the second factor is already on (`second_factor_on`).',
    },
  }),

  disable: endpoint({
    id: 'disableSecondFactor',
    host: 'auth',
    method: 'DELETE',
    path: '/v1/auth/second-factor',
    tag: TAG,
    audit: 'second_factor.disabled',
    summary: 'Stop requiring a passkey',
    description:
      'The recovery codes stop working. The passkeys stay valid, and any one of them is enough to sign in.',
    auth: ['session'],
    scope: 'none',
    responses: {
      200: {
        description: 'The second factor is off.',
        schema: successSchema,
        example: { success: true },
      },
    },
    errors: [401, 403, 409, 429],
    problems: {
      403: UNCONFIRMED,
      409: 'The second factor is off (`second_factor_off`).',
    },
  }),

  createCodes: endpoint({
    id: 'createRecoveryCodes',
    host: 'auth',
    method: 'POST',
    path: '/v1/auth/recovery-codes',
    tag: TAG,
    audit: 'recovery_codes.created',
    summary: 'Create new recovery codes',
    description: 'The earlier codes stop working.',
    auth: ['session'],
    scope: 'none',
    responses: {
      201: {
        description: 'The new codes.',
        schema: recoveryCodesSchema,
        example: PASSKEY_EXAMPLES.codes,
      },
    },
    errors: [401, 403, 409, 429],
    problems: {
      403: UNCONFIRMED,
      409: 'The second factor is off (`second_factor_off`).',
    },
  }),

  startConfirmation: endpoint({
    id: 'createConfirmationOptions',
    host: 'auth',
    method: 'POST',
    path: '/v1/auth/confirmation/options',
    tag: TAG,
    summary: 'Get the options to confirm a session with a passkey',
    description:
      'Returns the options for `navigator.credentials.get`. The challenge is bound to the session, and valid once, for five minutes.',
    auth: ['session'],
    scope: 'none',
    responses: {
      201: {
        description: 'The options, with the member’s passkeys.',
        schema: passkeyRequestSchema,
        example: PASSKEY_EXAMPLES.request,
      },
    },
    errors: [401, 403, 429],
  }),

  confirm: endpoint({
    id: 'confirmSession',
    host: 'auth',
    method: 'POST',
    path: '/v1/auth/confirmation',
    tag: TAG,
    summary: 'Confirm a session',
    description:
      'Changes to passkeys need a session that was confirmed within the last ten minutes. A sign-in confirms its session too. While a passkey is the second factor, a password or a wallet is not enough.',
    auth: ['session'],
    scope: 'none',
    body: confirmationSchema,
    bodyExample: PASSKEY_EXAMPLES.recovery,
    otherBodyExamples: {
      passkey: PASSKEY_EXAMPLES.proof,
      password: { password: 'correct horse battery staple' },
    },
    responses: {
      200: {
        description: 'The session is confirmed for ten minutes.',
        schema: successSchema,
        example: { success: true },
      },
    },
    errors: [400, 401, 403, 429],
    problems: {
      401: 'The session has ended, or the password is wrong (`wrong_credentials`).',
      403: REFUSED,
    },
  }),

  start: endpoint({
    id: 'createSecondFactorOptions',
    host: 'auth',
    method: 'POST',
    path: '/v1/auth/second-factor/options',
    tag: 'Signing in',
    summary: 'Get the options for the second factor',
    description:
      'Returns the options for `navigator.credentials.get`, after a sign-in that returned `secondFactor`. The cookie of that sign-in identifies it.',
    auth: [],
    limit: 'signIn',
    responses: {
      201: {
        description: 'The options, with the member’s passkeys.',
        schema: passkeyRequestSchema,
        example: PASSKEY_EXAMPLES.request,
      },
    },
    errors: [401, 403, 429],
    problems: { 401: ENDED, 403: `T${FOREIGN_PAGE.slice(1)}` },
  }),

  verify: endpoint({
    id: 'verifySecondFactor',
    host: 'auth',
    method: 'POST',
    path: '/v1/auth/second-factor/verify',
    tag: 'Signing in',
    summary: 'Complete a sign-in with the second factor',
    description:
      'Accepts one of the member’s passkeys or recovery codes. A sign-in allows five attempts within five minutes.',
    auth: [],
    limit: 'signIn',
    cookie: 'set',
    body: secondFactorProofSchema,
    bodyExample: PASSKEY_EXAMPLES.proof,
    otherBodyExamples: { recoveryCode: PASSKEY_EXAMPLES.recovery },
    responses: {
      200: {
        description: 'The member is signed in.',
        schema: startedSessionSchema,
        example: PASSKEY_EXAMPLES.session,
      },
    },
    errors: [400, 401, 403, 429],
    problems: { 401: ENDED, 403: REFUSED },
  }),

  drop: endpoint({
    id: 'cancelSignIn',
    host: 'auth',
    method: 'POST',
    path: '/v1/auth/second-factor/cancel',
    tag: 'Signing in',
    summary: 'Cancel a sign-in that waits for the second factor',
    description: 'Ends the sign-in and deletes its cookie, so that the person can begin again.',
    auth: [],
    limit: 'signIn',
    cookie: 'clear',
    responses: {
      200: {
        description: 'The sign-in has ended.',
        schema: successSchema,
        example: { success: true },
      },
    },
    errors: [401, 403, 429],
    problems: { 401: ENDED, 403: `T${FOREIGN_PAGE.slice(1)}` },
  }),
}
