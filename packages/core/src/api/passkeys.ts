import { z } from 'zod'
import { pathIdSchema, successSchema, ulidSchema } from '../schemas/schemas.ts'
import { endpoint } from './endpoint.ts'
import {
  newCredentialSchema,
  PASSKEY_EXAMPLES,
  passkeyCreationSchema,
  passkeyListSchema,
  passkeyNameSchema,
  passkeyProofSchema,
  passkeyRequestSchema,
  passkeySchema,
  startedSessionSchema,
} from './passkeySchemas.ts'

const passkeyParams = z.object({ id: pathIdSchema.describe('Id of the passkey.') })

const TAG = 'Passkeys'
const FOREIGN_PAGE = 'the calling page is not one of the service’s pages (`origin_not_allowed`).'
const UNCONFIRMED = `The session was not confirmed within the last ten minutes (\`confirmation_required\`), or ${FOREIGN_PAGE}`
/** The reasons for rejecting a passkey; the error does not reveal which of them applies. */
const REFUSED = `The challenge is unknown, used, expired or from another session, or the credential does not prove a passkey for the service (\`passkey_refused\`). Or ${FOREIGN_PAGE}`

/** The signed-in member's passkeys, and sign-in with a passkey. */
export const passkeys = {
  list: endpoint({
    id: 'listPasskeys',
    host: 'auth',
    method: 'GET',
    path: '/v1/auth/passkeys',
    tag: TAG,
    summary: 'List your passkeys',
    description:
      'Returns the passkeys of the signed-in member, and whether a second factor is enabled.',
    auth: ['session'],
    scope: 'none',
    responses: {
      200: {
        description: 'The caller’s own passkeys and second factor.',
        schema: passkeyListSchema,
        example: {
          passkeys: [PASSKEY_EXAMPLES.passkey],
          isSecondFactor: true,
          recoveryCodesLeft: 9,
        },
      },
    },
    errors: [401, 429],
  }),

  start: endpoint({
    id: 'createPasskeyOptions',
    host: 'auth',
    method: 'POST',
    path: '/v1/auth/passkeys/options',
    tag: TAG,
    summary: 'Get the options for a new passkey',
    description:
      'For `navigator.credentials.create`. The challenge is bound to the session, and valid once, for five minutes.',
    auth: ['session'],
    scope: 'none',
    responses: {
      201: {
        description: 'The options.',
        schema: passkeyCreationSchema,
        example: PASSKEY_EXAMPLES.creation,
      },
    },
    errors: [401, 403, 409, 429],
    problems: {
      403: UNCONFIRMED,
      409: 'The member has the maximum number of passkeys (`too_many_passkeys`).',
    },
  }),

  add: endpoint({
    id: 'addPasskey',
    host: 'auth',
    method: 'POST',
    path: '/v1/auth/passkeys',
    tag: TAG,
    audit: 'passkey.added',
    summary: 'Add a passkey',
    description:
      'The service sends a notice to the member’s verified e-mail address. The passkey alone is then enough to sign in, because its device verifies the person.',
    auth: ['session'],
    scope: 'none',
    body: z
      .object({
        challengeId: ulidSchema,
        name: passkeyNameSchema,
        credential: newCredentialSchema,
      })
      .meta({ id: 'PasskeyCreate' }),
    bodyExample: {
      challengeId: PASSKEY_EXAMPLES.creation.challengeId,
      name: 'Phone',
      credential: PASSKEY_EXAMPLES.newCredential,
    },
    responses: {
      201: {
        description: 'The passkey.',
        schema: passkeySchema,
        example: PASSKEY_EXAMPLES.passkey,
      },
    },
    errors: [400, 401, 403, 409, 429],
    problems: {
      403: `${REFUSED} Or the session was not confirmed within the last ten minutes (\`confirmation_required\`).`,
      409: 'The passkey is already registered (`passkey_taken`), or the member has the maximum number (`too_many_passkeys`).',
    },
  }),

  update: endpoint({
    id: 'renamePasskey',
    host: 'auth',
    method: 'PATCH',
    path: '/v1/auth/passkeys/{id}',
    tag: TAG,
    audit: 'passkey.renamed',
    summary: 'Rename a passkey',
    description: 'Changes the name under which the member sees the passkey.',
    auth: ['session'],
    scope: 'none',
    params: passkeyParams,
    body: z.object({ name: passkeyNameSchema }).meta({ id: 'PasskeyUpdate' }),
    bodyExample: { name: 'Phone' },
    responses: {
      200: {
        description: 'The renamed passkey.',
        schema: passkeySchema,
        example: PASSKEY_EXAMPLES.passkey,
      },
    },
    errors: [400, 401, 403, 404, 429],
  }),

  remove: endpoint({
    id: 'removePasskey',
    host: 'auth',
    method: 'DELETE',
    path: '/v1/auth/passkeys/{id}',
    tag: TAG,
    audit: 'passkey.removed',
    summary: 'Remove a passkey',
    description:
      'Needs a session that was confirmed within the last ten minutes; if a passkey is the second factor, by a passkey or a recovery code. The removal of the last passkey switches the second factor off.',
    auth: ['session'],
    scope: 'none',
    params: passkeyParams,
    responses: {
      200: {
        description: 'The passkey is removed.',
        schema: successSchema,
        example: { success: true },
      },
    },
    errors: [401, 403, 404, 429],
    problems: { 403: UNCONFIRMED },
  }),

  startSignIn: endpoint({
    id: 'createPasskeySignInOptions',
    host: 'auth',
    method: 'POST',
    path: '/v1/auth/passkey-sign-in/options',
    tag: 'Signing in',
    summary: 'Get the options for a sign-in with a passkey',
    description:
      'For `navigator.credentials.get`. The browser offers the person’s passkeys for the service. The challenge is valid once, for five minutes.',
    auth: [],
    limit: 'signIn',
    responses: {
      201: {
        description: 'The options.',
        schema: passkeyRequestSchema,
        example: PASSKEY_EXAMPLES.request,
      },
    },
    errors: [403, 429],
    problems: { 403: `T${FOREIGN_PAGE.slice(1)}` },
  }),

  signIn: endpoint({
    id: 'signInWithPasskey',
    host: 'auth',
    method: 'POST',
    path: '/v1/auth/passkey-sign-in',
    tag: 'Signing in',
    summary: 'Sign in with a passkey',
    description:
      'Needs no password, wallet or second factor, because the passkey’s device has verified the person. The session lasts as long as any other session of the account or wallet.',
    auth: [],
    limit: 'signIn',
    cookie: 'set',
    body: passkeyProofSchema,
    bodyExample: PASSKEY_EXAMPLES.proof,
    responses: {
      200: {
        description: 'The member is signed in.',
        schema: startedSessionSchema,
        example: PASSKEY_EXAMPLES.session,
      },
    },
    errors: [400, 401, 403, 429],
    problems: {
      401: 'The member was removed (`sign_in_refused`).',
      403: REFUSED,
    },
  }),
}
