import { readFileSync } from 'node:fs'
import type { Chains } from '@secure-payment/devnet'
import { type Abi, type Address, encodeDeployData, getAddress, type Hex, parseAbi } from 'viem'

/** QuirkyToken's deviations from ERC-20, in the order of QuirkyToken.sol. */
const BEHAVIOURS = [
  'honest',
  'refuses pulls',
  'refuses sends',
  'only reports transfers',
  'charges the sender',
  'charges the receiver',
  'calls back',
] as const

/** A token with a configurable deviation from ERC-20. */
export type QuirkyToken = {
  address: Address
  mint(to: Address, amount: bigint): Promise<unknown>
  behave(behaviour: (typeof BEHAVIOURS)[number]): Promise<unknown>
  /** Sets the address that the token calls back, and the data; for a token that charges receivers, sets the exempt address. */
  aim(target: Address, data?: Hex): Promise<unknown>
}

const abi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function behave(uint8 behaviour)',
  'function aim(address target, bytes data)',
])
const DEPLOYER = 8

/** Deploys a token without deviations. */
export async function deployQuirkyToken(chains: Chains, network: string): Promise<QuirkyToken> {
  const wallet = chains.wallet(network, DEPLOYER)
  const data = encodeDeployData({ ...readArtifact(), args: ['Quirky', 'QRK', 18] })
  const { contractAddress } = await wallet.sendTransactionSync({ data })
  if (!contractAddress) throw new Error('No token was deployed.')
  const address = getAddress(contractAddress)
  return {
    address,
    mint: (to, amount) =>
      wallet.writeContractSync({ address, abi, functionName: 'mint', args: [to, amount] }),
    behave: (behaviour) =>
      wallet.writeContractSync({
        address,
        abi,
        functionName: 'behave',
        args: [BEHAVIOURS.indexOf(behaviour)],
      }),
    aim: (target, data = '0x') =>
      wallet.writeContractSync({ address, abi, functionName: 'aim', args: [target, data] }),
  }
}

function readArtifact(): { abi: Abi; bytecode: Hex } {
  const url = new URL('../../../packages/devnet/artifacts/QuirkyToken.json', import.meta.url)
  return JSON.parse(readFileSync(url, 'utf8'))
}
