import type { SecurePayment } from '@secure-payment/core/api'
import { maskWallet } from './maskWallet.ts'

/**
 * Shortens every payee's address of a payment as it is told to somebody who need not know it, and leaves out the ids that hold one.
 * This is discretion, not secrecy: what is paid on chain is public.
 */
export function maskPayees(payment: SecurePayment): SecurePayment {
  const items = payment.items.map((item) => ({ ...item, payee: maskWallet(item.payee) }))
  if (payment.paymentType === 'single') {
    const { payee, destination } = payment
    return {
      ...payment,
      items,
      payee: maskWallet(payee),
      destination: destination && maskDestination(destination),
      isPayeeAddressMasked: true,
    }
  }
  return {
    ...payment,
    items,
    payees: payment.payees.map(maskWallet),
    destinations: payment.destinations.map((one) => one && maskDestination(one)),
    isPayeeAddressMasked: true,
  }
}

type Destination = NonNullable<Extract<SecurePayment, { paymentType: 'single' }>['destination']>

function maskDestination({ tokenAddress, walletAddress, network }: Destination): Destination {
  const wallet = maskWallet(walletAddress)
  return { payeeAddress: wallet, tokenAddress, walletAddress: wallet, network, isMasked: true }
}
