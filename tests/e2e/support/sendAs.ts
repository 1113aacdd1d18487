import { createWalletClient, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Payer } from './payer.ts'
import type { World } from './world.ts'

/** A call in the format that the service and wallets use. */
export type SentCall = { to: string; data: string; value?: unknown }

/** Sends a call directly from a payer's account, without a page or wallet; throws when there is no call. */
export async function sendAs(
  { devnet }: Pick<World, 'devnet'>,
  payer: Payer,
  call: SentCall | undefined,
): Promise<Hex> {
  if (call === undefined) throw new Error('There is nothing to send.')
  const { definition, rpcUrl } = devnet.chains.chain('devnet')
  const wallet = createWalletClient({
    account: privateKeyToAccount(payer.privateKey),
    chain: definition,
    transport: http(rpcUrl),
  })
  const hex = (text: string): Hex => `0x${text.slice(2)}`
  const value = BigInt(String(Object(call.value).hex ?? call.value ?? 0))
  return wallet.sendTransaction({ to: hex(call.to), data: hex(call.data), value })
}
