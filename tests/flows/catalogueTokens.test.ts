import { getCurrency } from '@secure-payment/core/catalogue'
import { type Chains, startChains } from '@secure-payment/devnet'
import { parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pay } from './support/pay.ts'
import { startWorld, type World } from './support/startWorld.ts'
import { waitFor } from './support/waitFor.ts'

const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** The token is in the catalogue but not in the registry; the chain has no such token until this suite deploys it. */
const CBBTC = '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf'
const UNITS = 12_345_678n
const MINT = parseAbi(['function mint(address to, uint256 amount)'])

let chains: Chains
let world: World
beforeAll(async () => {
  chains = await startChains({ networks: ['base'] })
  world = await startWorld(chains, { network: 'base', confirmations: 1 })
  const client = chains.client('base')
  const bytecode = await client.getCode({ address: chains.token('base', 'DAI').address })
  if (bytecode === undefined) throw new Error('The chain has no DAI.')
  await client.setCode({ address: CBBTC, bytecode })
  const payer = chains.wallet('base', 1)
  await payer.writeContractSync({
    address: CBBTC,
    abi: MINT,
    functionName: 'mint',
    args: [payer.account.address, 2n * UNITS],
  })
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

describe('A catalogue token', () => {
  it('a catalogue token is paid through the proxy, detected, confirmed and reported with its own decimals', async () => {
    expect(getCurrency('cbBTC-base').currency).toMatchObject({ address: CBBTC, decimals: 8 })
    const [request] = await world.create([{ payee: PAYEE, token: CBBTC, units: UNITS }])
    if (request === undefined) throw new Error('Nothing was created.')
    const txHash = await pay(world, request)
    // A public network needs at least one confirmation.
    await chains.client('base').mine({ blocks: 1 })
    const paid = await world.until(request.id, ({ status }) => status === 'paid')
    expect(paid).toMatchObject({ paid_units: UNITS.toString(), tx_hash: txHash })
    const [event] = await waitFor('the webhook', () => {
      const events = world.events(request.id)
      return events.length > 0 ? events : null
    })
    expect(event).toMatchObject({
      event: 'payment.confirmed',
      amount: '0.12345678',
      totalAmountPaid: '0.12345678',
      currency: 'cbBTC',
      paymentCurrency: 'cbBTC',
      invoiceCurrencyId: 'cbBTC-base',
      network: 'base',
      txHash,
    })
  })
})
