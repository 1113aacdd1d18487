import { z } from 'zod'
import { timestampSchema, ulidSchema } from '../schemas/schemas.ts'
import { freeText, textMatching } from '../schemas/text.ts'

/** WebAuthn Level 3, section 4: a credential id has at most 1,023 bytes, which are 1,364 characters of base64url. */
const MAX_CREDENTIAL_ID = 1_364
const MAX_CLIENT_DATA = 4_096
const MAX_ATTESTATION = 16_384
const MAX_AUTHENTICATOR_DATA = 4_096
const MAX_SIGNATURE = 4_096
const MAX_USER_HANDLE = 86
const MAX_TRANSPORTS = 8

/** Binary data of a browser's credential, in base64url without padding. */
function base64url(max: number): z.ZodString {
  return textMatching(new RegExp(`^[A-Za-z0-9_-]{1,${max}}$`), {
    code: 'invalid_base64url',
    message: `must be 1 to ${max} characters of base64url without padding`,
  })
}

/** The name by which a member recognises a passkey. */
export const passkeyNameSchema = freeText({ min: 1, max: 60 }).describe(
  'The member’s own name for the passkey, such as the name of a device.',
)

/** A passkey of the calling member. */
export const passkeySchema = z
  .object({
    id: ulidSchema,
    name: z.string(),
    isSynced: z.boolean().describe('Whether the passkey’s provider syncs it to other devices.'),
    createdAt: timestampSchema,
    lastUsedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'Passkey' })

/** The passkeys of a member, and the second factor. */
export const passkeyListSchema = z
  .object({
    passkeys: z.array(passkeySchema).describe('Oldest first.'),
    isSecondFactor: z
      .boolean()
      .describe('Whether a sign-in by password or wallet also needs a passkey.'),
    recoveryCodesLeft: z.int().min(0).describe('The number of unused recovery codes.'),
  })
  .meta({ id: 'PasskeyList' })

const challengeMembers = {
  challengeId: ulidSchema.describe('Send this id with the credential. The challenge works once.'),
  expiresAt: timestampSchema,
}

const descriptorSchema = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** The options for a new passkey, for `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const passkeyCreationSchema = z
  .object({
    ...challengeMembers,
    options: z.object({
      rp: z.object({ id: z.string(), name: z.string() }),
      user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
      challenge: z.string(),
      pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
      timeout: z.int(),
      excludeCredentials: z.array(descriptorSchema),
      authenticatorSelection: z.object({
        residentKey: z.literal('required'),
        requireResidentKey: z.literal(true),
        userVerification: z.literal('required'),
      }),
      attestation: z.literal('none'),
    }),
  })
  .meta({ id: 'PasskeyCreation' })

/** The options for a passkey assertion, for `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const passkeyRequestSchema = z
  .object({
    ...challengeMembers,
    options: z.object({
      rpId: z.string(),
      challenge: z.string(),
      timeout: z.int(),
      allowCredentials: z
        .array(descriptorSchema)
        .describe('Empty for a sign-in: the browser offers its passkeys for this service.'),
      userVerification: z.literal('required'),
    }),
  })
  .meta({ id: 'PasskeyRequest' })

/** A new credential, as `PublicKeyCredential.toJSON()` returns it; further members are ignored. */
export const newCredentialSchema = z
  .object({
    id: base64url(MAX_CREDENTIAL_ID),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64url(MAX_CLIENT_DATA),
      attestationObject: base64url(MAX_ATTESTATION),
      transports: z
        .array(freeText({ max: 32 }))
        .max(MAX_TRANSPORTS)
        .optional(),
    }),
  })
  .meta({ id: 'NewCredential' })

/** A passkey assertion, as `PublicKeyCredential.toJSON()` returns it; further members are ignored. */
const assertedCredentialSchema = z
  .object({
    id: base64url(MAX_CREDENTIAL_ID),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64url(MAX_CLIENT_DATA),
      authenticatorData: base64url(MAX_AUTHENTICATOR_DATA),
      signature: base64url(MAX_SIGNATURE),
      userHandle: base64url(MAX_USER_HANDLE).nullable().optional(),
    }),
  })
  .meta({ id: 'AssertedCredential' })

/** A passkey assertion, with its challenge's id. */
export const passkeyProofSchema = z
  .object({ challengeId: ulidSchema, credential: assertedCredentialSchema })
  .meta({ id: 'PasskeyProof' })

/** A recovery code; the service ignores letter case, spaces and hyphens. */
export const recoveryProofSchema = z
  .object({
    recoveryCode: freeText({ min: 1, max: 60 }).describe(
      'One of the ten recovery codes. Letter case, spaces and hyphens are ignored.',
    ),
  })
  .meta({ id: 'RecoveryProof' })

/** New recovery codes. */
export const recoveryCodesSchema = z
  .object({
    recoveryCodes: z
      .array(z.string())
      .describe('Ten codes, each of which works once. Only this response contains them.'),
  })
  .meta({ id: 'RecoveryCodes' })

/** A sign-in by password or wallet that a passkey or a recovery code must complete. */
export const secondFactorNeededSchema = z
  .object({
    secondFactor: z.literal('passkey'),
    expiresAt: timestampSchema.describe(
      'The time until which the member can complete the sign-in.',
    ),
  })
  .meta({ id: 'SecondFactorNeeded' })

/** An example of {@link secondFactorNeededSchema}. */
export const SECOND_FACTOR_NEEDED = {
  secondFactor: 'passkey',
  expiresAt: '2026-11-01T09:05:00.000Z',
} as const

/** A session that a passkey or a recovery code started. */
export const startedSessionSchema = z
  .object({
    kind: z.enum(['wallet', 'account']),
    tenantId: ulidSchema,
    expiresAt: timestampSchema,
  })
  .meta({ id: 'StartedSession' })

/** The examples for the passkey operations. */
export const PASSKEY_EXAMPLES = {
  passkey: {
    id: '01KB4W3F6V3M2N5P7R9T0W1X2Y',
    name: 'Phone',
    isSynced: true,
    createdAt: '2026-11-01T09:00:00.000Z',
    lastUsedAt: null,
  },
  creation: {
    challengeId: '01KB4S3F6V3M2N5P7R9T0W1X2Y',
    expiresAt: '2026-11-01T09:05:00.000Z',
    options: {
      rp: { id: 'auth.example.test', name: 'Secure Payment' },
      user: {
        id: 'q8ZtV3nL0xYc5RbKq8ZtV3nL0xYc5RbKq8ZtV3nL0xY',
        name: 'ana@example.test',
        displayName: 'ana@example.test',
      },
      challenge: 'V3nL0xYc5RbKq8ZtV3nL0xYc5RbKq8ZtV3nL0xYc5Rb',
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    },
  },
  request: {
    challengeId: '01KB4S3F6V3M2N5P7R9T0W1X2Y',
    expiresAt: '2026-11-01T09:05:00.000Z',
    options: {
      rpId: 'auth.example.test',
      challenge: 'V3nL0xYc5RbKq8ZtV3nL0xYc5RbKq8ZtV3nL0xYc5Rb',
      timeout: 300_000,
      allowCredentials: [],
      userVerification: 'required',
    },
  },
  newCredential: {
    id: 'yc5RbKq8ZtV3nL0xYc5RbA',
    type: 'public-key',
    response: {
      clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
      attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVg',
      transports: ['internal'],
    },
  },
  proof: {
    challengeId: '01KB4S3F6V3M2N5P7R9T0W1X2Y',
    credential: {
      id: 'yc5RbKq8ZtV3nL0xYc5RbA',
      type: 'public-key',
      response: {
        clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
        authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
        signature: 'MEUCIQDf8Z0xYc5RbKq8ZtV3nL0xYc5RbKq8ZtV3nL0xYcIg',
        userHandle: 'q8ZtV3nL0xYc5RbKq8ZtV3nL0xYc5RbKq8ZtV3nL0xY',
      },
    },
  },
  recovery: { recoveryCode: 'K7QF-2MX9-RT4D-8WBN' },
  codes: { recoveryCodes: ['K7QF-2MX9-RT4D-8WBN', '3HZC-P6VJ-9YKE-X2TA'] },
  session: {
    kind: 'account',
    tenantId: '01KB4W3F6V3M2N5P7R9T0W1X2Z',
    expiresAt: '2026-12-01T09:00:00.000Z',
  },
} as const
