import type { Step } from '@secure-payment/core'
import { hashHex, isSameAddress } from '@secure-payment/core/evm'
import type { AttemptRecord } from '../machine/attemptRecord.ts'
import type { PermitOffer, VerifiedPayment } from '../machine/verifiedPayment.ts'
import { remember, updateAttempt } from '../steps/attempts.ts'
import type { ChainReader } from '../steps/chainReader.ts'
import { readQuantity } from '../steps/chainRecords.ts'
import type { PermitOutcome, PermitTask } from '../steps/parts.ts'
import type { Session } from '../steps/session.ts'
import { readWalletFault } from '../wallets/walletError.ts'

/** The maximum lifetime of a permit, and thus the longest time for which a leaked signature can be used. */
const MAX_LIFETIME_S = 30 * 60
/** The maximum wait for the relayer's transaction; after that, an ordinary approval is requested. */
const MAX_WAIT_MS = 60_000
const POLL_MS = 1_000

/** The members of a permit (EIP-2612), in the order of its hash. */
const PERMIT = [
  { name: 'owner', type: 'address' },
  { name: 'spender', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
]
const DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]

/**
 * Returns the payment with a signature in place of its approval, if the service's offer is for exactly that approval; otherwise the
 * payment unchanged. `offered` is the service's typed data, unchecked.
 */
export function offerPermit(
  session: Session,
  verified: VerifiedPayment,
  offered: unknown,
): VerifiedPayment {
  const [step] = verified.steps
  const { account } = session.state()
  if (verified.steps.length !== 2 || step?.kind !== 'approve' || account === null) return verified
  if (session.hasNoPermits || session.hasRefusedCalls) return verified
  const permit = readOffer(offered, step, verified.network.chainId, account.address, session.now())
  return permit === null
    ? verified
    : { ...verified, permit, review: { ...verified.review, isByPermit: true } }
}

/** Returns null for typed data that is for anything other than the step, or is valid for longer than half an hour. */
function readOffer(
  offered: unknown,
  step: Step,
  chainId: number,
  owner: string,
  nowMs: number,
): PermitOffer | null {
  const { domain, message, primaryType, types } = Object(offered)
  const { name, version, verifyingContract } = Object(domain)
  const { deadline, value, nonce, ...parties } = Object(message)
  const leftS = deadline - nowMs / 1_000
  const isMeant =
    primaryType === 'Permit' &&
    JSON.stringify(types) === JSON.stringify({ Permit: PERMIT }) &&
    typeof name === 'string' &&
    typeof version === 'string' &&
    Object(domain).chainId === chainId &&
    isAddress(verifyingContract, step.token) &&
    isAddress(parties.owner, owner) &&
    isAddress(parties.spender, step.spender) &&
    value === String(step.amountUnits) &&
    /^\d{1,78}$/.test(nonce) &&
    Number.isSafeInteger(deadline) &&
    leftS > 0 &&
    leftS <= MAX_LIFETIME_S
  return isMeant ? { name, version, nonce, deadline } : null
}

function isAddress(value: unknown, expected: string | null): boolean {
  return typeof value === 'string' && expected !== null && isSameAddress(value, expected)
}

/**
 * Requests the payer's signature for the approval, and submits it to the service. If an earlier permit was submitted and may still
 * be used, waits for it instead of requesting another signature. Only a decline ends the attempt: after any unclear result, the
 * approval's transaction replaces the signature.
 */
export async function askForPermit(run: PermitTask): Promise<PermitOutcome> {
  const { session, signal } = run.task
  try {
    return await ask(run)
  } catch {
    signal.throwIfAborted()
    return approveInstead(run)
  } finally {
    // The element requests a signature once per page, regardless of the result.
    session.hasNoPermits = true
  }
}

async function ask(run: PermitTask): Promise<PermitOutcome> {
  const { task, attemptId, owner } = run
  const { session, signal, tell } = task
  const { provider } = session
  const { verified } = session.state()
  const message = verified?.permit && (await composePermit(run, verified, verified.permit))
  if (!provider || !message) return approveInstead(run)
  const { nonce, deadline } = message.message
  tell({ type: 'permitting', isAsked: true })
  const earlier = await findHandedIn(session, owner, nonce)
  if (earlier !== null) return waitForAllowance(run, earlier.hash)
  const params = [owner, JSON.stringify(message)]
  let signature: unknown
  try {
    signature = await provider.request({ method: 'eth_signTypedData_v4', params })
  } catch (error) {
    return readWalletFault(error) === 'rejected'
      ? { code: 'approve_rejected' }
      : approveInstead(run)
  }
  signal.throwIfAborted()
  if (!isSignature(signature)) return approveInstead(run)
  // The record precedes the submission: if the payer leaves the page, the next page must not request another signature.
  const permit = { nonce, deadline, hash: null }
  if (!(await updateAttempt(session, attemptId, { permit }))) return approveInstead(run)
  const quote = verified?.review.quote?.id ?? undefined
  const body = { signature, deadline, attemptId, ...(quote && { quote }) }
  const hash = await session.api.permit(body, signal)
  if (hash === 'refused') {
    await remember(session, attemptId, { permit: null })
    return approveInstead(run)
  }
  await remember(session, attemptId, { permit: { ...permit, hash } })
  return waitForAllowance(run, hash)
}

/**
 * Returns the typed data, built from this page's own data; null if the token's own value differs, or the owner is a contract.
 */
async function composePermit(
  { reader, owner, step, task }: PermitTask,
  { network, steps }: VerifiedPayment,
  { name, version, nonce: offered, deadline }: PermitOffer,
) {
  const { token: verifyingContract, spender, amountUnits } = step
  if (verifyingContract === null || spender === null || steps.length !== 2) return null
  const isTime = deadline * 1_000 > task.session.now()
  const [separator, nonce, code] = await Promise.all([
    reader.read('eth_call', [{ to: verifyingContract, data: '0x3644e515' }, 'latest']),
    readNonce(reader, verifyingContract, owner),
    reader.read('eth_getCode', [owner, 'latest']),
  ])
  const domain = { name, version, chainId: network.chainId, verifyingContract }
  if (!isTime || code !== '0x' || nonce !== offered || separator !== hashDomain(domain)) return null
  return {
    types: { EIP712Domain: DOMAIN, Permit: PERMIT },
    primaryType: 'Permit',
    domain,
    message: { owner, spender, value: String(amountUnits), nonce, deadline },
  }
}

/** Returns EIP-712's hash of the domain, which a token returns as its DOMAIN_SEPARATOR. */
function hashDomain(domain: {
  name: string
  version: string
  chainId: number
  verifyingContract: string
}): string {
  const words = [
    hash(`EIP712Domain(${DOMAIN.map(({ name, type }) => `${type} ${name}`).join()})`),
    hash(domain.name),
    hash(domain.version),
    domain.chainId.toString(16).padStart(64, '0'),
    word(domain.verifyingContract),
  ]
  return hashHex(`0x${words.join('')}`)
}

/** Returns a hash without `0x`. */
function hash(text: string): string {
  const bytes = [...new TextEncoder().encode(text)]
  return hashHex(`0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`).slice(2)
}

async function readNonce(
  reader: ChainReader,
  token: string,
  owner: string,
): Promise<string | null> {
  const call = { to: token, data: `0x7ecebe00${word(owner)}` }
  const nonce = readQuantity(await reader.read('eth_call', [call, 'latest']))
  return nonce === null ? null : String(nonce)
}

function word(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}

function isSignature(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]{130}$/i.test(value)
}

/**
 * Finds the permit that this account has submitted from this device and that the token may still accept; null if there is none.
 */
async function findHandedIn(
  session: Session,
  owner: string,
  nonce: string,
): Promise<NonNullable<AttemptRecord['permit']> | null> {
  const records = await (await session.progress()).attempts(session.token)
  const last = records.findLast(
    ({ permit, from }) =>
      isSameAddress(from, owner) &&
      permit?.nonce === nonce &&
      permit.deadline * 1_000 > session.now(),
  )
  return last?.permit ?? null
}

/**
 * Waits until the chain shows the allowance; after the maximum wait, returns the outcome that requests an ordinary approval. `hash` is that
 * of the service's transaction; null if unknown.
 */
async function waitForAllowance(run: PermitTask, hash: string | null): Promise<PermitOutcome> {
  const { session, signal, tell } = run.task
  if (hash !== null) tell({ type: 'step_sent', kind: 'approve', hash, isRelayed: true })
  const deadline = session.now() + MAX_WAIT_MS
  while (session.now() < deadline) {
    if (await run.isAllowed()) return 'allowed'
    await session.wait(POLL_MS, signal)
  }
  return approveInstead(run)
}

function approveInstead({ task }: PermitTask): PermitOutcome {
  task.tell({ type: 'permitting', isAsked: false })
  return 'approve'
}
