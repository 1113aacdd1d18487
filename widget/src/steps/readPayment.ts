import type { BatchFee } from '@secure-payment/core/evm'
import type { Calldata } from '../api.ts'
import type { Converter, VerifiedPayment } from '../machine/verifiedPayment.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import type { PayOption } from '../payOption.ts'
import type { ShownPlan } from '../plan.ts'
import type { Review, SayReason } from '../review.ts'
import { scaleAmounts } from '../scaleAmounts.ts'
import { claimedBatchFee, readBatchFee } from './batchFee.ts'
import { limitOptions, mayPay } from './limits.ts'
import { loadListed } from './listedTokens.ts'
import { allOptions } from './payOptions.ts'
import { loadPinCheck } from './pins.ts'
import { PaymentRefusedError, WRONG_AMOUNT } from './refusals.ts'
import type { Session, Task } from './session.ts'
import { isOnItsWay, NO_RATE, tellServer } from './tellServer.ts'
import { type Verified, type VerifyInput, verifyPayment } from './verifyPayment.ts'

/**
 * The merchant's edit, a rate or a contract fee may change between the two responses in one read. A change between two reads is
 * unlikely.
 */
const MAX_READS = 2

/**
 * Reads the payment for the connected account: -> options, barred, server, request_failed or refused. `isWide`: a payment that accepts
 * several currencies also lists the ways from other chains.
 */
export async function loadOptions(
  task: Task,
  isWide = false,
  readsLeft = MAX_READS,
): Promise<void> {
  const { session, signal, tell } = task
  const wallet = session.state().account?.address
  if (wallet === undefined) return
  if (!mayPay(session.limits, wallet)) return tell({ type: 'barred' })
  const { payment: known } = session.state()
  const [answer, read] = await Promise.all([
    session.api.metadata({ ...(isOwnFamily(known, wallet) && { wallet }), option: null, signal }),
    readBatchFee(task),
  ])
  if (answer.kind !== 'payment') return tellServer(answer, tell)
  const { payment } = answer
  if (payment.access?.isAllowed === false) return tell({ type: 'barred' })
  try {
    const options = isAccepting(payment)
      ? await (await session.parts.accepted()).acceptedOptions(task, payment, isWide)
      : await (await session.rail()).options(task, payment, read)
    if (options !== null) offer(task, payment, options)
  } catch (error) {
    if (!(error instanceof PaymentRefusedError)) throw error
    const { refusal } = error
    const mayHaveChanged = refusal.params?.['reason'] === WRONG_AMOUNT && readsLeft > 1
    if (mayHaveChanged) return loadOptions(task, isWide, readsLeft - 1)
    tell({ type: 'refused', refusal })
  }
}

/**
 * Returns whether the payment's own currency is on a network of the wallet's family. It is the first option of a payment that accepts
 * several; the service reads no wallet of another family there.
 */
function isOwnFamily(payment: PaymentMetadata | null, wallet: string): boolean {
  const { options } = Object(payment?.raw)
  const own: unknown = Array.isArray(options) ? Object(Object(options[0]).chain).id : undefined
  return wallet.startsWith('0x') === ((own ?? payment?.network) !== 'tron')
}

/** Returns whether the payment accepts several currencies. */
function isAccepting({ raw }: PaymentMetadata): boolean {
  const { options } = Object(raw)
  return Array.isArray(options) && options.length > 1
}

/** Reports the ways to pay that the page allows, or that it allows none. */
function offer({ session, tell }: Task, payment: PaymentMetadata, all: readonly PayOption[]): void {
  const options = limitOptions(all, session.limits)
  const isNone = options.length === 0 && all.length > 0
  tell(
    isNone
      ? { type: 'request_failed', note: { code: 'no_option' } }
      : { type: 'options', options, payment },
  )
}

/** Reads and verifies the transactions: -> review, requote, short, server, request_failed or refused. */
export async function loadReview(task: Task): Promise<void> {
  const found = await (await task.session.rail()).review(task)
  if (found === null) return
  const { verified, shortOf, unpaid } = found
  const { name, verified: shown } = task.session.state()
  // The price of a bridge is read again while the payer reviews it.
  const isRenewed = name === 'review' && shown?.review.bridge !== undefined
  if (isRenewed && !isSamePayment(shown.review, verified.review)) {
    return task.tell({ type: 'requote', verified })
  }
  // A new price may exceed the balance: the payer then chooses among the ways to pay again.
  const isDear = shortOf === 'balance' && typeof verified.review.quote?.expiresAt === 'number'
  const note =
    unpaid ?? (isDear ? shortageNote(verified.payment, verified.review, shortOf) : undefined)
  task.tell(note ? { type: 'short', note } : { type: 'review', verified })
}

/** Lists the ways to pay from the payment's network, and from other chains. Null without the rate of a conversion. */
export async function evmOptions(
  { session, tell }: Task,
  payment: PaymentMetadata,
  batchFee: BatchFee | null,
): Promise<readonly PayOption[] | null> {
  if (lacksRate(payment)) {
    tell({ type: 'request_failed', note: NO_RATE })
    return null
  }
  const [converter] = await Promise.all([
    loadConverter(session, payment),
    loadListed(session, payment),
  ])
  const { account } = session.state()
  const canSign = account?.wallet.kind !== 'safe' && account?.address !== session.noSignaturesOf
  const claimed = claimedBatchFee(Object(payment.raw).batchFee)
  return allOptions(payment, converter, batchFee ?? claimed, canSign)
}

/**
 * Reads the payment and its transactions again and verifies them. Reports the failure and returns null if they cannot
 * be signed. `canPermit`: whether a signature of the account may replace its approval. `shortOf` is the currency that the account lacks
 * according to the service.
 */
export async function readEvm(
  task: Task,
  canPermit: boolean,
  reading: Reading = { readConverter: loadConverter, isFresh: false },
  readsLeft = MAX_READS,
): Promise<Verified | null> {
  const { session, signal, tell } = task
  const { account } = session.state()
  if (account === null) return null
  const wallet = account.address
  const [metadata, answer, read] = await Promise.all([
    session.api.metadata({ isFresh: reading.isFresh, signal }),
    session.api.calldata({
      wallet,
      ...quoteMember(reading),
      canSign: canPermit && !reading.isFresh,
      signal,
    }),
    readBatchFee(task),
  ])
  if (metadata.kind !== 'payment') {
    tellServer(metadata, tell)
    return null
  }
  if (isOnItsWay(metadata, tell)) return null
  if (answer.kind !== 'calldata') {
    tellServer(answer, tell)
    return null
  }
  const { calldata } = answer
  const payment = reading.describe?.(metadata.payment) ?? metadata.payment
  if (lacksRate(payment)) {
    tell({ type: 'request_failed', note: NO_RATE })
    return null
  }
  const [checkPins, converter] = await Promise.all([
    loadPinCheck(session),
    reading.readConverter(session, payment, calldata),
    loadListed(session, payment),
  ])
  const claimed = claimedBatchFee(calldata.batchFee)
  const batchFee = read ?? claimed
  const facts = { payment, calldata, account: wallet, checkPins }
  const input = { ...facts, converter, limits: null, batchFee }
  const verified =
    readsLeft > 1 ? verifiedOrNull(input) : await refusable(tell, async () => verifyPayment(input))
  if (verified === null) return readEvm(task, canPermit, reading, readsLeft - 1)
  if (verified === undefined) return null
  const shortOf =
    calldata.hasEnoughBalance === false ? 'balance' : calldata.hasEnoughGas === false ? 'gas' : null
  // A way to pay is listed only with the network fee in the wallet, or paid by the service.
  const isPromised = session.state().options.some(({ isSponsored }) => isSponsored)
  const mayBeSigned = calldata.signedPayment || (shortOf === 'gas' && isPromised)
  const reason = canPermit && isPromised ? await findReason(session, calldata) : undefined
  const found: Verified | undefined =
    canPermit && mayBeSigned
      ? await refusable(tell, async () =>
          (await session.parts.signed()).offerSignature(session, { verified, shortOf }, calldata),
        )
      : { verified, shortOf }
  if (found === undefined) return null
  if (!canPermit || found.verified !== verified) return found
  const { unpaid } = found
  return {
    ...found,
    verified: withReason(await withPermit(session, verified, calldata), reason),
    ...(unpaid && reason && { unpaid: { ...unpaid, reason } }),
  }
}

/** Returns the service's reason for which it offers no signature; undefined if it offers one, or the account lacks the amount. */
async function findReason(
  session: Session,
  { signedPayment, signedPaymentObstacle: obstacle }: Calldata,
): Promise<SayReason | undefined> {
  if (signedPayment || !obstacle || obstacle === 'no_balance') return undefined
  const words = await session.parts.obstacles()
  return words === null ? undefined : (language) => words.obstacleWords(obstacle, language)
}

function withReason(verified: VerifiedPayment, reason: SayReason | undefined): VerifiedPayment {
  if (reason === undefined) return verified
  return { ...verified, review: { ...verified.review, unsponsored: reason } }
}

/** The parts of a reading that differ by rail. */
export type Reading = {
  readonly readConverter: ReadConverter
  /** Whether `serverTime` must be the service's current time. */
  readonly isFresh: boolean
  /** The id of the quote that replaces the conversion of contracts, and the payment as this quote prices it. */
  readonly quote?: string
  readonly describe?: (payment: PaymentMetadata) => PaymentMetadata
}

function quoteMember({ quote }: Reading): { quote?: string } {
  return quote === undefined ? {} : { quote }
}

/** Returns the rates with which a payment is verified; null for payments that need none. */
type ReadConverter = (
  session: Session,
  payment: PaymentMetadata,
  calldata: Calldata,
) => Promise<Converter | null>

/** Returns the payment with a permit in place of the approval if the service offers one; otherwise unchanged. */
async function withPermit(
  session: Session,
  verified: VerifiedPayment,
  { permit }: Calldata,
): Promise<VerifiedPayment> {
  if (!permit) return verified
  const chunk = await session.parts.permit()
  return chunk?.offerPermit(session, verified, permit) ?? verified
}

/** Returns null if the transactions differ from those shown. */
function verifiedOrNull(input: VerifyInput): VerifiedPayment | null {
  try {
    return verifyPayment(input)
  } catch (error) {
    if (!(error instanceof PaymentRefusedError)) throw error
    return null
  }
}

/** Returns whether a request needs a conversion at a rate that the service could not read. */
function lacksRate({ items }: PaymentMetadata): boolean {
  return items.some(
    ({ conversion, remainingAmount }) => conversion?.rate === null && remainingAmount !== '0',
  )
}

/** Loads the registry's rates and their rules; null for a payment that does not need them. */
async function loadConverter(
  session: Session,
  { plan }: Pick<PaymentMetadata, 'plan'>,
): Promise<Converter | null> {
  return isConverting(plan) ? session.loadPart('convert', () => import('./convert.ts')) : null
}

/** Returns whether the payment includes a conversion, which needs the registry's rates. */
function isConverting(plan: ShownPlan): boolean {
  return plan.way === 'converted' || (plan.way === 'batch' && plan.isConverted)
}

/**
 * Returns whether the payer would sign exactly the reviewed payment. The remaining approvals may differ, and a conversion may
 * cost less than the most that was shown.
 */
export function isSamePayment(reviewed: Review, found: Review): boolean {
  const essence = ({ items, totalNeeded, contractAddress, networkName, ...more }: Review) => {
    const asked = items.map((item) => ({ ...item, conversion: item.conversion?.most.symbol }))
    // Through a bridge the price is checked separately; with a conversion the spent amount changes with the rate.
    const price = more.bridge && [more.spending, more.bridge.isCarried]
    const fee = more.batchFee?.percentage
    const quote = more.quote?.id
    return JSON.stringify([asked, totalNeeded, contractAddress, networkName, price, fee, quote])
  }
  if (essence(reviewed) !== essence(found)) return false
  return found.items.every(({ conversion }, index) => {
    const shown = reviewed.items[index]?.conversion
    if (!conversion || !shown) return conversion === (shown ?? null)
    const [now = 0n, before = 0n] = scaleAmounts([conversion.most.amount, shown.most.amount]).units
    return now <= before
  })
}

/** Returns the note that names the currency that the account lacks; for gas, the network's coin. */
export function shortageNote(payment: PaymentMetadata, review: Review, shortOf: 'balance' | 'gas') {
  const [cost] = review.spending
  return shortOf === 'gas'
    ? ({
        code: 'insufficient_gas',
        params: { symbol: payment.chain.nativeCurrency.symbol },
      } as const)
    : ({
        code: 'insufficient_balance',
        params: { symbol: cost.symbol, needed: cost.amount },
      } as const)
}

async function refusable<T>(tell: Task['tell'], check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof PaymentRefusedError)) throw error
    tell({ type: 'refused', refusal: error.refusal })
    return undefined
  }
}
