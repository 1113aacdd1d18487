import { checksumAddress, isEvmAddress } from '@secure-payment/core/evm'
import { findNetwork } from '@secure-payment/core/networks'
import {
  agreementMachine,
  kycMachine,
  offrampMachine,
  paymentDetailMachine,
} from '@secure-payment/core/offramp'
import { z } from 'zod'
import {
  checked,
  type Form,
  form,
  json,
  optional,
  providerUrl,
  setting,
  signingSecret,
  wholeNumber,
} from './settingForms.ts'
import { takesCryptoToFiat } from './takesCryptoToFiat.ts'

const MAX_DELAY_MS = 24 * 3_600_000

const checksummed: Form<string> = form('must be one address', (value) =>
  isEvmAddress(value) ? checksumAddress(value) : undefined,
)

/** The settings of the sandbox: the provider for local and test networks, which transfers no money. */
export const sandboxSettings = z.object({
  /** The deposit address, with checksum. Null selects an account whose private key is public, which is allowed only on local networks. */
  depositAddress: optional('PAY_OFFRAMP_SANDBOX_ADDRESS', checksummed).describe(
    'Address that receives the sandbox’s payments. Default: the last account of the well-known test mnemonic, only on local networks; on Sepolia no request is paid out without it.',
  ),
  /** The delay between two steps of a check or an offramp. */
  delayMs: setting('PAY_OFFRAMP_SANDBOX_DELAY_MS', '2000', wholeNumber(0, MAX_DELAY_MS)).describe(
    'Milliseconds between two steps of the sandbox.',
  ),
})

const providerId = checked((id) =>
  /^(?!sandbox-offramp$)[a-z0-9][a-z0-9_-]{0,62}$/.test(id)
    ? null
    : 'must be 1 to 63 lower-case letters, digits, hyphens or underscores, begin with a letter or digit, and not be sandbox-offramp',
)

const DEPOSITS = 'must be a JSON object of network id to address'

const deposits: Form<Readonly<Record<string, string>>> = json(
  DEPOSITS,
  z
    .record(
      z.string().refine((id) => {
        const network = findNetwork(id)
        return network !== undefined && takesCryptoToFiat(network)
      }),
      z
        .string(DEPOSITS)
        .refine(isEvmAddress, DEPOSITS)
        .transform((address) => checksumAddress(address)),
      DEPOSITS,
    )
    .refine((addresses) => Object.keys(addresses).length > 0, 'names no address'),
)

/** Returns the schema of a mapping from the provider's statuses to this service's; the service's own statuses need no entry. */
function words<Status extends string>(
  kind: string,
  { moves }: { moves: Readonly<Record<Status, unknown>> },
) {
  const isStatus = (word: unknown): word is Status =>
    typeof word === 'string' && Object.hasOwn(moves, word)
  const own = Object.fromEntries(
    Object.keys(moves).flatMap((word) => (isStatus(word) ? [[word, word]] : [])),
  )
  const message = `: ${kind} may lead to ${Object.keys(moves).join(', ')}`
  return z
    .record(z.string(), z.custom<Status>(isStatus, message), message)
    .default({})
    .transform((given): Readonly<Record<string, Status>> => ({ ...own, ...given }))
}

const STATUSES = {
  kyc: words('kyc', kycMachine),
  agreement: words('agreement', agreementMachine),
  account: words('account', paymentDetailMachine),
  offramp: words('offramp', offrampMachine),
}

const statuses = json(
  'must be a JSON object',
  z.strictObject(STATUSES, {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? `may contain only ${Object.keys(STATUSES).join(', ')}`
        : 'must be a JSON object',
  }),
)

/** The settings of a provider with an HTTP API. */
export const httpSettings = z.object({
  /** The provider's URL, without a trailing slash; the URL may have a path. */
  url: setting('PAY_OFFRAMP_HTTP_URL', '', providerUrl).describe(
    'URL of the provider of PAY_OFFRAMP=http.',
  ),
  /** The provider's name in webhooks and records. */
  id: setting('PAY_OFFRAMP_HTTP_ID', 'offramp', providerId).describe(
    'Name of the provider in records and webhooks: at most 63 lower-case letters, digits, hyphens and underscores.',
  ),
  /** The secret that signs messages in both directions. */
  secret: setting('PAY_OFFRAMP_HTTP_SECRET', '', signingSecret('PAY_OFFRAMP=http')).describe(
    'Secret that signs calls to the provider and its callbacks, as in Standard Webhooks. The secret is base64 (with or without the prefix whsec_) or hex, at least 32 characters.',
  ),
  /** Network ids and the deposit addresses on them, with checksum. */
  deposits: setting('PAY_OFFRAMP_HTTP_DEPOSITS', '', deposits).describe(
    'JSON object of network id to the address where the provider receives USDC; it defines the networks from which payments can be paid out.',
  ),
  /** The mapping from the provider's statuses to the service's, by kind; the service's own statuses need no entry. */
  statuses: setting('PAY_OFFRAMP_HTTP_STATUSES', '', statuses).describe(
    'Mapping of the provider’s statuses as JSON: one object each for kyc, agreement, account and offramp, such as {"kyc":{"verified":"approved"}}. The statuses of this service need no mapping.',
  ),
})
