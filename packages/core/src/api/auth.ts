import { z } from 'zod'
import {
  addressSchema,
  chainIdSchema,
  opaqueIdSchema,
  successSchema,
  timestampSchema,
  ulidSchema,
} from '../schemas/schemas.ts'
import { rawText } from '../schemas/text.ts'
import { emailSchema, passwordSchema, signatureSchema, walletTypeSchema } from './authSchemas.ts'
import { endpoint } from './endpoint.ts'
import { SECOND_FACTOR_NEEDED, secondFactorNeededSchema } from './passkeySchemas.ts'
import { roleSchema, scopeSchema } from './scopes.ts'

const invitationSchema = opaqueIdSchema
  .optional()
  .describe('Token from an invitation link, if the service requires one.')

const credentialsSchema = z
  .object({ email: emailSchema, password: passwordSchema })
  .meta({ id: 'AccountCredentials' })

const accountSessionSchema = z
  .object({ email: z.string(), tenantId: ulidSchema, expiresAt: timestampSchema })
  .meta({ id: 'AccountSession' })

const walletSessionSchema = z
  .object({
    address: addressSchema,
    walletType: walletTypeSchema,
    tenantId: ulidSchema,
    expiresAt: timestampSchema,
  })
  .meta({ id: 'WalletSession' })

const TENANT_ID = '01KB4W3F6V3M2N5P7R9T0W1X2Y'
const WALLET = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'
const CREDENTIALS = { email: 'ana@example.test', password: 'correct horse battery staple' }
const ACCOUNT_SESSION = {
  email: 'ana@example.test',
  tenantId: TENANT_ID,
  expiresAt: '2026-12-01T09:00:00.000Z',
}
const CHALLENGE = {
  challengeId: '01KB4S3F6V3M2N5P7R9T0W1X2Y',
  nonce: 'q8ZtV3nL0xYc5RbK',
  message: [
    'auth.example.test wants you to sign in with your Ethereum account:',
    WALLET,
    '',
    'Sign in to manage your payments.',
    '',
    'URI: https://auth.example.test',
    'Version: 1',
    'Chain ID: 1',
    'Nonce: q8ZtV3nL0xYc5RbK',
    'Issued At: 2026-11-01T09:00:00.000Z',
    'Expiration Time: 2026-11-01T09:05:00.000Z',
  ].join('\n'),
}

/** The meaning of 403 for sign-in operations. */
const SIGN_IN_PROBLEMS = {
  403: 'The calling page is not one of the service’s pages (`origin_not_allowed`).',
} as const

/** The meaning of 403 for operations that may open a tenant. */
const REGISTRATION_PROBLEMS = {
  403: `${SIGN_IN_PROBLEMS[403]} Or registration is closed (\`registration_closed\`) or requires an invitation (\`invitation_required\`). Or the invitation is invalid (\`invitation_refused\`) or for another address (\`invitation_for_another\`).`,
} as const

/** Sign-in with a wallet or with an e-mail address and a password, and the resulting session. */
export const auth = {
  challenge: endpoint({
    id: 'createWalletChallenge',
    host: 'auth',
    method: 'POST',
    path: '/v1/auth/wallet/challenge',
    tag: 'Signing in',
    summary: 'Get the message for a wallet sign-in',
    description:
      'The wallet signs `message` unchanged (EVM: personal_sign; Tron: signMessageV2). The message is valid once, for five minutes.',
    auth: [],
    limit: 'signIn',
    body: z
      .object({
        address: addressSchema.describe(
          'Address of the wallet; its format identifies the kind of wallet.',
        ),
        chainId: chainIdSchema
          .optional()
          .describe(
            'Chain id in the message; by default 1 for an EVM wallet and 728126428 for a Tron wallet.',
          ),
      })
      .meta({ id: 'WalletChallengeCreate' }),
    bodyExample: { address: WALLET },
    responses: {
      201: {
        description: 'The challenge.',
        schema: z
          .object({
            challengeId: ulidSchema,
            nonce: z.string(),
            message: z.string().describe('The exact text to sign (EIP-4361).'),
            expiresAt: timestampSchema,
          })
          .meta({ id: 'WalletChallenge' }),
        example: { ...CHALLENGE, expiresAt: '2026-11-01T09:05:00.000Z' },
      },
    },
    errors: [400, 429],
    problems: SIGN_IN_PROBLEMS,
  }),

  verify: endpoint({
    id: 'verifyWalletChallenge',
    host: 'auth',
    method: 'POST',
    path: '/v1/auth/wallet/verify',
    tag: 'Signing in',
    summary: 'Sign in with a signed message',
    description:
      'A wallet that signs in for the first time opens a tenant if registration is open or the wallet has an invitation. Smart accounts use ERC-1271 signatures, or ERC-6492 signatures before their deployment.',
    auth: [],
    limit: 'signIn',
    cookie: 'set',
    body: z
      .object({
        challengeId: opaqueIdSchema,
        nonce: opaqueIdSchema,
        message: rawText({ min: 1, max: 4_000 }).describe(
          'The challenge’s message, byte for byte.',
        ),
        signature: signatureSchema,
        invitation: invitationSchema,
      })
      .meta({ id: 'WalletVerification' }),
    bodyExample: { ...CHALLENGE, signature: `0x${'5e'.repeat(65)}` },
    responses: {
      200: {
        description:
          'The wallet is signed in; the session ends after 15 minutes without a call. Or the account needs a second factor: the cookie can then only complete or cancel the sign-in.',
        schema: z.union([walletSessionSchema, secondFactorNeededSchema]),
        example: {
          address: WALLET,
          walletType: 'evm',
          tenantId: TENANT_ID,
          expiresAt: '2026-11-01T09:16:00.000Z',
        },
        otherExamples: { secondFactor: SECOND_FACTOR_NEEDED },
      },
    },
    errors: [400, 401, 409, 429],
    problems: {
      ...REGISTRATION_PROBLEMS,
      409: 'The invitation is for a tenant, and the wallet belongs to another tenant (`wallet_taken`).',
      401: 'The wallet did not make the signature, or the challenge is unknown, used, expired or for another wallet.',
    },
  }),

  register: endpoint({
    id: 'registerAccount',
    host: 'auth',
    method: 'POST',
    path: '/v1/auth/register',
    tag: 'Signing in',
    summary: 'Open an account',
    description: 'Opens a tenant, or joins the invitation’s tenant, and signs in for 30 days.',
    auth: [],
    limit: 'signIn',
    cookie: 'set',
    body: credentialsSchema.extend({ invitation: invitationSchema }).meta({ id: 'AccountCreate' }),
    bodyExample: CREDENTIALS,
    responses: {
      201: {
        description: 'The account is open and signed in.',
        schema: accountSessionSchema,
        example: ACCOUNT_SESSION,
      },
    },
    errors: [400, 409, 429],
    problems: {
      ...REGISTRATION_PROBLEMS,
      400: 'The body is not valid; `errors` lists each field. Or the call carries a session (`already_signed_in`).',
      409: 'An account with this e-mail address exists (`email_taken`).',
    },
  }),

  login: endpoint({
    id: 'login',
    host: 'auth',
    method: 'POST',
    path: '/v1/auth/login',
    tag: 'Signing in',
    summary: 'Sign in with e-mail and password',
    description: 'Starts a session and sets its cookie.',
    auth: [],
    limit: 'signIn',
    cookie: 'set',
    body: credentialsSchema,
    bodyExample: CREDENTIALS,
    responses: {
      200: {
        description:
          'The account is signed in, for 30 days. Or the account needs a second factor: the cookie can then only complete or cancel the sign-in.',
        schema: z.union([accountSessionSchema, secondFactorNeededSchema]),
        example: ACCOUNT_SESSION,
        otherExamples: { secondFactor: SECOND_FACTOR_NEEDED },
      },
    },
    errors: [400, 401, 429],
    problems: {
      ...SIGN_IN_PROBLEMS,
      401: 'No account has this e-mail address and password (`wrong_credentials`).',
    },
  }),

  logout: endpoint({
    id: 'logout',
    host: 'auth',
    method: 'POST',
    path: '/v1/auth/logout',
    tag: 'Signing in',
    summary: 'End the session',
    description: 'Ends this session only; other sessions of the same person continue.',
    auth: ['session'],
    scope: 'none',
    cookie: 'clear',
    responses: {
      200: {
        description: 'The session is revoked on the server, and the cookie is deleted.',
        schema: successSchema,
        example: { success: true },
      },
    },
    errors: [401, 429],
  }),

  session: endpoint({
    id: 'getSession',
    host: 'auth',
    method: 'GET',
    path: '/v1/auth/session',
    tag: 'Signing in',
    summary: 'Read the session',
    description: 'Returns the signed-in person, with the role and its scopes.',
    auth: ['session'],
    scope: 'none',
    responses: {
      200: {
        description: 'The session.',
        schema: z
          .object({
            kind: z.enum(['wallet', 'account']),
            address: addressSchema.nullable().describe('Null for an account.'),
            walletType: walletTypeSchema.nullable().describe('Null for an account.'),
            email: z.string().nullable().describe('Null for a wallet.'),
            tenantId: ulidSchema,
            tenantName: z
              .string()
              .describe('The name that payers see; empty if the tenant has none.'),
            role: roleSchema,
            scopes: z.array(scopeSchema).describe('The scopes that the role grants.'),
            expiresAt: timestampSchema,
          })
          .meta({ id: 'Session' }),
        example: {
          kind: 'wallet',
          address: WALLET,
          walletType: 'evm',
          email: null,
          tenantId: TENANT_ID,
          tenantName: 'Ana’s shop',
          role: 'finance',
          scopes: ['read', 'create', 'payouts', 'refunds'],
          expiresAt: '2026-11-01T09:16:00.000Z',
        },
        otherExamples: {
          account: {
            ...ACCOUNT_SESSION,
            kind: 'account',
            address: null,
            walletType: null,
            tenantName: '',
            role: 'read-only',
            scopes: ['read'],
          },
        },
      },
    },
    errors: [401, 429],
  }),

  changePassword: endpoint({
    id: 'changePassword',
    host: 'auth',
    method: 'POST',
    path: '/v1/auth/password',
    tag: 'Signing in',
    audit: 'password.changed',
    summary: 'Change the password',
    description: 'Ends all of the account’s other sessions.',
    auth: ['session'],
    scope: 'none',
    body: z
      .object({ currentPassword: passwordSchema, newPassword: passwordSchema })
      .meta({ id: 'PasswordChange' }),
    bodyExample: {
      currentPassword: 'correct horse battery staple',
      newPassword: 'another horse battery staple',
    },
    responses: {
      200: {
        description: 'The password is changed.',
        schema: successSchema,
        example: { success: true },
      },
    },
    errors: [400, 401, 403, 429],
    problems: {
      401: 'The session has ended, or the current password is wrong (`wrong_credentials`).',
      403: 'The session belongs to a wallet, which has no password. Or the calling page is not one of the service’s pages (`origin_not_allowed`).',
    },
  }),
}
