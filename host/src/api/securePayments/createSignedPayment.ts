import type { api, Output, SecurePayment } from '@secure-payment/core/api'
import type { SignatureForm, SignedPayment } from '@secure-payment/core/signed'
import { getAddress, type Hex } from 'viem'
import type { ChainClient } from '../../chains/chainClient.ts'
import { ChainUnavailableError } from '../../chains/errors.ts'
import { findServedNetwork } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { createId } from '../../id.ts'
import { nonEmpty } from '../../nonEmpty.ts'
import { isLive } from '../../paying/attemptLease.ts'
import { describeSecurePayment } from '../../paying/describeSecurePayment.ts'
import { AttemptEndedError, AttemptNotFoundError } from '../../paying/errors.ts'
import { findSponsored, type Sponsored, signedPaymentOf } from '../../paying/findSigned.ts'
import { guardPayer, guardPayment } from '../../paying/guardPayment.ts'
import { guardScreened } from '../../paying/guardScreened.ts'
import { loadSecurePayment, type StoredSecurePayment } from '../../paying/loadSecurePayment.ts'
import { lockForPayer } from '../../paying/lockForPayer.ts'
import { planRemainders } from '../../paying/payable.ts'
import type { PlanContext } from '../../paying/planSteps.ts'
import { openRelayer, type Relayer } from '../../relayer/openRelayer.ts'
import { hasGasFor, isRelayAllowed } from '../../relayer/relayAllowance.ts'
import {
  NotSponsoredError,
  SignedPaymentExistsError,
  SponsorUnavailableError,
  TooManySponsoredError,
} from '../../signed/errors.ts'
import { guardSponsored, lockLimits } from '../../signed/guardSponsored.ts'
import {
  describeSigned,
  findByHash,
  isOpenSigned,
  type SignedRow,
} from '../../signed/signedRows.ts'
import { tellSignedStored } from '../../signed/storedSignal.ts'

type Create = typeof api.securePayments.createSignedPayment
type SignedContext = PlanContext & Pick<Context, 'db' | 'random' | 'screening'>
type Body = Call<Create>['body']

const MIN_LEFT_S = 60
const MIN_LEFT_ON_CHAIN_S = 40
const MAX_LEFT_S = 15 * 60
const DAY_S = 24 * 3_600

/**
 * Stores a payment that a live attempt's wallet has signed for exactly the payment's remainder, after its signature was verified and the
 * whole call simulated; idempotent. The executor sends the payment. From then on, no other calldata for it is returned.
 *
 * @throws AttemptEndedError, NotSponsoredError, SponsorUnavailableError, and what `loadSecurePayment`, `findAttempt`, `guardPayer`,
 *   `guardPayment` and `guardScreened` throw
 */
export async function createSignedPayment(
  context: SignedContext,
  { params, body, caller }: Call<Create>,
): Promise<Output<Create>> {
  const { option } = body
  const stored = await loadSecurePayment(context, { token: params.token, caller, option })
  const attempt = await findAttempt(context, params.token, body)
  const known = await findRepeated(context, stored, body)
  if (known !== null) return describeSigned(known)
  guardPayer(context, stored, attempt.wallet)
  const now = context.now()
  const payment = describeSecurePayment(context.config, stored, now, attempt.wallet)
  guardPayment(payment, stored, { now, attemptId: attempt.id })
  if (attempt.tx_hash !== null || !isLive(attempt, now)) throw new AttemptEndedError()
  await guardScreened(context, stored, attempt.wallet)
  const leftS = body.deadline - now.getTime() / 1_000
  if (leftS < MIN_LEFT_S || leftS > MAX_LEFT_S) {
    throw new NotSponsoredError({ problem: 'wrong_deadline' })
  }
  const sponsor = await requireSponsor(context, stored, attempt)
  try {
    const checked = await check(context, { ...sponsor, stored, attempt, body })
    const row = await store(context, { ...checked, payment, attempt })
    if (row.status === 'stored') tellSignedStored(context.db, { ...checked, ...row })
    return describeSigned(row)
  } catch (error) {
    if (error instanceof ChainUnavailableError) throw new SponsorUnavailableError()
    throw error
  }
}

async function findAttempt(
  { db }: Pick<Context, 'db'>,
  token: string,
  { attempt: id, wallet }: Body,
): Promise<Row<'attempts'>> {
  const attempt = await db.kysely
    .selectFrom('attempts')
    .selectAll()
    .where('token', '=', token)
    .where('id', '=', id)
    .executeTakeFirst()
  if (attempt?.wallet.toLowerCase() !== wallet.toLowerCase()) throw new AttemptNotFoundError()
  return attempt
}

/**
 * Finds the signed payment that this call submitted before: the attempt's payment with this deadline, salt and signature. Null if there is
 * none.
 *
 * @throws SignedPaymentExistsError if another one of the attempt is open
 */
async function findRepeated(
  { db }: Pick<Context, 'db'>,
  { requests }: StoredSecurePayment,
  { attempt, signature, deadline }: Body,
): Promise<SignedRow | null> {
  const rows = await db.kysely
    .selectFrom('signed_payments')
    .selectAll()
    .where(
      'request_id',
      'in',
      requests.map(({ id }) => id),
    )
    .where('attempt_id', '=', attempt)
    .execute()
  // The calldata ends with the signature, apart from its padding; v may have been 0 or 1.
  const content = signature.slice(2, 2 + 2 * 64).toLowerCase()
  const same = rows.find((row) => row.deadline_s === BigInt(deadline) && row.data.includes(content))
  if (same !== undefined) return same
  if (rows.some(isOpenSigned)) throw new SignedPaymentExistsError()
  return null
}

/** The contract and the account that pays the gas. */
type Sponsor = Sponsored & { chain: ChainClient; relayer: Relayer }

async function requireSponsor(
  context: SignedContext,
  { securePayment }: StoredSecurePayment,
  attempt: Row<'attempts'>,
): Promise<Sponsor> {
  const { network: networkId, payment_type, tenant_id } = securePayment
  const sponsored = findSponsored(context, attempt.chain)
  const relayer = await openRelayer(context.config)
  const isOwn = attempt.chain === networkId && payment_type === 'single'
  if (sponsored === null || relayer === null || !isOwn) {
    throw new NotSponsoredError({ problem: 'not_sponsored' })
  }
  if (!(await isRelayAllowed(context, tenant_id))) {
    throw new NotSponsoredError({ problem: 'not_sponsored' })
  }
  return { ...sponsored, relayer, chain: context.chains.get(networkId) }
}

/** A verified payment, ready to be stored. */
type Checked = {
  row: Omit<SignedRow, 'id' | 'created_at' | 'updated_at'>
  gas: bigint
  /** The monotonic time of the simulation. */
  triedAtMs: number
}

/**
 * The message that the wallet must have signed follows from the payment alone; only the deadline, the salt, the nonce and the signature
 * come from the call.
 */
async function check(
  context: SignedContext,
  facts: Sponsor & { stored: StoredSecurePayment; attempt: Row<'attempts'>; body: Body },
): Promise<Checked> {
  const { stored, attempt, body, scope, network, chain } = facts
  const open = nonEmpty(planRemainders(stored.requests))
  const [payable] = open
  const payment = signedPaymentOf(payable, network, {
    payer: attempt.wallet,
    deadlineS: body.deadline,
    salt: BigInt(body.salt),
  })
  if (payment === null) throw new NotSponsoredError({ problem: 'not_supported' })
  const { findSignatureForm } = await import('../../signed/signatureForm.ts')
  const found = await findSignatureForm(chain, scope, payment, { signedKind: body.kind })
  if ('obstacle' in found) throw new NotSponsoredError({ problem: found.obstacle })
  const form = { ...found.form, permitNonce: nonceOf(body, found.form) }
  if (form.kind !== body.kind) throw new NotSponsoredError({ problem: 'not_supported' })
  const { hashSignedPayment } = await import('@secure-payment/core/signed')
  const call = await sign(facts, { payment, form })
  const triedAtMs = performance.now()
  const trial = await price(context, { ...facts, payment }, call)
  return {
    gas: trial.gas,
    triedAtMs,
    row: {
      tenant_id: stored.securePayment.tenant_id,
      client_id: stored.securePayment.client_id,
      token: stored.securePayment.token,
      request_id: payable.request.id,
      attempt_id: attempt.id,
      network: network.id,
      kind: form.kind,
      contract: getAddress(scope.contract),
      payer: getAddress(attempt.wallet),
      payment_hash: hashSignedPayment(scope, payment),
      data: call,
      deadline_s: BigInt(body.deadline),
      from_block: trial.fromBlock,
      cost_gwei: trial.costGwei,
      status: 'stored',
      reason: null,
      tx_hash: null,
      sent_at: null,
    },
  }
}

function nonceOf({ permitNonce }: Body, form: SignatureForm): bigint | null {
  if (form.permitNonce === null) return null
  return permitNonce === undefined ? form.permitNonce : BigInt(permitNonce)
}

/** Verifies the signature, and returns the calldata with it. */
async function sign(
  { scope, chain, body }: Sponsor & { body: Body },
  { payment, form }: { payment: SignedPayment; form: SignatureForm },
): Promise<Hex> {
  const { encodeSignedPayment, signedPaymentTypedData } = await import(
    '@secure-payment/core/signed'
  )
  const { checkSigned } = await import('../../signed/checkSigned.ts')
  const signature = await checkSigned(chain, signedPaymentTypedData(scope, payment, form), {
    payer: getAddress(payment.payer),
    kind: form.kind,
    // The schema has validated the hex string.
    signature: body.signature.toLowerCase() as Hex,
  })
  if (signature === null) throw new NotSponsoredError({ problem: 'wrong_signature' })
  return encodeSignedPayment(form.kind, payment, signature, form.permitNonce)
}

/** Simulates the call, and returns its cost. */
async function price(
  { config }: Pick<SignedContext, 'config'>,
  {
    scope,
    network,
    chain,
    relayer,
    body,
    payment,
  }: Sponsor & { body: Body; payment: SignedPayment },
  data: Hex,
): Promise<{ gas: bigint; costGwei: bigint; fromBlock: bigint }> {
  const { findCost, lacksBalance, readMarket, trySigned } = await import(
    '../../signed/trySigned.ts'
  )
  const { maxGas } = config.sponsor
  const trial = await trySigned(chain, relayer, { contract: scope.contract, data, maxGas })
  if ('problem' in trial) {
    const isShort = trial.problem === 'would_revert' && (await lacksBalance(chain, payment))
    throw new NotSponsoredError({ problem: isShort ? 'no_balance' : trial.problem })
  }
  const maxGasPriceUnits = findServedNetwork(config, network.id)?.maxGasPriceUnits ?? null
  const market = await readMarket(chain, relayer)
  const cost = findCost(market, { gas: trial.gas, maxGasPriceUnits })
  const { latest } = market.head
  if ('problem' in cost) throw new SponsorUnavailableError()
  // The chain's clock decides, which may be ahead of the host's.
  if (body.deadline - latest.timestampS < MIN_LEFT_ON_CHAIN_S) {
    throw new NotSponsoredError({ problem: 'wrong_deadline' })
  }
  return { gas: trial.gas, costGwei: cost.costGwei, fromBlock: latest.number }
}

async function store(
  context: SignedContext,
  {
    row: terms,
    gas,
    payment,
    attempt,
  }: Checked & { payment: SecurePayment; attempt: Row<'attempts'> },
): Promise<SignedRow> {
  return context.db.transaction(async (tx) => {
    await lockForPayer(tx, payment)
    const known = await findByHash(tx, terms)
    if (known !== null) return known
    await refuseLate(tx, context, attempt)
    await lockLimits(tx, context.db.dialect)
    await guardSponsored(tx, context, terms)
    const { tenant_id: tenantId, client_id: clientId, network } = terms
    const spending = { spender: { tenantId, clientId }, gas }
    if (!(await hasGasFor(tx, { ...context, network }, spending))) {
      throw new TooManySponsoredError({ retryAfterS: untilMidnightS(context.now()) })
    }
    const now = context.now().toISOString()
    const row: SignedRow = { ...terms, id: createId(context), created_at: now, updated_at: now }
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('signed_payments')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows !== 1n) throw new SignedPaymentExistsError()
    return row
  })
}

/** The attempt may have ended, or another may have begun, since the call read it. */
async function refuseLate(
  tx: Parameters<typeof lockForPayer>[0],
  { now }: Pick<Context, 'now'>,
  { id }: Row<'attempts'>,
): Promise<void> {
  const attempt = await tx
    .selectFrom('attempts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (attempt === undefined || attempt.tx_hash !== null || !isLive(attempt, now())) {
    throw new AttemptEndedError()
  }
}

/** The relayer's gas is counted per day, in UTC. */
function untilMidnightS(now: Date): number {
  const nowS = Math.floor(now.getTime() / 1_000)
  return DAY_S - (nowS % DAY_S)
}
