import type { Calldata } from '../api.ts'
import type { Fact } from '../machine/fact.ts'
import type { State } from '../machine/state.ts'
import type { Converter, VerifiedPayment } from '../machine/verifiedPayment.ts'
import type { PayOption } from '../payOption.ts'
import type { Prepared } from '../steps/rail.ts'
import type { Reading } from '../steps/readPayment.ts'
import { PaymentRefusedError, refused } from '../steps/refusals.ts'
import type { Session, Task } from '../steps/session.ts'
import { NO_RATE } from '../steps/tellServer.ts'
import type { Verified } from '../steps/verifyPayment.ts'
import { atQuote } from './atQuote.ts'
import { createQuoter } from './createQuoter.ts'
import { describeQuote } from './describeQuote.ts'
import { openQuote } from './openQuote.ts'
import { isSameQuote, parseQuote, type Quote } from './parseQuote.ts'

/** A quote that expires within this time is replaced: the payer needs the time to respond in the wallet. */
export const PRICE_MARGIN_MS = 10_000

/**
 * Reads and verifies a payment on its network, with the check of its amounts. Returns null after it has reported that the payment cannot be
 * signed.
 */
export type ReadPriced = (task: Task, reading: Reading) => Promise<Verified | null>

/**
 * Reads and verifies a payment that the host prices. The shown quote remains while it holds; otherwise the service creates the next one,
 * which the payer must review. Reports the failure and returns null if the payment cannot be signed.
 */
export async function readQuoted(asked: Task, read: ReadPriced): Promise<Verified | null> {
  const { session } = asked
  const task = findOption(session.state())?.isQuoted ? choosingAgain(asked) : asked
  const { tell } = task
  if (chosenPricing(session.state()) === 'par') return readAt(null, task, read)
  let quote = heldQuote(session) ?? (await openQuote(task))
  for (let left = MAX_REPLACED; quote !== null; left--) {
    const facts: Fact[] = []
    const found = await readAt(quote, { ...task, tell: (fact) => facts.push(fact) }, read)
    if (left === 0 || !facts.some(isQuoteOver)) {
      for (const fact of facts) tell(fact)
      return found
    }
    quote = await openQuote(task)
  }
  return null
}

/** Without a price, the payer of an amount that contracts could convert chooses again: the contracts then convert. */
function choosingAgain(task: Task): Task {
  return {
    ...task,
    tell(fact) {
      const isPriceless = fact.type === 'request_failed' && fact.note === NO_RATE
      task.tell(isPriceless ? { type: 'short', note: NO_RATE } : fact)
    },
  }
}

/**
 * The maximum number of quotes that one reading replaces. Another page may create the next quote at any time, and a partial payment or an
 * edit ends a quote.
 */
const MAX_REPLACED = 2

function isQuoteOver(fact: Fact): boolean {
  if (fact.type === 'request_failed') return fact.note === NO_RATE
  return fact.type === 'refused' && fact.refusal.params?.['reason'] === OTHER_QUOTE
}

const OTHER_QUOTE = 'other_quote'

/** Reads and verifies the payment at a quote; null: at par. */
async function readAt(quote: Quote | null, task: Task, read: ReadPriced): Promise<Verified | null> {
  const { session, tell } = task
  const found = await read(task, {
    readConverter: async (_, _payment, calldata) => quoterOf(quote, calldata),
    // The time that the quote has left depends on the service's current time.
    isFresh: quote !== null,
    ...(quote !== null && { quote: quote.quoteId, describe: atQuote }),
  })
  if (found === null) return null
  try {
    return { ...found, verified: describeQuote(found.verified, quote, session.now()) }
  } catch (error) {
    if (!(error instanceof PaymentRefusedError)) throw error
    tell({ type: 'refused', refusal: error.refusal })
    return null
  }
}

/** Verifies a prepared payment again with `verify`, at the quote that the payer reviewed. Throws PaymentRefusedError. */
export function verifyQuoted(
  { now }: Pick<Session, 'now'>,
  { verified }: Pick<Prepared, 'verified'>,
  verify: (converter: Converter) => VerifiedPayment,
): VerifiedPayment {
  const { expiresAt } = verified.review.quote ?? {}
  const quote = verified.quote ? parseQuote(verified.quote) : null
  if (typeof expiresAt === 'number' && expiresAt <= now()) {
    throw refused('invalid_response', { reason: 'quote_expired' })
  }
  return describeQuote(verify(createQuoter(quote)), quote, now())
}

/**
 * Returns the price of the chosen way: that of the accepted currency, or of the payment itself. Undefined if the host does not price the
 * way.
 */
function chosenPricing(state: State): string | undefined {
  const { payment } = state
  const { accepted, bridge, isQuoted } = findOption(state) ?? {}
  if (isQuoted) return 'market'
  const chosen = accepted ?? bridge?.arrival
  return chosen === undefined ? payment?.items[0]?.quoted?.pricing : (chosen.pricing ?? undefined)
}

function findOption({ options, optionId }: State): PayOption | undefined {
  return options.find(({ id }) => id === optionId)
}

/** Returns the reviewed quote while enough of its time is left; otherwise null. */
function heldQuote(session: Session): Quote | null {
  const { verified } = session.state()
  const { expiresAt } = verified?.review.quote ?? {}
  if (!verified?.quote || typeof expiresAt !== 'number') return null
  return expiresAt - session.now() > PRICE_MARGIN_MS ? parseQuote(verified.quote) : null
}

/** Creates the check of the amounts. The transactions must be those of the quote that the payer sees. */
function quoterOf(quote: Quote | null, calldata: Calldata): Converter {
  const quoter = createQuoter(quote)
  return {
    planConversion(...item) {
      const paid = calldata.quote === undefined ? null : parseQuote(calldata.quote)
      const isShown = quote === null ? paid === null : paid !== null && isSameQuote(quote, paid)
      if (!isShown) throw refused('calldata_mismatch', { reason: OTHER_QUOTE })
      return quoter.planConversion(...item)
    },
  }
}
