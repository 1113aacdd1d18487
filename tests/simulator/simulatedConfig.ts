import { getNetwork, type Network } from '@secure-payment/core/networks'
import { type Config, loadConfig } from '../../host/src/config.ts'

export const API_KEY = 'sk_test_bootstrap_0123456789abcdefghijklmnopqrstuvw'
export const CURRENCY = 'USDC-devnet'
export const PAYEES = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
] as const

const POLL_MS = 2_000

let base: Config | undefined

/** Creates the settings for every host in a world whose payments count after `depth` blocks. */
export function createSimulatedConfig(depth: number): Config {
  base ??= loadConfig({
    PAY_DATABASE_URL: 'postgres://simulated/host',
    PAY_NETWORKS: 'devnet',
    PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1',
    PAY_BOOTSTRAP_API_KEY: API_KEY,
    PAY_MERCHANT_NAME: 'Simulated shop',
    PAY_CLIENT_IDS_PAY_ANYONE: 'true',
    PAY_LIFI_URL: 'off',
    PAY_LOG_LEVEL: 'silent',
    PAY_RATE_LIMIT_API_KEY: '0',
    PAY_RATE_LIMIT_CLIENT_ID: '0',
    PAY_RATE_LIMIT_SESSION: '0',
    PAY_RATE_LIMIT_SIGN_IN: '0',
  })
  const network: Network = {
    ...withoutConversions(getNetwork('devnet')),
    // A local chain may be reset, which these rules do not cover.
    isLocal: false,
    maxLogRange: 200,
  }
  return {
    ...base,
    networks: [
      {
        network,
        rpcUrls: [],
        nodeApiKey: null,
        publicRpcUrl: null,
        finality: { mode: 'depth', depth },
        pollIntervalMs: POLL_MS,
        idlePollIntervalMs: POLL_MS,
        startBlock: 0n,
        maxGasPriceUnits: null,
        sponsorHourlyGwei: null,
      },
    ],
  }
}

function withoutConversions(network: Network): Network {
  const { Erc20ConversionProxy, EthConversionProxy, ChainlinkConversionPath, ...contracts } =
    network.contracts
  return { ...network, contracts }
}
