import { randomBytes } from 'node:crypto'
import { testTokenAbi } from '@secure-payment/devnet'
import { type Address, type Hex, parseEther, parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { World } from './world.ts'

/** A payer whom no other story uses: nonce 0, no allowances. */
export type Payer = { address: Address; privateKey: Hex }

/** A payer's initial balance on each chain: native coins, and whole tokens of each kind in `FUNDED_TOKENS`. */
export const PAYER_COINS = parseEther('100')
export const PAYER_TOKENS = '1000'
const FUNDED_TOKENS = ['USDC', 'USDT', 'DAI', 'FEE'] as const
const NETWORKS = ['devnet', 'devnet-b'] as const
/** The devnet account that distributes tokens. */
const FUNDER_INDEX = 2

/** Creates an unused address. */
export function createStranger(): Payer {
  const privateKey: Hex = `0x${randomBytes(32).toString('hex')}`
  return { address: privateKeyToAccount(privateKey).address, privateKey }
}

/** Creates a payer with coins on every chain and tokens on the first chain. */
export async function createPayer(world: Pick<World, 'devnet'>): Promise<Payer> {
  const payer = createStranger()
  await fundPayer(world, payer)
  return payer
}

/** Gives an address coins on every chain and tokens on the first chain. */
export async function fundPayer(
  { devnet }: Pick<World, 'devnet'>,
  payer: Pick<Payer, 'address'>,
): Promise<void> {
  for (const network of NETWORKS) {
    await devnet.chains.client(network).setBalance({ address: payer.address, value: PAYER_COINS })
  }
  const funder = devnet.chains.wallet('devnet', FUNDER_INDEX)
  for (const symbol of FUNDED_TOKENS) {
    const { address, decimals } = devnet.chains.token('devnet', symbol)
    await funder.writeContractSync({
      address,
      abi: testTokenAbi,
      functionName: 'mint',
      args: [payer.address, parseUnits(PAYER_TOKENS, decimals)],
    })
  }
}
