import { createRequire } from 'node:module'
import type { Chains } from '@secure-payment/devnet'
import {
  type Abi,
  type Address,
  concat,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  type Hex,
  hashTypedData,
  type TypedDataDefinition,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { deployEcho } from '../flows/support/smartAccounts.ts'

/** An account whose code verifies signatures (ERC-1271), without coins and tokens, on the first chain. */
export type SigningAccount = {
  readonly address: Address
  /** Signs EIP-712 data in the form that the account's code accepts. */
  sign(data: TypedDataDefinition): Promise<Hex>
}

type Artifact = { abi: Abi; bytecode: Hex }

const SENDER_INDEX = 8
const require = createRequire(import.meta.url)

/** Creates a Safe 1.5.0 with two owners, both of whom must sign: a signature has 130 bytes. */
export async function createSigningSafe(chains: Chains): Promise<SigningAccount> {
  const owners = [generatePrivateKey(), generatePrivateKey()]
    .map((key) => privateKeyToAccount(key))
    .sort((one, other) => (one.address.toLowerCase() < other.address.toLowerCase() ? -1 : 1))
  const safe: Artifact = require('@safe-global/safe-smart-account/build/artifacts/contracts/Safe.sol/Safe.json')
  const proxy: Artifact = require('@safe-global/safe-smart-account/build/artifacts/contracts/proxies/SafeProxy.sol/SafeProxy.json')
  const handler = await deploy(
    chains,
    require('@safe-global/safe-smart-account/build/artifacts/contracts/handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json'),
  )
  const address = await deploy(chains, proxy, [await deploy(chains, safe)])
  await chains.wallet('devnet', SENDER_INDEX).sendTransactionSync({
    to: address,
    data: encodeFunctionData({
      abi: safe.abi,
      functionName: 'setup',
      args: [
        owners.map((owner) => owner.address),
        2n,
        zeroAddress,
        '0x',
        handler,
        zeroAddress,
        0n,
        zeroAddress,
      ],
    }),
  })
  const chainId = await chains.client('devnet').getChainId()
  return {
    address,
    async sign(data) {
      const message = encodeAbiParameters([{ type: 'bytes32' }], [hashTypedData(data)])
      const typed = {
        domain: { chainId, verifyingContract: address },
        types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
        primaryType: 'SafeMessage',
        message: { message },
      } as const
      return concat(await Promise.all(owners.map((owner) => owner.signTypedData(typed))))
    },
  }
}

/** Creates an ERC-1271 account whose signatures have 32 bytes. */
export async function createEchoAccount(chains: Chains): Promise<SigningAccount> {
  const address = getAddress(await deployEcho(chains))
  return { address, sign: async (data) => hashTypedData(data) }
}

/** Creates an account with a key that delegates to Simple7702Account 0.8.0 (EIP-7702). */
export async function createDelegatingAccount(chains: Chains): Promise<SigningAccount> {
  const artifact = require('@account-abstraction/contracts/artifacts/Simple7702Account.json')
  const contractAddress = await deploy(chains, artifact)
  const account = privateKeyToAccount(generatePrivateKey())
  const client = chains.client('devnet')
  const chainId = await client.getChainId()
  const authorization = await account.signAuthorization({ contractAddress, chainId, nonce: 0 })
  await chains.wallet('devnet', SENDER_INDEX).sendTransactionSync({
    to: zeroAddress,
    authorizationList: [authorization],
  })
  const code = await client.getCode({ address: account.address })
  if (code !== `0xef0100${contractAddress.slice(2).toLowerCase()}`)
    throw new Error(`${account.address} does not delegate.`)
  return { address: account.address, sign: (data) => account.signTypedData(data) }
}

async function deploy(
  chains: Chains,
  { abi, bytecode }: Artifact,
  args: readonly unknown[] = [],
): Promise<Address> {
  const data = encodeDeployData({ abi, bytecode, args })
  const wallet = chains.wallet('devnet', SENDER_INDEX)
  const { contractAddress } = await wallet.sendTransactionSync({ data })
  if (!contractAddress) throw new Error('The deployment created no contract.')
  return getAddress(contractAddress)
}
