import { readFileSync } from 'node:fs'
import type { Chains } from '@secure-payment/devnet'
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  pad,
  parseAbi,
  toHex,
} from 'viem'

/** A test account's behaviours when it verifies a signature, in the order of SmartAccount.sol. */
export const BEHAVIOURS = [
  'signs honestly',
  'returns another magic value',
  'reverts',
  'burns all its gas',
  'returns a megabyte',
  'returns a megabyte that begins with the magic value',
  'returns four bytes',
  'returns the magic value and another bit',
  'returns true',
  'reverts with the magic value',
] as const

const NETWORK = 'devnet'
const DEPLOYER = 8
const factoryAbi = parseAbi([
  'function create(address owner, bytes32 salt) returns (address)',
  'function addressOf(address owner, bytes32 salt) view returns (address)',
])

/** Returns a contract's creation code from packages/devnet/artifacts. */
export function readCreationCode(name: string): Hex {
  const url = new URL(`../../../packages/devnet/artifacts/${name}.json`, import.meta.url)
  const { bytecode }: { bytecode: Hex } = JSON.parse(readFileSync(url, 'utf8'))
  return bytecode
}

/** Deploys a smart account whose owner is a key. */
export function deployAccount(
  chains: Chains,
  owner: Address,
  behaviour: (typeof BEHAVIOURS)[number] = 'signs honestly',
): Promise<Address> {
  const args = encodeAbiParameters(
    [{ type: 'address' }, { type: 'uint8' }],
    [owner, BEHAVIOURS.indexOf(behaviour)],
  )
  return deploy(chains, concat([readCreationCode('SmartAccount'), args]))
}

/** Deploys an account whose signature is the signed hash itself. */
export function deployEcho(chains: Chains): Promise<Address> {
  return deploy(chains, readCreationCode('EchoAccount'))
}

/** Deploys a smart account factory. */
export function deployFactory(chains: Chains): Promise<Address> {
  return deploy(chains, readCreationCode('SmartAccountFactory'))
}

/** Plans an account that is not deployed yet: its address, and the factory call that would deploy it. */
export async function planAccount(
  chains: Chains,
  factory: Address,
  owner: Address,
): Promise<{ address: Address; data: Hex }> {
  const salt = pad(toHex(Math.floor(Math.random() * 1e12)))
  const args = [owner, salt] as const
  const address = await chains.client(NETWORK).readContract({
    address: factory,
    abi: factoryAbi,
    functionName: 'addressOf',
    args,
  })
  return { address, data: encodeFunctionData({ abi: factoryAbi, functionName: 'create', args }) }
}

async function deploy(chains: Chains, code: Hex): Promise<Address> {
  const wallet = chains.wallet(NETWORK, DEPLOYER)
  const { contractAddress } = await wallet.sendTransactionSync({ data: code })
  if (!contractAddress) throw new Error('Nothing was deployed.')
  return contractAddress
}
