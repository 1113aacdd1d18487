import { randomBytes } from 'node:crypto'
import type { SignedPaymentObstacle, SignedPaymentOffer } from '@secure-payment/core/api'
import { ZERO_ADDRESS } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import type { SignatureForm, SignedPayment, SignedPaymentScope } from '@secure-payment/core/signed'
import { getAddress } from 'viem'
import { ChainUnavailableError } from '../chains/errors.ts'
import { findServedNetwork } from '../config.ts'
import type { Context } from '../context.ts'
import { openRelayer } from '../relayer/openRelayer.ts'
import { isRelayAllowed } from '../relayer/relayAllowance.ts'
import { NotSponsoredError, TooManySponsoredError } from '../signed/errors.ts'
import { type Counted, guardSponsored } from '../signed/guardSponsored.ts'
import { findSignatureForm } from '../signed/signatureForm.ts'
import { signedScopeOf } from '../signed/signedScope.ts'
import { type Cost, findCost, readMarket } from '../signed/trySigned.ts'
import { type Payable, paymentFacts } from './payable.ts'
import type { PlannedSteps } from './planSteps.ts'

/**
 * The time in which the payer must sign and the relayer must send. Until its end the payer can pay in no other way, so it is short; a
 * hardware wallet needs minutes.
 */
const LIFETIME_S = 10 * 60
const SALT_BYTES = 16
/** The gas limit of a typical signed payment: about 150,000, and a quarter more. A relayer that cannot pay for it offers nothing. */
const TYPICAL_GAS = 187_500n

/** The contract on a network whose gas this host pays, with the chain's client. */
export type Sponsored = { scope: SignedPaymentScope; network: Network }

/** Returns the contract through which this host sends signed payments on a network; null if it sends none there. */
export function findSponsored(
  { config }: Pick<Context, 'config'>,
  networkId: string,
): Sponsored | null {
  const network = findServedNetwork(config, networkId)?.network
  const isSponsored =
    config.relayerPrivateKey !== null && config.sponsor.networks.includes(networkId)
  const scope = network === undefined || !isSponsored ? null : signedScopeOf(network)
  return scope === null || network === undefined ? null : { scope, network }
}

/** Returns the payment of a request's remainder that the payer would sign; null unless the payment is one token payment at a fixed amount. */
export function signedPaymentOf(
  payable: Payable,
  network: Network,
  { payer, deadlineS, salt }: Pick<SignedPayment, 'payer' | 'deadlineS' | 'salt'>,
): SignedPayment | null {
  if (!isSignable([payable], network)) return null
  const { token, payee, amountUnits, feeUnits, feeAddress, paymentReference } = paymentFacts(
    payable,
    network,
  )
  if (token === null) return null
  return {
    payer: getAddress(payer),
    token,
    recipient: payee,
    amountUnits,
    feeUnits,
    feeAddress: feeAddress ?? ZERO_ADDRESS,
    reference: paymentReference,
    deadlineS,
    salt,
  }
}

/** Returns whether a payment is one token payment at a fixed amount, which a payer can sign. */
function isSignable([payable, ...others]: readonly Payable[], network: Network): boolean {
  if (payable === undefined || others.length > 0) return false
  return payable.request.plan.way === 'direct' && paymentFacts(payable, network).token !== null
}

/**
 * Returns whether this host pays the gas of a payment that the payer signs. The wallet, the token's contract and the limits per hour may
 * still prevent it: `findSigned` states the reason.
 */
export async function isSponsored(
  context: Pick<Context, 'config' | 'db'>,
  network: Network,
  { payables, tenantId }: { payables: readonly Payable[]; tenantId: string },
): Promise<boolean> {
  const isOffered = findSponsored(context, network.id) !== null && isSignable(payables, network)
  return isOffered && (await isRelayAllowed(context, tenantId))
}

/** The message to offer to a payer, or the reason for none. */
export type SignedAnswer =
  | { signedPayment: SignedPaymentOffer }
  | { signedPaymentObstacle: SignedPaymentObstacle }

/** A request for an offer. */
type SignedQuery = {
  payables: readonly Payable[]
  wallet: string
  tenantId: string
  clientId: string | null
}
type SignedContext = Pick<Context, 'chains' | 'config' | 'db' | 'log' | 'metrics' | 'now'>

/**
 * Finds the message that a payer can sign instead of sending the planned transactions. If no node responds, or the relayer cannot pay, the
 * payer pays with transactions.
 */
export async function findSigned(
  context: SignedContext,
  planned: PlannedSteps,
  query: SignedQuery,
): Promise<SignedAnswer> {
  const found = await findOffer(context, planned, query)
  const obstacle = 'problem' in found ? found.problem : found.signedPaymentObstacle
  context.metrics?.signedOffered(planned.network.id, obstacle ?? 'offered')
  return 'problem' in found ? { signedPaymentObstacle: 'unavailable' } : found
}

/** An answer, or the relayer's reason why it cannot pay now. */
type FoundOffer =
  | { signedPayment: SignedPaymentOffer; signedPaymentObstacle?: undefined }
  | { signedPaymentObstacle: SignedPaymentObstacle }
  | Extract<Cost, { problem: string }>

async function findOffer(
  context: SignedContext,
  planned: PlannedSteps,
  { payables, wallet, tenantId, clientId }: SignedQuery,
): Promise<FoundOffer> {
  const sponsored = findSponsored(context, planned.network.id)
  if (sponsored === null || !(await isRelayAllowed(context, tenantId))) {
    return { signedPaymentObstacle: 'not_sponsored' }
  }
  if (planned.means === null) return { signedPaymentObstacle: 'unavailable' }
  if (!planned.means.hasEnoughBalance) return { signedPaymentObstacle: 'no_balance' }
  const [payable, second] = payables
  const terms = {
    payer: wallet,
    deadlineS: Math.floor(context.now().getTime() / 1_000) + LIFETIME_S,
    salt: BigInt(`0x${randomBytes(SALT_BYTES).toString('hex')}`),
  }
  const payment =
    payable === undefined || second !== undefined
      ? null
      : signedPaymentOf(payable, sponsored.network, terms)
  if (payable === undefined || payment === null) return { signedPaymentObstacle: 'not_supported' }
  const { scope, network } = sponsored
  const isLimited = await isLimitReached(context, {
    request_id: payable.request.id,
    tenant_id: tenantId,
    client_id: clientId,
    payer: payment.payer,
    network: network.id,
    cost_gwei: 0n,
  })
  if (isLimited) return { signedPaymentObstacle: 'limit_reached' }
  try {
    const [found, cost] = await Promise.all([
      findSignatureForm(context.chains.get(network.id), scope, payment),
      findTypicalCost(context, network.id),
    ])
    if ('obstacle' in found) return { signedPaymentObstacle: found.obstacle }
    if ('problem' in cost) return cost
    return { signedPayment: await describeOffer(scope, payment, found.form) }
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error
    context.log.warn({ network: network.id, reason: error.message }, 'Could not plan a signature')
    return { signedPaymentObstacle: 'unavailable' }
  }
}

/** Returns the maximum cost of a typical signed payment. @throws ChainUnavailableError */
async function findTypicalCost(
  { chains, config }: Pick<SignedContext, 'chains' | 'config'>,
  networkId: string,
): Promise<Cost> {
  const relayer = await openRelayer(config)
  if (relayer === null) return { problem: 'out_of_coins' }
  const maxGasPriceUnits = findServedNetwork(config, networkId)?.maxGasPriceUnits ?? null
  const market = await readMarket(chains.get(networkId), relayer)
  return findCost(market, { gas: TYPICAL_GAS, maxGasPriceUnits })
}

/** Returns whether the service would refuse another signature for now, whatever its payment costs. */
async function isLimitReached(
  context: Pick<Context, 'config' | 'db' | 'now'>,
  counted: Counted,
): Promise<boolean> {
  try {
    await guardSponsored(context.db.kysely, context, counted)
    return false
  } catch (error) {
    if (error instanceof TooManySponsoredError || error instanceof NotSponsoredError) return true
    throw error
  }
}

async function describeOffer(
  scope: SignedPaymentScope,
  payment: SignedPayment,
  form: SignatureForm,
): Promise<SignedPaymentOffer> {
  const { signedPaymentTypedData } = await import('@secure-payment/core/signed')
  return {
    kind: form.kind,
    typedData: signedPaymentTypedData(scope, payment, form),
    contract: scope.contract,
    deadline: payment.deadlineS,
    salt: String(payment.salt),
    permitNonce: form.permitNonce === null ? null : String(form.permitNonce),
  }
}
