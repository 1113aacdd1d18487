import { networks } from '@secure-payment/core/networks'
import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { signedPaymentAddress } from './signedPaymentAddress.ts'

/** Networks whose nodes lack the opcodes that the contract needs, or derive addresses in another way. */
const UNSUPPORTED = ['fantom', 'zksyncera', 'tron']
const published = networks.filter(({ isLocal }) => !isLocal)

describe('The registry', () => {
  it.each(published.filter(({ id }) => !UNSUPPORTED.includes(id)))(
    'the registry has the deterministic address of ERC20SignedPayment on $id',
    ({ contracts: { ERC20SignedPayment, ERC20FeeProxy, Permit2 } }) => {
      const address = signedPaymentAddress({
        feeProxy: getAddress(ERC20FeeProxy?.address ?? ''),
        permit2: getAddress(Permit2?.address ?? ''),
      })
      expect(ERC20SignedPayment?.address).toBe(address)
    },
  )

  it.each(published.filter(({ id }) => UNSUPPORTED.includes(id)))(
    'the registry has no ERC20SignedPayment on $id',
    ({ contracts }) => {
      expect(contracts.ERC20SignedPayment).toBeUndefined()
      expect(contracts.Permit2).toBeUndefined()
    },
  )
})
