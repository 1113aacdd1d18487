import type { BrandColours } from '@secure-payment/core'

/** The preview of a branding that may not be saved yet. */
export type PreviewBranding = {
  readonly colours: BrandColours
  readonly logoUrl: string | null
  readonly termsUrl: string
  readonly privacyUrl: string
}

/** A token without a payment. */
export const PREVIEW_TOKEN = '01KB4Z8Q6V3M2N5P7R9T0W1X2Y'

const REQUEST_ID = `01${'0'.repeat(64)}`
const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/**
 * Responds to the element in the preview with a fictitious payment that has this branding. Sends no request to a service.
 */
export function createPreviewFetch(
  merchantName: string,
  branding: PreviewBranding,
  now: number,
): typeof fetch {
  return async (_input, init) => {
    if (init?.method !== undefined && init.method !== 'GET') return new Response('{}')
    const body = JSON.stringify(describePayment(merchantName, branding, now))
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  }
}

function describePayment(merchantName: string, branding: PreviewBranding, now: number) {
  const at = (offsetMs: number) => new Date(now + offsetMs).toISOString()
  const colours = Object.fromEntries(
    Object.entries(branding.colours).filter(([, colour]) => colour !== null),
  )
  return {
    token: PREVIEW_TOKEN,
    paymentType: 'single',
    flow: 'get_paid',
    status: 'pending',
    network: 'base',
    reference: 'Order 7781',
    requestIds: [REQUEST_ID],
    createdAt: at(0),
    expiresAt: at(7 * 86_400_000),
    completedAt: null,
    serverTime: at(0),
    chain: {
      id: 'base',
      name: 'Base',
      chainId: 8453,
      isTestnet: false,
      isLocal: false,
      explorerUrl: 'https://basescan.org',
      rpcUrl: null,
      nativeCurrency: { symbol: 'ETH', decimals: 18 },
    },
    items: [
      {
        requestId: REQUEST_ID,
        payee: PAYEE,
        amount: '48.5',
        invoiceCurrency: 'USDC-base',
        paymentCurrency: 'USDC-base',
        symbol: 'USDC',
        decimals: 6,
        tokenAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        isNativeCurrency: false,
        paymentReference: '0x7d1e0a92c4b85f36',
        fee: null,
        status: 'created',
        amountPaid: '0',
        remainingAmount: '48.5',
        conversion: null,
      },
    ],
    merchant: {
      name: merchantName || null,
      logoUrl: branding.logoUrl,
      supportUrl: null,
      supportEmail: null,
    },
    transactions: [],
    lastAttempt: null,
    branding: {
      id: PREVIEW_TOKEN,
      ...colours,
      ...(branding.termsUrl === '' ? {} : { termsPath: branding.termsUrl }),
      ...(branding.privacyUrl === '' ? {} : { privacyPath: branding.privacyUrl }),
      displayRequestBranding: false,
    },
  }
}
