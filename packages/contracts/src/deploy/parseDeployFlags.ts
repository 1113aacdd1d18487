import { parseArgs } from 'node:util'
import { findNetwork, type Network, networks } from '@secure-payment/core/networks'
import { type Address, getAddress, type Hex, isAddress, isHex, size, zeroAddress } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { DeployFlagError } from '../errors.ts'

/** The inputs of every deployment. Addresses carry their checksum. */
export type ChainPlan = {
  network: Network
  rpcUrl: string
  /** Null for the registry's ERC20FeeProxy. */
  feeProxy: Address | null
  privateKey: Hex
}

/** The inputs of a deployment of ERC20RecurringPaymentProxy. */
export type RecurringPlan = ChainPlan & { contract: 'recurring'; admin: Address; relayer: Address }

/** The inputs of a deployment of ERC20SignedPayment. `permit2`: null for the registry's, the zero address for none. */
export type SignedPlan = ChainPlan & { contract: 'signed-payment'; permit2: Address | null }

export type DeployPlan = RecurringPlan | SignedPlan

/** The usage of the command. */
export const USAGE = `DEPLOYER_PRIVATE_KEY=0x… npx @secure-payment/contracts \\
  --network NETWORK --rpc URL --admin ADDRESS --relayer ADDRESS [--fee-proxy ADDRESS]
DEPLOYER_PRIVATE_KEY=0x… npx @secure-payment/contracts signed-payment \\
  --network NETWORK --rpc URL [--fee-proxy ADDRESS] [--permit2 ADDRESS]

The first deploys ERC20RecurringPaymentProxy, the second ERC20SignedPayment.

  --network NETWORK     id of the network, such as base
  --rpc URL             a JSON-RPC node of it
  --admin ADDRESS       may appoint relayers and pause; best a multisig
  --relayer ADDRESS     account of the key in the host's PAY_RELAYER_PRIVATE_KEY
  --fee-proxy ADDRESS   the ERC20FeeProxy to pay through (default: the registry's)
  --permit2 ADDRESS     the network's Permit2, or none (default: the registry's)

DEPLOYER_PRIVATE_KEY pays for the deployment and has no right in the contract.
In a clone of the repository, begin with: npm run --silent deploy:recurring --workspace @secure-payment/contracts --
or: npm run --silent deploy:signed-payment --workspace @secure-payment/contracts --
`

const OPTIONS = {
  help: { type: 'boolean' },
  network: { type: 'string' },
  rpc: { type: 'string' },
  admin: { type: 'string' },
  relayer: { type: 'string' },
  'fee-proxy': { type: 'string' },
  permit2: { type: 'string' },
} as const
const PRIVATE_KEY_BYTES = 32

/** Parses the command line and the deployer's key. Returns null for `--help`. Throws DeployFlagError. */
export function parseDeployFlags(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): DeployPlan | null {
  const { values, positionals } = parse(argv)
  if (values.help === true) return null
  const [contract = 'recurring', ...others] = positionals
  if (others.length > 0 || (contract !== 'recurring' && contract !== 'signed-payment'))
    throw new DeployFlagError({
      flag: 'The command line',
      problem: `names "${positionals.join(' ')}", which is neither recurring nor signed-payment`,
    })
  requireNone(values, contract === 'recurring' ? ['permit2'] : ['admin', 'relayer'], contract)
  const feeProxy = values['fee-proxy']
  const chain = () => ({
    feeProxy: feeProxy === undefined ? null : readAddress('--fee-proxy', feeProxy),
    privateKey: readPrivateKey(environment['DEPLOYER_PRIVATE_KEY']),
  })
  const where = { network: readNetwork(values.network), rpcUrl: readUrl(values.rpc) }
  if (contract === 'signed-payment')
    return { contract, ...where, permit2: readPermit2(values.permit2), ...chain() }
  return {
    contract,
    ...where,
    admin: readAddress('--admin', values.admin),
    relayer: readAddress('--relayer', values.relayer),
    ...chain(),
  }
}

/** Rejects flags of the other contract. */
function requireNone(
  values: Readonly<Record<string, unknown>>,
  names: readonly string[],
  contract: string,
): void {
  const name = names.find((flag) => values[flag] !== undefined)
  if (name === undefined) return
  throw new DeployFlagError({ flag: `--${name}`, problem: `does not apply to ${contract}` })
}

function readPermit2(text: string | undefined): Address | null {
  if (text === undefined) return null
  return text === 'none' ? zeroAddress : readAddress('--permit2', text)
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    const problem = error instanceof Error ? error.message.split('.')[0] : String(error)
    throw new DeployFlagError({
      flag: 'The command line',
      problem: `cannot be parsed: ${problem}`,
    })
  }
}

function readNetwork(id: string | undefined): Network {
  const flag = '--network'
  const known = networks.filter(({ family }) => family === 'evm').map((network) => network.id)
  const hint = `Use one of: ${known.join(', ')}.`
  if (id === undefined) throw new DeployFlagError({ flag, problem: 'is missing', hint })
  const network = findNetwork(id)
  if (!network) throw new DeployFlagError({ flag, problem: `"${id}" is unknown`, hint })
  if (network.family === 'evm') return network
  throw new DeployFlagError({ flag, problem: `"${id}" is not an EVM chain`, hint })
}

function readUrl(url: string | undefined): string {
  const flag = '--rpc'
  if (url === undefined) throw new DeployFlagError({ flag, problem: 'is missing' })
  if (/^https?:\/\/\S+$/.test(url) && URL.canParse(url)) return url
  throw new DeployFlagError({ flag, problem: 'must be an http(s) URL' })
}

function readAddress(flag: string, text: string | undefined): Address {
  if (text === undefined) throw new DeployFlagError({ flag, problem: 'is missing' })
  if (!isAddress(text, { strict: false })) {
    throw new DeployFlagError({ flag, problem: `"${text}" is not an address` })
  }
  const isMixed = /[a-f]/.test(text.slice(2)) && /[A-F]/.test(text.slice(2))
  const address = getAddress(text.toLowerCase())
  if (isMixed && text !== address) {
    const hint = 'Check each character.'
    throw new DeployFlagError({ flag, problem: `"${text}" has a wrong EIP-55 checksum`, hint })
  }
  if (address === zeroAddress) {
    throw new DeployFlagError({ flag, problem: 'must not be the zero address' })
  }
  return address
}

/** Reads the deployer's key. No error message contains it. */
function readPrivateKey(text: string | undefined): Hex {
  const flag = 'DEPLOYER_PRIVATE_KEY'
  if (text === undefined || text === '') {
    const hint = 'Set it in the environment, not on the command line.'
    throw new DeployFlagError({ flag, problem: 'is missing', hint })
  }
  const problem = 'must be 0x and 64 hex digits, and a valid secp256k1 key'
  if (!isHex(text) || size(text) !== PRIVATE_KEY_BYTES) throw new DeployFlagError({ flag, problem })
  try {
    privateKeyToAddress(text)
    return text
  } catch {
    throw new DeployFlagError({ flag, problem })
  }
}
