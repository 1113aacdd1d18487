import { testTokenAbi } from '@secure-payment/devnet'
import { type Address, getAddress, maxUint256, parseUnits } from 'viem'
import { PAYER_COINS, PAYER_TOKENS } from './payer.ts'
import type { World } from './world.ts'

const PERMIT2 = getAddress('0x000000000022d473030f116ddee9f6b43ac78ba3')
const FUNDER_INDEX = 2

/** Gives an account tokens on the first chain. */
export async function mint({ devnet }: World, owner: Address, symbol: string): Promise<void> {
  const token = devnet.chains.token('devnet', symbol)
  await devnet.chains.wallet('devnet', FUNDER_INDEX).writeContractSync({
    address: token.address,
    abi: testTokenAbi,
    functionName: 'mint',
    args: [owner, parseUnits(PAYER_TOKENS, token.decimals)],
  })
}

/** Approves Permit2 for USDT as an account, which has no coins afterwards. */
export async function approvePermit2({ devnet }: World, owner: Address): Promise<void> {
  const client = devnet.chains.client('devnet')
  await client.setBalance({ address: owner, value: PAYER_COINS })
  await client.impersonateAccount({ address: owner })
  await client.writeContractSync({
    account: owner,
    chain: null,
    address: devnet.chains.token('devnet', 'USDT').address,
    abi: testTokenAbi,
    functionName: 'approve',
    args: [PERMIT2, maxUint256],
  })
  await client.stopImpersonatingAccount({ address: owner })
  await client.setBalance({ address: owner, value: 0n })
}
