import { checksumAddress, isEvmAddress } from '@secure-payment/core/evm'
import { findNetwork } from '@secure-payment/core/networks'
import {
  type AgreementStatus,
  agreementMachine,
  type KycStatus,
  kycMachine,
  type OfframpStatus,
  offrampMachine,
  type PaymentDetailStatus,
  paymentDetailMachine,
} from '@secure-payment/core/offramp'
import { standardWebhookSignature } from '@secure-payment/core/webhooks'
import type { Reader } from './environmentReader.ts'
import type { NetworkConfig } from './readNetworkConfigs.ts'
import { takesCryptoToFiat } from './takesCryptoToFiat.ts'

/** The settings with which this host turns payments into money in bank accounts. */
export type OfframpConfig = SandboxConfig | HttpOfframpConfig

/** The provider of this service for test networks, which moves no money. */
export type SandboxConfig = {
  kind: 'sandbox'
  /** The address of payments, with checksum; null: an account whose key is public, only on local networks. */
  depositAddress: string | null
  /** Between two steps of a check or an offramp. */
  delayMs: number
}

/** A provider that speaks HTTP. */
export type HttpOfframpConfig = {
  kind: 'http'
  /** The name in webhooks and records. */
  id: string
  /** Without a trailing slash; it may have a path. */
  url: string
  /** Signs messages in both directions. */
  secret: string
  /** Network ids and the deposit addresses on them, with checksum. */
  deposits: Readonly<Record<string, string>>
  statuses: ProviderStatuses
}

/** The translation of a provider's statuses into ours, by kind; our own need no entry. */
export type ProviderStatuses = {
  kyc: Readonly<Record<string, KycStatus>>
  agreement: Readonly<Record<string, AgreementStatus>>
  account: Readonly<Record<string, PaymentDetailStatus>>
  offramp: Readonly<Record<string, OfframpStatus>>
}

const KINDS = ['sandbox', 'http', 'off'] as const
/** The provider's id in records and webhooks. */
const PROVIDER_ID = /^(?!sandbox-offramp$)[a-z0-9][a-z0-9_-]{0,62}$/
const MIN_SECRET_LENGTH = 32
const MAX_DELAY_MS = 24 * 3_600_000

/**
 * Reads the provider. Without a setting, it is the sandbox where a test network is served; null = none. Problems go to
 * the reader's list.
 */
export function readOfframpConfig(
  read: Reader,
  facts: { networks: readonly NetworkConfig[]; hasDataKey: boolean },
): OfframpConfig | null {
  const hasTestNetwork = facts.networks.some(isTestNetwork)
  const isUnset = read.text('PAY_OFFRAMP') === ''
  const kind = isUnset ? (hasTestNetwork ? 'sandbox' : 'off') : read.choice('PAY_OFFRAMP', KINDS)
  switch (kind) {
    case 'off':
      return null
    case 'sandbox':
      if (!hasTestNetwork) {
        read.problems.push('PAY_OFFRAMP=sandbox needs a local or test network: it moves no money')
      }
      return readSandbox(read, { isNamed: !isUnset, networks: facts.networks })
    case 'http':
      if (!facts.hasDataKey) {
        read.problems.push(
          'PAY_OFFRAMP=http needs PAY_DATA_KEY: payers of a real provider are real people',
        )
      }
      return readHttp(read)
    default:
      return kind satisfies never
  }
}

function isTestNetwork({ network }: NetworkConfig): boolean {
  return network.family === 'evm' && (network.isLocal || network.isTestnet)
}

function isLocal({ network }: NetworkConfig): boolean {
  return network.family === 'evm' && network.isLocal
}

function readSandbox(
  read: Reader,
  { isNamed, networks }: { isNamed: boolean; networks: readonly NetworkConfig[] },
): SandboxConfig {
  const [depositAddress, ...others] = read.evmAddresses('PAY_OFFRAMP_SANDBOX_ADDRESS')
  if (others.length > 0) read.problems.push('PAY_OFFRAMP_SANDBOX_ADDRESS must be one address')
  // Unless the operator configured the sandbox, a missing address only causes a warning.
  const isUseless = isNamed && networks.some(isTestNetwork) && !networks.some(isLocal)
  if (isUseless && depositAddress === undefined) {
    read.problems.push(
      'PAY_OFFRAMP_SANDBOX_ADDRESS is missing: PAY_OFFRAMP=sandbox has a default address only on local networks',
    )
  }
  return {
    kind: 'sandbox',
    depositAddress: depositAddress === undefined ? null : checksumAddress(depositAddress),
    delayMs: read.integer('PAY_OFFRAMP_SANDBOX_DELAY_MS', { min: 0, max: MAX_DELAY_MS }),
  }
}

function readHttp(read: Reader): HttpOfframpConfig {
  const id = read.text('PAY_OFFRAMP_HTTP_ID')
  if (!PROVIDER_ID.test(id)) {
    read.problems.push(
      `PAY_OFFRAMP_HTTP_ID must be at most 63 lower-case letters, digits, hyphens and underscores, and not the sandbox's name, got ${JSON.stringify(id)}`,
    )
  }
  const secret = read.secret('PAY_OFFRAMP_HTTP_SECRET', MIN_SECRET_LENGTH)
  if (secret === null) read.problems.push('PAY_OFFRAMP_HTTP_SECRET is missing')
  else if (!isSigningKey(secret))
    read.problems.push('PAY_OFFRAMP_HTTP_SECRET must be base64 or hex')
  return {
    kind: 'http',
    id,
    url: readUrl(read),
    secret: secret ?? '',
    deposits: readDeposits(read),
    statuses: readStatuses(read),
  }
}

/** Payers' personal data is sent to it. */
function readUrl(read: Reader): string {
  const url = read.baseUrl('PAY_OFFRAMP_HTTP_URL')
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' }
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol === 'http:' && !isHere) read.problems.push('PAY_OFFRAMP_HTTP_URL must use https')
  return url
}

/** Standard Webhooks reads the key from base64, which hex digits are too. */
function isSigningKey(secret: string): boolean {
  try {
    return standardWebhookSignature(secret, 'id', 0, '') !== ''
  } catch {
    return false
  }
}

function readDeposits(read: Reader): Readonly<Record<string, string>> {
  const name = 'PAY_OFFRAMP_HTTP_DEPOSITS'
  const deposits: Record<string, string> = {}
  for (const [networkId, address] of Object.entries(read.json(name) ?? {})) {
    const network = findNetwork(networkId)
    const isTaken = network !== undefined && takesCryptoToFiat(network)
    if (isTaken && typeof address === 'string' && isEvmAddress(address)) {
      deposits[networkId] = checksumAddress(address)
    } else {
      read.problems.push(`${name} must be a JSON object of network id to address`)
    }
  }
  if (Object.keys(deposits).length === 0) read.problems.push(`${name} names no address`)
  return deposits
}

function readStatuses(read: Reader): ProviderStatuses {
  const name = 'PAY_OFFRAMP_HTTP_STATUSES'
  const given = read.json(name) ?? {}
  const kinds = ['kyc', 'agreement', 'account', 'offramp']
  for (const kind of Object.keys(given)) {
    if (!kinds.includes(kind)) read.problems.push(`${name} may contain only ${kinds.join(', ')}`)
  }
  const statusesOf = <Status extends string>(
    kind: string,
    { moves }: { moves: Readonly<Record<Status, unknown>> },
  ): Readonly<Record<string, Status>> => {
    const isStatus = (text: unknown): text is Status =>
      typeof text === 'string' && Object.hasOwn(moves, text)
    const words: Record<string, Status> = {}
    for (const status of Object.keys(moves)) if (isStatus(status)) words[status] = status
    for (const [word, status] of Object.entries(recordOf(given[kind]))) {
      if (isStatus(status)) words[word] = status
      else read.problems.push(`${name}: ${kind} may lead to ${Object.keys(moves).join(', ')}`)
    }
    return words
  }
  return {
    kyc: statusesOf('kyc', kycMachine),
    agreement: statusesOf('agreement', agreementMachine),
    account: statusesOf('account', paymentDetailMachine),
    offramp: statusesOf('offramp', offrampMachine),
  }
}

function recordOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}
