import type { Network } from '@secure-payment/core/networks'
import { encodeHasRelayerRole } from '@secure-payment/core/recurring'
import type { ChainClients } from '../chains/chainClient.ts'
import { ageMs } from '../clock/ageMs.ts'
import type { Context } from '../context.ts'
import { openRelayer } from '../relayer/openRelayer.ts'
import { serveNetwork } from '../requests/serveNetwork.ts'
import { RecurringUnavailableError } from './errors.ts'
import { readBool } from './readBool.ts'

type Gate = Pick<Context, 'config' | 'chains' | 'now'>

/** The time for which the contract's permission for the relayer is cached. */
const ROLE_FRESH_MS = 5 * 60_000
/** The maximum number of cached entries; hosts serve few networks, so more entries would indicate a bug. */
const MAX_REMEMBERED = 256

/** The times at which a contract last accepted the relayer, by network, contract and relayer. */
const allowedAt = new WeakMap<ChainClients, Map<string, number>>()

/**
 * Verifies that this host can send recurring payments on a network, and returns that network with the address of the recurring payment
 * contract.
 *
 * @throws UnsupportedNetworkError, RecurringUnavailableError, ChainUnavailableError
 */
export async function requireRecurring(
  context: Gate,
  networkId: string,
): Promise<{ network: Network; contract: string }> {
  const network = serveNetwork(context.config, networkId, 'paymentCurrency')
  const contract = network.contracts.ERC20RecurringPaymentProxy?.address
  if (context.config.relayerPrivateKey === null) {
    throw new RecurringUnavailableError({ network: networkId, reason: 'no_relayer' })
  }
  if (contract === undefined) {
    throw new RecurringUnavailableError({ network: networkId, reason: 'no_contract' })
  }
  await requireRelayerRole(context, { network: networkId, contract })
  return { network, contract }
}

/**
 * Verifies that a contract accepts this host's relayer. A positive result is cached for {@link ROLE_FRESH_MS}; a
 * negative one is checked again.
 *
 * @throws RecurringUnavailableError, ChainNotConfiguredError, ChainUnavailableError
 */
export async function requireRelayerRole(
  { config, chains, now }: Gate,
  { network, contract }: { network: string; contract: string },
): Promise<void> {
  const relayer = (await openRelayer(config))?.address
  if (relayer === undefined) throw new RecurringUnavailableError({ network, reason: 'no_relayer' })
  const name = `${network} ${contract} ${relayer}`
  const remembered = allowedAt.get(chains) ?? new Map<string, number>()
  allowedAt.set(chains, remembered)
  const nowMs = now().getTime()
  const seenAt = remembered.get(name)
  if (seenAt !== undefined && ageMs(nowMs, seenAt) < ROLE_FRESH_MS) return
  const answer = await chains.get(network).call(contract, encodeHasRelayerRole(relayer))
  if (answer === '0x') throw new RecurringUnavailableError({ network, reason: 'no_contract' })
  if (readBool(answer) !== true) {
    throw new RecurringUnavailableError({ network, reason: 'relayer_not_allowed' })
  }
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  remembered.set(name, nowMs)
}
