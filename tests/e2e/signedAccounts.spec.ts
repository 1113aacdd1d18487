import {
  createDelegatingAccount,
  createEchoAccount,
  createSigningSafe,
  type SigningAccount,
} from '../support/signingAccounts.ts'
import { openCheckout } from './support/checkout.ts'
import { createPayment } from './support/createPayment.ts'
import { expectPaidOnce } from './support/expectPaidOnce.ts'
import { inspectScreen } from './support/inspectScreen.ts'
import { installWallet } from './support/installWallet.ts'
import { createStranger } from './support/payer.ts'
import { finish } from './support/payThrough.ts'
import { approvePermit2, mint } from './support/sponsoredTokens.ts'
import { expect, test } from './support/story.ts'

test.use({ sponsors: true })

const SIGNATURE =
  'Your wallet asks for a signature, with which the service sends exactly this payment.'

const ACCOUNTS = [
  { name: 'A Safe with two owners', create: createSigningSafe, bytes: 130 },
  { name: 'An ERC-1271 account', create: createEchoAccount, bytes: 32 },
  { name: 'An account that delegates (EIP-7702)', create: createDelegatingAccount, bytes: 65 },
] as const
const KINDS = [
  { symbol: 'USDC', primaryType: 'ReceiveWithAuthorization', approvals: 0 },
  { symbol: 'USDT', primaryType: 'PermitWitnessTransferFrom', approvals: 1 },
] as const

for (const { name, create, bytes } of ACCOUNTS) {
  for (const { symbol, primaryType, approvals } of KINDS) {
    const tag = symbol === 'USDC' ? [] : ['@deep']
    test(`${name} without coins pays in ${symbol} with one signature`, { tag }, async ({
      page,
      context,
      world,
    }) => {
      const account: SigningAccount = await create(world.devnet.chains)
      const payer = { ...createStranger(), address: account.address }
      await mint(world, payer.address, symbol)
      if (symbol === 'USDT') await approvePermit2(world, payer.address)
      const signatures: string[] = []
      await context.exposeFunction('__signForAccount', async (data: string) => {
        const signature = await account.sign(JSON.parse(data))
        signatures.push(signature)
        return signature
      })
      const wallet = await installWallet(context, world, payer, { account: payer.address })
      const payment = await createPayment(world, [{ symbol, amount: '12.5' }])
      const checkout = await openCheckout(page, world, payment)
      await checkout.connect()
      await checkout.expectState('review', SIGNATURE)
      await expect(checkout.element.getByText('No network fee').first()).toBeVisible()
      if (symbol === 'USDC') await inspectScreen(page, `the review of ${name}`)
      await finish(world, checkout)
      // A contract's account, and one that has delegated, begin with the nonce 1.
      await expectPaidOnce(world, {
        payment,
        checkout,
        payer,
        wallet,
        sends: 0,
        mined: 1 + approvals,
      })
      if (symbol === 'USDC') await inspectScreen(page, `the end of ${name}`)
      const asked = wallet.calls.filter(({ method }) => method === 'eth_signTypedData_v4')
      const types = asked.map(({ params }) => JSON.parse(String(params[1])).primaryType)
      expect(types).toEqual([primaryType])
      expect(signatures.map((signature) => signature.length / 2 - 1)).toEqual([bytes])
      const client = world.devnet.chains.client('devnet')
      expect(await client.getBalance({ address: payer.address })).toBe(0n)
    })
  }
}
