import { randomUUID } from 'node:crypto'
import type { AccessCase } from './accessCredentials.ts'
import { type Document, idMembersOf, isWrite, type Operation, type Scheme } from './operations.ts'
import type { Merchant } from './seedMerchant.ts'
import { PAYEE, PAYER } from './testHost.ts'

/**
 * The specification's rules for members of bodies and queries that identify a record. The rules define how a victim's id is inserted, and
 * the statuses that a caller of another tenant receives for that id.
 */
type Reference = {
  place: 'body' | 'query'
  members: { readonly [name: string]: (victim: Merchant) => string | readonly string[] | null }
  /** The members of the example that must not appear next to `members`. */
  replaces?: readonly string[]
  statuses: readonly number[]
}

const CLIENT_ID = { clientId: ({ references }: Merchant) => references.clientId }
const DESTINATION = { destinationId: ({ references }: Merchant) => references.destinationId }
const DESTINATION_RECORD = {
  payeeDestinationId: ({ references }: Merchant) => references.destinationRecordId,
}

const UNKNOWN_LINK = '01KB7A1B2C3D4E5F6G7H8J9KAC'

/** The rules by operation. A member that is neither here nor in `HARMLESS` fails the suite. */
const REFERENCES: { readonly [operationId: string]: Reference } = {
  findSecurePayment: {
    place: 'query',
    members: { requestId: ({ references }) => references.requestId },
    statuses: [404],
  },
  // A search for another merchant's request finds nothing.
  searchPayments: {
    place: 'query',
    members: {
      requestId: ({ references }) => references.requestId,
      paymentId: ({ references }) => references.paymentId,
    },
    statuses: [200],
  },
  exportPayments: {
    place: 'query',
    members: {
      requestId: ({ references }) => references.requestId,
      paymentId: ({ references }) => references.paymentId,
    },
    statuses: [200],
  },
  // The log of the caller's own endpoint has no delivery about another merchant's request.
  listWebhookDeliveries: {
    place: 'query',
    members: { requestId: ({ references }) => references.requestId },
    statuses: [200],
  },
  listUnmatchedPayments: {
    place: 'query',
    members: { requestId: ({ references }) => references.requestId },
    statuses: [200],
  },
  // An operator's operation.
  listAllUnmatchedPayments: {
    place: 'query',
    members: { requestId: ({ references }) => references.requestId },
    statuses: [403],
  },
  listApprovals: {
    place: 'query',
    members: { requestId: ({ references }) => references.requestId },
    statuses: [200],
  },
  listRefunds: {
    place: 'query',
    members: {
      requestId: ({ references }) => references.requestId,
      paymentId: ({ references }) => references.paymentId,
      unmatchedPaymentId: ({ ids }) => ids['/v2/unmatched-payments/{id}'] ?? '',
    },
    statuses: [200],
  },
  listRefundClaims: {
    place: 'query',
    members: {
      requestId: ({ references }) => references.requestId,
      paymentId: ({ references }) => references.paymentId,
    },
    statuses: [200],
  },
  listOfframps: {
    place: 'query',
    members: { requestId: ({ references }) => references.requestId },
    statuses: [200],
  },
  listPaymentDetails: {
    place: 'query',
    members: { paymentDetailsId: ({ references }) => references.paymentDetailsId },
    statuses: [404],
  },
  listPaymentDetailsV1: {
    place: 'query',
    members: { paymentDetailsId: ({ references }) => references.paymentDetailsId },
    statuses: [404],
  },
  // The only kind of record whose response reveals another owner, because the id begins with the owner's address.
  lookupPayeeDestination: { place: 'query', members: DESTINATION, statuses: [403] },
  deactivatePayeeDestination: { place: 'body', members: DESTINATION, statuses: [403] },
  createPayoutBatch: {
    place: 'body',
    members: { requestIds: ({ references }) => [references.requestId] },
    replaces: ['requests'],
    statuses: [404],
  },
  createBatchPayout: {
    place: 'body',
    members: { tokens: ({ ids }) => [ids['/v2/secure-payments/{token}'] ?? '', UNKNOWN_LINK] },
    statuses: [404],
  },
  createMulticallPayout: {
    place: 'body',
    members: { childTokens: ({ ids }) => [ids['/v2/secure-payments/{token}'] ?? '', UNKNOWN_LINK] },
    statuses: [404],
  },
  createRefundLink: {
    place: 'body',
    members: { refundIds: ({ ids }) => [ids['/v2/refunds/{id}'] ?? ''] },
    statuses: [404],
  },
  createSecurePaymentPermit: {
    place: 'body',
    members: {
      attemptId: ({ ids }) => ids['/v2/secure-payments/{token}/attempts/{attemptId}'] ?? '',
    },
    statuses: [404],
  },
  createSignedPayment: {
    place: 'body',
    members: {
      attempt: ({ ids }) => ids['/v2/secure-payments/{token}/attempts/{attemptId}'] ?? '',
    },
    statuses: [404],
  },
  createWebhook: { place: 'body', members: CLIENT_ID, statuses: [404] },
  claimUnmatchedPayment: {
    place: 'body',
    members: { requestId: ({ references }) => references.requestId },
    statuses: [404],
  },
  getBranding: { place: 'query', members: CLIENT_ID, statuses: [404] },
  updateBranding: { place: 'query', members: CLIENT_ID, statuses: [404] },
  deleteBranding: { place: 'query', members: CLIENT_ID, statuses: [404] },
  testWebhooks: { place: 'body', members: CLIENT_ID, statuses: [404] },
  createClientId: { place: 'body', members: DESTINATION_RECORD, statuses: [400] },
  createSessionClientId: { place: 'body', members: DESTINATION_RECORD, statuses: [400] },
  updateClientId: { place: 'body', members: DESTINATION_RECORD, statuses: [400] },
  updateSessionClientId: { place: 'body', members: DESTINATION_RECORD, statuses: [400] },
}

/** The parameters that an operation needs from every caller. */
const QUERIES: { readonly [operationId: string]: Readonly<Record<string, string>> } = {
  getRequestRoutes: { wallet: PAYER },
  getSecurePaymentOptions: { wallet: PAYER },
  getRequestRoutesV1: { wallet: PAYER },
  lookupPayoutDestination: { walletAddress: PAYER },
  getActiveDestination: { walletAddress: PAYER },
  getSigningData: { walletAddress: PAYER, action: 'change_wallet' },
  getDestinationSigningData: {
    walletAddress: PAYER,
    action: 'add',
    tokenAddress: '0x5ecc000000000000000000000000000000000101',
    chainId: '31337',
  },
}

/** Members that look like ids of records but name no record. */
const HARMLESS: { readonly [member: string]: string } = {
  'getSecurePayment.clientId': 'a credential, with the same rules as the header',
  'createWalletChallenge.chainId': 'a chain',
  'createPayeeDestination.chainId': 'a chain',
  'updatePayeeDestination.chainId': 'a chain',
  'getSigningData.chainId': 'a chain',
  'getDestinationSigningData.chainId': 'a chain',
  'createSecurePaymentAttempt.attemptId': 'made up by the caller',
  'createSecurePaymentIntent.attemptId':
    'searched only among the attempts of the payment in the path',
  'createSecurePaymentUserEvent.orchestratorId': 'told on as it is',
  'refreshSecurePaymentStep.fromChainId': 'a chain',
  'refreshSecurePaymentStep.toChainId': 'a chain',
  'createSecurePaymentEvent.orchestratorId': 'told on as it is',
  'getRequestCalldata.clientUserId':
    'rejected regardless of its value, until there are payouts in fiat money',
  'getRequestCalldata.paymentDetailsId':
    'rejected regardless of its value, until there are payouts in fiat money',
  'getRequestCalldataV1.clientUserId':
    'rejected regardless of its value, until there are payouts in fiat money',
  'getRequestCalldataV1.paymentDetailsId':
    'rejected regardless of its value, until there are payouts in fiat money',
  'submitPayer.clientUserId':
    'the caller’s own id for a payer, which means another payer for another merchant',
  'submitPayerV1.clientUserId':
    'the caller’s own id for a payer, which means another payer for another merchant',
  'createRequest.originalRequestId': 'stored as sent, but never resolved',
  'createSecurePayment.destinationId': 'an address that any payer may pay',
  'verifyWalletChallenge.challengeId': 'worth nothing without the signature',
  'addPasskey.challengeId': 'bound to the session',
  'signInWithPasskey.challengeId': 'worth nothing without the signature',
  'confirmSession.challengeId': 'bound to the session',
  'verifySecondFactor.challengeId': 'bound to the sign-in of the cookie',
}

/** The status that an operation without an id returns to a caller from another tenant, if it is not a success. */
const OWN_ANSWERS: { readonly [operationId: string]: { readonly [S in Scheme]?: number } } = {
  // The suite's chain has no prices, and a page may not make the payee bear the fee.
  previewFees: {
    apiKey: 400,
    session: 400,
    walletSession: 400,
    clientId: 403,
    backendClientId: 400,
  },
  // A wallet has no password.
  changePassword: { walletSession: 403 },
  // The example's nonce is made up.
  createSignedDestination: { clientId: 400 },
  deactivateSignedDestination: { clientId: 400 },
  changeDestinationWallet: { walletSession: 400 },
  // The suite's host sends no e-mail, and the example's code belongs to no account.
  setEmail: { session: 409, walletSession: 409 },
  confirmEmail: { session: 403, walletSession: 403 },
  // The example's challenge and code belong to no member, and no passkey has confirmed the session.
  addPasskey: { session: 403, walletSession: 403 },
  confirmSession: { session: 403, walletSession: 403 },
  enableSecondFactor: { session: 403, walletSession: 403 },
  disableSecondFactor: { session: 409, walletSession: 409 },
  createRecoveryCodes: { session: 409, walletSession: 409 },
  // No merchant in the suite has an unmatched payment.
  claimUnmatchedPayment: { apiKey: 404, session: 404, walletSession: 404 },
  createUnmatchedRefund: { apiKey: 404, session: 404, walletSession: 404 },
  // The suite's secure payment and its request have a payment.
  cancelSecurePayment: { apiKey: 409, session: 409, walletSession: 409 },
  sendReceipt: { apiKey: 409, session: 409, walletSession: 409 },
  cancelRequest: { apiKey: 409, session: 409, walletSession: 409 },
  updateSecurePayment: { apiKey: 409, session: 409, walletSession: 409 },
  // The suite's payment has no payer and no excess.
  createRefund: { apiKey: 409, session: 409, walletSession: 409 },
  createRequestRefunds: { apiKey: 409, session: 409, walletSession: 409 },
  createRefundLink: { apiKey: 409, session: 409, walletSession: 409 },
  keepSurplus: { apiKey: 409, session: 409, walletSession: 409 },
  // The example's code and signature differ from all codes and signatures in the suite.
  openRefundClaim: { clientId: 404 },
  stateRefundAddress: { clientId: 404 },
  proveRefundAddress: { clientId: 403 },
  // The suite's refund is paid.
  cancelRefund: { apiKey: 409, session: 409, walletSession: 409 },
  // The suite's secure payment is not reusable.
  openSecurePayment: { apiKey: 409, clientId: 409, session: 409, walletSession: 409 },
  // The example's links belong to no merchant, and the suite's secure payment pays no payouts.
  createBatchPayout: { apiKey: 404, clientId: 404, session: 404, walletSession: 404 },
  createMulticallPayout: { apiKey: 404, clientId: 404, session: 404, walletSession: 404 },
  // The example's step leads to another chain than the suite's payment.
  refreshSecurePaymentStep: { apiKey: 400, clientId: 400, session: 400, walletSession: 400 },
  // Only the payer can sign.
  createSecurePaymentPermit: { apiKey: 400, clientId: 400, session: 400, walletSession: 400 },
  // The example's wallet is not the wallet of the suite's attempt.
  createSignedPayment: { apiKey: 404, clientId: 404, session: 404, walletSession: 404 },
  activateRecurringPayout: { apiKey: 400, clientId: 400, session: 400, walletSession: 400 },
}

/** The operations that only the operator may call; none of the suite's merchants is the operator. */
const OPERATOR_ONLY: ReadonlySet<string> = new Set([
  'createRescan',
  'getRescan',
  'listAllUnmatchedPayments',
])

/** The operations whose path names a record without an owner. */
const PUBLIC_PATHS: ReadonlySet<string> = new Set([
  'listConversionRoutes',
  'listConversionRoutesV1',
])

const DEVNET = { invoiceCurrency: 'USDC-devnet', paymentCurrency: 'USDC-devnet' }

/** Changes to the document's examples, so that they are valid on the suite's host. */
const CHANGES: { readonly [operationId: string]: () => object } = {
  createRequest: () => ({ paymentCurrency: 'USDC-devnet' }),
  // Sets no limit: with the example's limit, later payouts of the same merchant would need an approval.
  setApprovalLimit: () => ({ limitInUsd: null }),
  createRequestV1: () => ({ paymentCurrency: 'USDC-devnet' }),
  payDirectlyV1: () => ({ invoiceCurrency: 'USDC-devnet', paymentCurrency: 'USDC-devnet' }),
  createPayout: () => ({ ...DEVNET, payerWallet: undefined }),
  createPayoutBatch: () => ({ requests: [{ payee: PAYEE, amount: '1', ...DEVNET }] }),
  createPayoutLink: () => ({ network: 'devnet', currency: 'USDC-devnet' }),
  createSecurePaymentIntent: () => ({ chain: 'devnet' }),
  createSecurePaymentAttempt: () => ({ chain: 'devnet', attemptId: randomUUID() }),
}

/** The statuses that public operations return to calls that sign no user in. */
const ANONYMOUS: { readonly [operationId: string]: readonly number[] } = {
  createWalletChallenge: [201],
  verifyWalletChallenge: [401],
  login: [401],
  // 409 also reveals that a merchant has an account; the specification of registration requires it.
  registerAccount: [400, 409],
  // The suite's host sends no e-mail, and the example's code belongs to no account.
  requestPasswordReset: [409],
  resetPassword: [403],
  // The example's token belongs to no invitation.
  readInvitation: [403],
  createPasskeySignInOptions: [201],
  // The example's challenge belongs to no member.
  signInWithPasskey: [403],
  // No sign-in waits for a second factor.
  createSecondFactorOptions: [401],
  verifySecondFactor: [401],
  cancelSignIn: [401],
  // Only the provider can sign.
  receiveOfframpCallback: [401],
  livez: [200],
  checkHealth: [200],
  readyz: [200, 503],
}

/**
 * Returns the statuses that the specification allows for a call with one credential. Returns null for the owner's own read, whose
 * response must only stay hidden from other pages.
 *
 * @throws Error on a public operation without a rule
 */
export function allowedStatuses(
  operation: Operation,
  access: AccessCase,
  facts: { ownOrigin: string; names: 'victim' | 'reference' },
): readonly number[] | null {
  const { accepts, id } = operation
  if (accepts.length === 0) return allowedAnonymously(operation, access, facts.ownOrigin)
  if (access.standing === 'unknown') return [401]
  if (access.standing === 'refused') return [403]
  if (access.scheme === null || !takes(operation, access.scheme)) return [403]
  if (access.standing === 'forged') return isWrite(operation) ? [403] : null
  if (isOperatorOnly(operation)) return [403]
  if (facts.names === 'victim' && namesRecord(operation)) return [404]
  const reference = REFERENCES[id]
  if (reference !== undefined) return reference.statuses
  const own = ownAnswer(id, access.scheme)
  return own === undefined ? operation.statuses.filter(isSuccess) : [own]
}

/** Returns whether an operation accepts a working credential of this kind. */
export function serves(operation: Operation, scheme: Scheme): boolean {
  if (isOperatorOnly(operation)) return false
  return takes(operation, scheme) && ownAnswer(operation.id, scheme) === undefined
}

/** Returns an operation's own status for a credential. A backend client ID without a status has the status of a page's client ID. */
function ownAnswer(id: string, scheme: Scheme): number | undefined {
  const answers = OWN_ANSWERS[id]
  return answers?.[scheme] ?? (scheme === 'backendClientId' ? answers?.clientId : undefined)
}

/** Returns whether only the operator may call an operation. */
export function isOperatorOnly({ id }: Operation): boolean {
  return OPERATOR_ONLY.has(id)
}

/** Returns whether an operation's path names a merchant's record. */
function namesRecord({ id, path }: Operation): boolean {
  return path.includes('{') && !PUBLIC_PATHS.has(id)
}

/** Returns an operation's valid body for the suite's merchants; undefined if the operation has no body. */
export function exampleBody({ id, body }: Operation): object | undefined {
  return body === null ? undefined : { ...(body.example as object), ...CHANGES[id]?.() }
}

/** Returns the query that an operation needs in every call. */
export function exampleQuery({ id }: Operation): Readonly<Record<string, string>> {
  return QUERIES[id] ?? {}
}

/** Returns whether an operation accepts a credential; an operation for any session accepts a wallet's session too. */
export function takes({ accepts }: Operation, scheme: Scheme | null): boolean {
  if (scheme === null) return false
  return accepts.includes(scheme) || (scheme === 'walletSession' && accepts.includes('session'))
}

/** Returns the references to a victim that a call contains outside its path, by place. */
export function referencesTo(
  operation: Operation,
  victim: Merchant,
): { body: object; query: Record<string, string>; isAny: boolean } {
  const reference = REFERENCES[operation.id]
  const members: Record<string, unknown> = {}
  for (const name of reference?.replaces ?? []) members[name] = undefined
  const query: Record<string, string> = {}
  for (const [name, read] of Object.entries(reference?.members ?? {})) {
    const value = read(victim)
    if (value === null) continue
    members[name] = value
    if (reference?.place === 'query') query[name] = String(value)
  }
  const body = reference?.place === 'query' ? {} : members
  return { body, query, isAny: reference !== undefined }
}

/** Returns the members of an operation that may name a record and that no rule covers. */
export function uncoveredMembers(document: Document, operation: Operation): string[] {
  const { body, query, id } = operation
  const named = [
    ...(body === null ? [] : idMembersOf(document, body.schema)),
    ...query.map(({ name }) => name).filter((name) => /(?:Id|Ids)$/.test(name)),
  ]
  return named
    .filter((name) => !Object.hasOwn(REFERENCES[id]?.members ?? {}, name))
    .map((name) => `${id}.${name}`)
    .filter((member) => !Object.hasOwn(HARMLESS, member))
}

/**
 * Returns the statuses for anonymous callers: other sites' pages must not sign in; all other public operations are open to
 * every caller.
 */
function allowedAnonymously(
  { id, statuses }: Operation,
  { headers }: AccessCase,
  ownOrigin: string,
): readonly number[] {
  const isLimited = statuses.includes(429)
  const { origin } = headers
  if (isLimited && origin !== undefined && origin !== ownOrigin) return [403]
  const known = ANONYMOUS[id]
  if (known === undefined) {
    throw new Error(`Any caller may call ${id}: add the statuses for strangers to the rules.`)
  }
  return known
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}
