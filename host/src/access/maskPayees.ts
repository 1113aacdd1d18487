import type { SecurePayment } from '@secure-payment/core/api'
import { maskWallet } from './maskWallet.ts'

/**
 * Shortens every payee's address in a payment for a reader who does not need it, and omits ids that contain one. Shortening protects only
 * against casual readers, because payments on chain are public.
 */
export function maskPayees(payment: SecurePayment): SecurePayment {
  const items = payment.items.map((item) => ({ ...item, payee: maskWallet(item.payee) }))
  if (payment.paymentType === 'single') {
    const { payee, destination, options } = payment
    return {
      ...payment,
      items,
      ...(options !== undefined && {
        options: options.map((option) => ({ ...option, payee: maskWallet(option.payee) })),
      }),
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
