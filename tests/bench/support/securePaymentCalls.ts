import { formatDestinationId } from '@secure-payment/core/destinations'
import { getCurrency } from '@secure-payment/core/networks'
import type { LoadRequest } from '../children/loadGenerator.ts'
import { API_KEY } from './hostSettings.ts'

const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const BODIES = 64

/** Returns varied calls to `POST /v2/secure-payments`: half by destination, half by payee and currencies; half with a fee. */
export function securePaymentCalls(itemsEach = 1): LoadRequest[] {
  return Array.from({ length: BODIES }, (_, index) => ({
    method: 'POST',
    path: '/v2/secure-payments',
    headers: { 'x-api-key': API_KEY },
    body: JSON.stringify({
      reference: `order-${index}`,
      ...(index % 4 < 2 ? {} : { feePercentage: '1.5', feeAddress: PAYEE }),
      requests: Array.from({ length: itemsEach }, (_each, at) => createItem(index + at)),
    }),
  }))
}

function createItem(index: number) {
  const { network, token } = getCurrency('USDC-base')
  if (network === null || token === null) throw new Error('The registry has no USDC on base.')
  const amount = `${1 + index}.25`
  if (index % 2 === 1) {
    return { payee: PAYEE, invoiceCurrency: 'USDC-base', paymentCurrency: 'USDC-base', amount }
  }
  const { destinationId } = formatDestinationId({
    walletAddress: PAYEE,
    chainId: network.chainId,
    tokenAddress: token.address,
  })
  return { destinationId, amount }
}
