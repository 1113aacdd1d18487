import { randomUUID } from 'node:crypto'
import type { AccessCase } from './accessCredentials.ts'
import { type Document, idMembersOf, isWrite, type Operation, type Scheme } from './operations.ts'
import type { Merchant } from './seedMerchant.ts'
import { PAYEE, PAYER } from './testHost.ts'

/**
 * The specification's rules for members of bodies and queries that name a record: how a victim's id is inserted, and which statuses a
 * caller of another tenant receives for it.
 */
type Reference = {
  place: 'body' | 'query'
  members: { readonly [name: string]: (victim: Merchant) => string | readonly string[] | null }
  /** Members of the example that must not appear next to them. */
  replaces?: readonly string[]
  statuses: readonly number[]
}

const CLIENT_ID = { clientId: ({ references }: Merchant) => references.clientId }
const DESTINATION = { destinationId: ({ references }: Merchant) => references.destinationId }
const DESTINATION_RECORD = {
  payeeDestinationId: ({ references }: Merchant) => references.destinationRecordId,
}

/** By operation. A member that is neither here nor in `HARMLESS` fails the suite. */
const REFERENCES: { readonly [operationId: string]: Reference } = {
  findSecurePayment: {
    place: 'query',
    members: { requestId: ({ references }) => references.requestId },
    statuses: [404],
  },
  // A search that names another merchant's request finds nothing.
  searchPayments: {
    place: 'query',
    members: { requestId: ({ references }) => references.requestId },
    statuses: [200],
  },
  listUnmatchedPayments: {
    place: 'query',
    members: { requestId: ({ references }) => references.requestId },
    statuses: [200],
  },
  // An operation of the operator.
  listAllUnmatchedPayments: {
    place: 'query',
    members: { requestId: ({ references }) => references.requestId },
    statuses: [403],
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
  // The one record whose response reveals that it has another owner: its id begins with the owner's address.
  lookupPayeeDestination: { place: 'query', members: DESTINATION, statuses: [403] },
  deactivatePayeeDestination: { place: 'body', members: DESTINATION, statuses: [403] },
  createPayoutBatch: {
    place: 'body',
    members: { requestIds: ({ references }) => [references.requestId] },
    replaces: ['requests'],
    statuses: [404],
  },
  createSecurePaymentPermit: {
    place: 'body',
    members: {
      attemptId: ({ ids }) => ids['/v2/secure-payments/{token}/attempts/{attemptId}'] ?? '',
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

/** Parameters that an operation needs from every caller. */
const QUERIES: { readonly [operationId: string]: Readonly<Record<string, string>> } = {
  getRequestRoutes: { wallet: PAYER },
  getRequestRoutesV1: { wallet: PAYER },
}

/** Members that look like ids of records but are not. */
const HARMLESS: { readonly [member: string]: string } = {
  'getSecurePayment.clientId': 'a credential, held to what the header is held to',
  'createWalletChallenge.chainId': 'a chain',
  'createPayeeDestination.chainId': 'a chain',
  'updatePayeeDestination.chainId': 'a chain',
  'createSecurePaymentAttempt.attemptId': 'made up by the caller',
  'createSecurePaymentIntent.attemptId': 'looked for among the attempts of the payment of the path',
  'createSecurePaymentUserEvent.orchestratorId': 'told on as it is',
  'getRequestCalldata.clientUserId':
    'refused whatever it names, until there are payouts in fiat money',
  'getRequestCalldata.paymentDetailsId':
    'refused whatever it names, until there are payouts in fiat money',
  'getRequestCalldataV1.clientUserId':
    'refused whatever it names, until there are payouts in fiat money',
  'getRequestCalldataV1.paymentDetailsId':
    'refused whatever it names, until there are payouts in fiat money',
  'submitPayer.clientUserId':
    'the caller’s own id of a payer: another merchant’s names another one',
  'createRequest.originalRequestId': 'kept as it is stated, and leads nowhere',
  'createSecurePayment.destinationId': 'an address that anybody may pay to',
  'verifyWalletChallenge.challengeId': 'worth nothing without the signature',
}

/** The status of an operation without an id for a caller of another tenant, when it is not a success. */
const OWN_ANSWERS: { readonly [operationId: string]: { readonly [S in Scheme]?: number } } = {
  // A wallet has no password.
  changePassword: { walletSession: 403 },
  // None of the suite's merchants has such a payment.
  claimUnmatchedPayment: { apiKey: 404, session: 404, walletSession: 404 },
  // Only the payer can sign.
  createSecurePaymentPermit: { apiKey: 400, clientId: 400, session: 400, walletSession: 400 },
  activateRecurringPayout: { apiKey: 400, clientId: 400, session: 400, walletSession: 400 },
}

/** Operations of the first merchant only, who runs the service and is not one of the suites'. */
const OPERATOR_ONLY: ReadonlySet<string> = new Set([
  'createRescan',
  'getRescan',
  'listAllUnmatchedPayments',
])

/** Operations whose path names a record without an owner. */
const PUBLIC_PATHS: ReadonlySet<string> = new Set([
  'listConversionRoutes',
  'listConversionRoutesV1',
])

const DEVNET = { invoiceCurrency: 'USDC-devnet', paymentCurrency: 'USDC-devnet' }

/** Members of the document's examples that must be replaced with the ids of the suite's merchants. */
const CHANGES: { readonly [operationId: string]: () => object } = {
  createRequest: () => ({ paymentCurrency: 'USDC-devnet' }),
  createRequestV1: () => ({ paymentCurrency: 'USDC-devnet' }),
  payDirectlyV1: () => ({ invoiceCurrency: 'USDC-devnet', paymentCurrency: 'USDC-devnet' }),
  createPayout: () => ({ ...DEVNET, payerWallet: undefined }),
  createPayoutBatch: () => ({ requests: [{ payee: PAYEE, amount: '1', ...DEVNET }] }),
  createPayoutLink: () => ({ network: 'devnet', currency: 'USDC-devnet' }),
  createSecurePaymentIntent: () => ({ chain: 'devnet' }),
  createSecurePaymentAttempt: () => ({ chain: 'devnet', attemptId: randomUUID() }),
}

/** Statuses of public operations for calls that sign no user in. */
const ANONYMOUS: { readonly [operationId: string]: readonly number[] } = {
  createWalletChallenge: [201],
  verifyWalletChallenge: [401],
  login: [401],
  // 409 also reveals that a merchant has an account; the specification of registration requires it.
  registerAccount: [400, 409],
  // Only the provider can sign.
  receiveOfframpCallback: [401],
  livez: [200],
  readyz: [200, 503],
}

/**
 * Returns the statuses that the specification allows for a call with one credential. Null: the call is the owner's own read, whose
 * response must only be hidden from other pages.
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
  const own = OWN_ANSWERS[id]?.[access.scheme]
  return own === undefined ? operation.statuses.filter(isSuccess) : [own]
}

/** Whether a working credential of this kind gets an operation done. */
export function serves(operation: Operation, scheme: Scheme): boolean {
  if (isOperatorOnly(operation)) return false
  return takes(operation, scheme) && OWN_ANSWERS[operation.id]?.[scheme] === undefined
}

/** Whether only the operator may call an operation. */
export function isOperatorOnly({ id }: Operation): boolean {
  return OPERATOR_ONLY.has(id)
}

/** Whether the path of an operation names a record of a merchant. */
export function namesRecord({ id, path }: Operation): boolean {
  return path.includes('{') && !PUBLIC_PATHS.has(id)
}

/** Returns a valid body of an operation for the merchants of the suite; undefined when it needs none. */
export function exampleBody({ id, body }: Operation): object | undefined {
  return body === null ? undefined : { ...(body.example as object), ...CHANGES[id]?.() }
}

/** Returns the query that an operation needs in every call. */
export function exampleQuery({ id }: Operation): Readonly<Record<string, string>> {
  return QUERIES[id] ?? {}
}

/** Whether an operation accepts a credential; one for any session accepts a wallet's too. */
export function takes({ accepts }: Operation, scheme: Scheme | null): boolean {
  if (scheme === null) return false
  return accepts.includes(scheme) || (scheme === 'walletSession' && accepts.includes('session'))
}

/** Returns a call's references to a victim outside its path, by place. */
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

/** Other sites' pages must not sign in; all other public operations are open to every caller. */
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
    throw new Error(`Anybody may call ${id}: say in the rules what it answers to strangers.`)
  }
  return known
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}
