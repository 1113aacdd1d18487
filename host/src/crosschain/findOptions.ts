import type { Network } from '@secure-payment/core/networks'
import type { Bridge, BridgeQuote } from '../bridges/bridge.ts'
import { BridgeUnavailableError } from '../bridges/errors.ts'
import type { PayerChainState } from '../chains/chainClient.ts'
import { ChainUnavailableError } from '../chains/errors.ts'
import type { Context } from '../context.ts'
import { type Asked, askChain, takeAnswer } from './askChain.ts'
import { type CrosschainPayment, quotePayment } from './quotePayment.ts'
import { listSources, type Source } from './sources.ts'
import { PART_DEADLINE_MS, within } from './within.ts'

/** A way to pay from another chain, with the wallet's balances, and the chain's price of gas in native base units. */
export type CrosschainOption = {
  source: Source
  balanceUnits: bigint
  nativeUnits: bigint
  quote: BridgeQuote
  gasPriceUnits: bigint
}

/** The available options, and the omitted chains. */
export type CrosschainOptions = {
  options: readonly CrosschainOption[]
  /** The chains whose nodes did not return the wallet's balances in time, in this call or a recent one. */
  unavailable: readonly Network[]
  /** The chains with at least one token for which the bridge returned no usable response in time. */
  unquoted: readonly Network[]
  /** The chains with at least one token from which the payment would arrive after its quote. */
  slow: readonly Network[]
}

/** The dependencies for finding options. */
export type OptionsContext = Pick<Context, 'config' | 'chains' | 'log' | 'now'>

/**
 * Finds every way to pay from another chain with a wallet, regardless of the wallet's balance. Reads all chains and quotes in parallel,
 * with one round trip to each chain, and waits at most {@link PART_DEADLINE_MS} for each. The bridge client keeps a late quote for the next
 * call. Later calls do not wait for a chain that was too slow.
 */
export async function findOptions(
  context: OptionsContext & { bridge: Bridge },
  payment: Omit<CrosschainPayment, 'source'>,
): Promise<CrosschainOptions> {
  const sources = listSources(context, payment.destination)
  const networks = [...new Set(sources.map(({ network }) => network))]
  const asked = networks.map((network) => {
    const own = sources.filter((source) => source.network === network)
    return askNetwork(context, { ...payment, network, sources: own })
  })
  // A paused chain may have responded by the time the awaited chains have.
  const awaited = asked.filter(({ state }) => state.isAwaited)
  await Promise.all(awaited.map(({ state, quotes }) => Promise.all([state.answer, quotes])))
  const found = await Promise.all(asked.map(readNetwork))
  return {
    options: found.flatMap((one) => (one.isAvailable ? one.options : [])),
    unavailable: found.filter((one) => !one.isAvailable).map(({ network }) => network),
    unquoted: found.filter((one) => one.isAvailable && !one.isQuoted).map(({ network }) => network),
    slow: found.filter(({ isSlow }) => isSlow).map(({ network }) => network),
  }
}

/** The bridge's response: null if there is no route. */
type Offer = { quote: BridgeQuote | 'too_slow' | null }

/** `quotes` are in the order of `sources`; null for a late or failed response. */
type AskedNetwork = {
  network: Network
  sources: readonly Source[]
  state: Asked<PayerChainState>
  quotes: Promise<readonly (Offer | null)[]>
}

function askNetwork(
  context: OptionsContext & { bridge: Bridge },
  facts: Omit<CrosschainPayment, 'source'> & { network: Network; sources: readonly Source[] },
): AskedNetwork {
  const { network, sources, ...payment } = facts
  const state = askChain(context, network.id, () => readWallet(context, facts))
  const quotes = Promise.all(
    sources.map((source) => within(quoteOrNull(context, { ...payment, source }), PART_DEADLINE_MS)),
  )
  // If the chain does not respond, these quotes are never awaited, so their failure must not cause an unhandled rejection.
  quotes.catch(() => {})
  return { network, sources, state, quotes }
}

type FoundNetwork = {
  network: Network
  isAvailable: boolean
  isQuoted: boolean
  isSlow: boolean
  options: readonly CrosschainOption[]
}

async function readNetwork(asked: AskedNetwork): Promise<FoundNetwork> {
  const { network, sources } = asked
  const state = await takeAnswer(asked.state)
  if (state === null) {
    return { network, isAvailable: false, isQuoted: false, isSlow: false, options: [] }
  }
  const quotes = await asked.quotes
  const options = sources.flatMap((source, index): CrosschainOption[] => {
    const quote = quotes[index]?.quote ?? null
    const balanceUnits = state.tokens[source.token.address.toLowerCase()]?.balanceUnits ?? null
    if (quote === null || quote === 'too_slow' || balanceUnits === null) return []
    const { nativeUnits, gasPriceUnits } = state
    return [{ source, balanceUnits, nativeUnits, quote, gasPriceUnits }]
  })
  const isSlow = quotes.some((offer) => offer?.quote === 'too_slow')
  return { network, isAvailable: true, isQuoted: !quotes.includes(null), isSlow, options }
}

/** Reads a wallet's balances and the gas price on one chain; null if no node responds. */
async function readWallet(
  { chains, log }: OptionsContext,
  facts: { network: Network; sources: readonly Source[]; wallet: string },
): Promise<PayerChainState | null> {
  const { network, sources, wallet } = facts
  const tokens = sources.map(({ token }) => token.address)
  try {
    return await chains.get(network.id).readPayerState({ wallet, tokens, spender: null })
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error
    log.warn({ network: network.id, reason: error.message }, 'Could not read a payer')
    return null
  }
}

/** Requests a quote; null if the bridge returns no usable response. */
async function quoteOrNull(
  { bridge, log }: OptionsContext & { bridge: Bridge },
  payment: CrosschainPayment,
): Promise<Offer | null> {
  try {
    return { quote: await quotePayment(bridge, payment) }
  } catch (error) {
    if (!(error instanceof BridgeUnavailableError)) throw error
    // The opening of the circuit was already logged.
    if (error.problem !== 'circuit_open') {
      const network = payment.source.network.id
      log.warn({ network, reason: error.detail }, 'Could not get a quote')
    }
    return null
  }
}
