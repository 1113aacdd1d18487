import { formatTronAddress } from '@secure-payment/core'
import type { Network } from '@secure-payment/core/networks'
import { abiNetwork } from '@secure-payment/core/tron'
import { type Address, getAddress, hexToBytes } from 'viem'
import { accounts, type DevnetAccount } from '../chains/accounts.ts'
import type { Chain } from '../chains/chain.ts'
import { planContracts } from '../chains/planContracts.ts'

/** The description of a running devnet for scripts; the content of the file that `--json` names. Origins have no trailing slash. */
export type DevnetJson = {
  host: {
    baseUrl: string
    authUrl: string
    payUrl: string
    tokenListUrl: string
    /** The demo tenant's API key and client ID, and an origin that the client ID allows. */
    apiKey: string
    clientId: string
    origin: string
    pid: number
    /** URL of the database. */
    database: string
  }
  /** PUT to a Tron chain's `switchesUrl` injects faults into its node; other chains have none. */
  chains: {
    network: string
    chainId: number
    rpcUrl: string
    blockTimeMs: number
    switchesUrl?: string
  }[]
  /** Each account has native coins and every token on every chain. The first is the payee of the demo tenant. */
  accounts: DevnetAccount[]
  tokens: {
    currencyId: string
    network: string
    symbol: string
    /** With checksum, or `T…` on Tron. */
    address: string
    decimals: number
  }[]
  /** By network id and contract name; contains only the deployed contracts. */
  contracts: Record<string, Record<string, string>>
  webhookSink: { url: string; secret: string; deliveriesUrl: string }
  /** A bridge between the chains, with LI.FI's API below `url`. PUT `{mode}` to `switchesUrl` injects faults. */
  bridge: { url: string; switchesUrl: string }
  /** An offramp provider that the host calls over HTTP; null for the host's own sandbox. */
  offramp: { url: string; switchesUrl: string } | null
  /** Stand-ins for public price APIs, from which the host quotes prices; null if it quotes none. */
  prices: { switchesUrl: string } | null
  /** The folder of the host's e-mails, `.eml` files, unless PAY_SMTP_URL in the environment sets another transport. */
  mailFolder: string
}

/** Describes a devnet's chains. */
export function describeChains(
  chains: readonly Chain[],
): Pick<DevnetJson, 'chains' | 'accounts' | 'tokens' | 'contracts'> {
  return {
    chains: chains.map(({ network, rpcUrl, blockTimeMs, tronNode }) => ({
      network: network.id,
      chainId: network.chainId,
      rpcUrl,
      blockTimeMs,
      ...(tronNode ? { switchesUrl: tronNode.switchesUrl } : {}),
    })),
    accounts: [...accounts],
    tokens: chains.flatMap(({ network }) =>
      network.tokens.map(({ currencyId, symbol, address, decimals }) => ({
        currencyId,
        network: network.id,
        symbol,
        address: network.family === 'tron' ? address : getAddress(address),
        decimals,
      })),
    ),
    contracts: Object.fromEntries(
      chains.map(({ network }) => {
        const placed = planContracts(abiNetwork(network))
          .filter(({ name }) => name in network.contracts)
          .map(({ name, address }) => [name, writeContract(network, address)])
        return [network.id, Object.fromEntries(placed)]
      }),
    ),
  }
}

function writeContract({ family }: Network, address: Address): string {
  return family === 'tron' ? formatTronAddress(hexToBytes(address)) : address
}
