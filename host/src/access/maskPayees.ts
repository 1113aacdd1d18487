import type { SecurePayment } from '@secure-payment/core/api'

/**
 * Shortens every payee's address of a payment as it is told to somebody who need not know it, and leaves out the ids that hold one.
 * This is discretion, not secrecy: what is paid on chain is public.
 */
export function maskPayees(payment: SecurePayment): SecurePayment {
  const items = payment.items.map((item) => ({ ...item, payee: maskAddress(item.payee) }))
  if (payment.paymentType === 'single') {
    const { payee, destination } = payment
    return {
      ...payment,
      items,
      payee: maskAddress(payee),
      destination: destination && maskDestination(destination),
      isPayeeAddressMasked: true,
    }
  }
  return {
    ...payment,
    items,
    payees: payment.payees.map(maskAddress),
    destinations: payment.destinations.map((one) => one && maskDestination(one)),
    isPayeeAddressMasked: true,
  }
}

type Destination = NonNullable<Extract<SecurePayment, { paymentType: 'single' }>['destination']>

function maskDestination({ tokenAddress, walletAddress, network }: Destination): Destination {
  const wallet = maskAddress(walletAddress)
  return { payeeAddress: wallet, tokenAddress, walletAddress: wallet, network, isMasked: true }
}

function maskAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
