import { type Network, withContracts } from '@secure-payment/core/networks'
import { z } from 'zod'
import { usualGasCeiling } from './relayer/gasCeilings.ts'
import {
  blockNumber,
  coins,
  type Form,
  form,
  gasPrice,
  header,
  json,
  list,
  nodeUrls,
  optional,
  setting,
  wholeNumber,
} from './settingForms.ts'

const MAX_CONFIRMATIONS = 100_000
const POLL = wholeNumber(20, 600_000)

/** Returns the suffix of a network's variables: `devnet-b` -> `DEVNET_B`. */
export function variableSuffix(networkId: string): string {
  return networkId.toUpperCase().replaceAll('-', '_')
}

/** Returns one network's settings. */
export function networkSettings(network: Network) {
  const name = (stem: string) => `${stem}_${variableSuffix(network.id)}`
  return z.object({
    rpcUrls: setting(name('PAY_RPC_URL'), '', nodeUrls).describe(
      'JSON-RPC URLs of a network, comma separated, preferred first. Most of them must agree on a payment: both of two, two of three. For Tron <base>/jsonrpc, or the base, which must also serve the HTTP API, including the solidity one. Default: the public ones of the registry.',
    ),
    publicRpcUrls: setting(name('PAY_PUBLIC_RPC_URL'), '', list).describe(
      "JSON-RPC URL that the payer's page may call. The URL must not contain a key. Default: the registry's public URL.",
    ),
    finality: optional(name('PAY_CONFIRMATIONS'), finality(network)).describe(
      'When a payment counts: a number of blocks from 1, safe, or finalized. Tron supports only finalized: solidified blocks. Default: by network, see docs/guides/run-the-host.md.',
    ),
    pollIntervalMs: optional(name('PAY_POLL_INTERVAL_MS'), POLL).describe(
      "Milliseconds between two polls of a network. Default: the network's block time, from 500 to 12000.",
    ),
    idlePollIntervalMs: optional(name('PAY_IDLE_POLL_INTERVAL_MS'), POLL).describe(
      'Milliseconds between two polls while no request is open on the network. Default: 30000, on Tron 60000; the poll interval where that is below 500.',
    ),
    /** The registry's entry, with this host's contract addresses. */
    network: optional(name('PAY_CONTRACTS'), contracts(network)).describe(
      'JSON object of contract name to address, for contracts of your own. Default: the registry.',
    ),
    startBlock: optional(name('PAY_START_BLOCK'), blockNumber).describe(
      'First block to scan with an empty database. Default: the head at the first start, or a block before the oldest payment link.',
    ),
    maxGasPriceUnits: setting(
      name('PAY_MAX_GAS_PRICE_GWEI'),
      usualGasCeiling(network.id) ?? 'off',
      gasPrice,
    ).describe(
      'Maximum gas price that the relayer pays on a network, in gwei; above it, recurring payouts wait. Default: by network, see docs/guides/set-up-recurring-payouts.md; off = no limit.',
    ),
    /** The maximum cost of signed payments' gas per hour; null for no limit. */
    sponsorHourlyGwei: setting(name('PAY_SPONSOR_HOURLY_COINS'), 'off', coins).describe(
      'Maximum of native coins that the relayer spends on payers’ gas per hour on a network, such as 0.05, counted by the maximum fees of signed payments. Default: off, no limit.',
    ),
  })
}

/** The setting for every Tron node. */
export const tronSettings = z.object({
  nodeApiKey: optional('PAY_TRON_API_KEY', header).describe(
    'API key for the nodes in PAY_RPC_URL_TRON, all of which receive it in the header TRON-PRO-API-KEY. Default: none.',
  ),
})

/**
 * Returns the form of the setting that decides when a payment counts. On a public network, the head block does not suffice,
 * because another block may replace it.
 */
function finality({ family, isLocal, finality: { depth } }: Network): Form<Network['finality']> {
  if (family === 'tron') {
    return form('must be finalized: only Tron’s solidified blocks count', (value) =>
      value === 'finalized' ? { mode: value, depth } : undefined,
    )
  }
  const least = isLocal ? 0 : 1
  const message = `must be safe, finalized, or a number of blocks from ${least} to ${MAX_CONFIRMATIONS}`
  return form(message, (value) => {
    if (value === 'safe' || value === 'finalized') return { mode: value, depth }
    const blocks = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN
    return blocks >= least && blocks <= MAX_CONFIRMATIONS
      ? { mode: 'depth', depth: blocks }
      : undefined
  })
}

/** Returns the network with the operator's contracts. */
function contracts(network: Network): Form<Network> {
  const message = 'must be a JSON object of contract name to address'
  return json(message, z.record(z.string(), z.string(), message)).transform((own, context) => {
    try {
      return withContracts(network, own)
    } catch (error) {
      context.addIssue(`: ${error instanceof Error ? error.message : 'is not usable'}`)
      return z.NEVER
    }
  })
}
