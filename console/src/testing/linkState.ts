import type { ListedLink, RequestDetail, SecurePaymentState, StoredPolicy } from '../api.ts'
import { requestDetail } from './requestDetail.ts'

const PAYEE = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'
const REQUEST_ID = `01${'a'.repeat(64)}`

/** The test link's token. */
export const LINK_TOKEN = '01KB4Z8Q6V3M2N5P7R9T0W1X2Y'

/** The test link's address. */
export const LINK_URL = `https://pay.example.test/?token=${LINK_TOKEN}`

/** Returns an open link for 80 dollars, as in a list, with the given changes. */
export function listedLink(patch: Partial<ListedLink>): ListedLink {
  return {
    token: LINK_TOKEN,
    securePaymentUrl: LINK_URL,
    receiptUrl: null,
    status: 'pending',
    paymentType: 'single',
    flow: 'get_paid',
    createdAt: '2026-11-21T09:30:00.000Z',
    expiresAt: '2030-11-28T09:30:00.000Z',
    redirectUrl: null,
    redirectLabel: null,
    revision: 1,
    isReusable: false,
    linkToken: null,
    paymentCount: null,
    network: 'mainnet',
    reference: '1042',
    title: 'Two chairs',
    firstLine: 'Chair',
    lineCount: 2,
    completedAt: null,
    feePlan: null,
    combinedInto: null,
    itemCount: 1,
    items: [
      {
        requestId: REQUEST_ID,
        payee: PAYEE,
        amount: '80',
        amountPaid: '0',
        invoiceCurrency: 'USD',
        paymentCurrency: 'USDC-mainnet',
        status: 'created',
        reference: '1042',
        customerInfo: { firstName: 'Ana', lastName: 'Silva', email: 'ana@example.test' },
      },
    ],
    ...patch,
  }
}

/** Returns the data of an open link's lookup by request that the console reads, with the given changes. */
export function linkSummary(patch: Partial<ListedLink> & { accessPolicy?: StoredPolicy | null }) {
  const { accessPolicy = null, ...listed } = patch
  return { ...listedLink(listed), accessPolicy }
}

type SingleState = Extract<SecurePaymentState, { paymentType: 'single' }>

/** Returns one item for 80 dollars, as on the payment page, with the given changes. */
export function linkItem(
  patch: Partial<SingleState['items'][number]>,
): SingleState['items'][number] {
  return {
    requestId: REQUEST_ID,
    payee: PAYEE,
    amount: '80',
    invoiceCurrency: 'USD',
    paymentCurrency: 'USDC-mainnet',
    symbol: 'USD',
    decimals: 8,
    tokenAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    isNativeCurrency: false,
    paymentReference: '0x7d1e0a92c4b85f36',
    fee: null,
    status: 'created',
    amountPaid: '0',
    amountSpent: '0',
    remainingAmount: '80',
    conversion: null,
    ...patch,
  }
}

/** Returns the data of an open link for 80 dollars, with the given changes. */
export function linkState(patch: Partial<SingleState>): SingleState {
  return {
    paymentType: 'single',
    token: LINK_TOKEN,
    receiptUrl: null,
    status: 'pending',
    flow: 'get_paid',
    network: 'mainnet',
    reference: '1042',
    order: {
      title: 'Two chairs',
      description: 'Oak, with arms.\nDelivered to your door.',
      dueDate: '2026-12-01',
      lines: [
        { name: 'Chair', quantity: '2', unitPrice: '30.005', taxAmount: '9.99' },
        { name: 'Delivery', quantity: '1', unitPrice: '10' },
      ],
    },
    requestIds: [REQUEST_ID],
    createdAt: '2026-11-21T09:30:00.000Z',
    expiresAt: '2030-11-28T09:30:00.000Z',
    completedAt: null,
    feePlan: null,
    chain: {
      id: 'mainnet',
      name: 'Ethereum',
      chainId: 1,
      isTestnet: false,
      isLocal: false,
      explorerUrl: 'https://etherscan.io',
      rpcUrl: null,
      nativeCurrency: { symbol: 'ETH', decimals: 18 },
    },
    items: [linkItem({})],
    merchant: {
      name: 'North & Bean',
      logoUrl: null,
      supportUrl: null,
      supportEmail: null,
      termsUrl: null,
      privacyUrl: null,
      verifiedDomain: null,
    },
    redirectUrl: null,
    redirectLabel: null,
    branding: null,
    isPayeeAddressMasked: false,
    access: { isRestricted: false, isAllowed: null, isPayeeHidden: false },
    transactions: [],
    lastAttempt: null,
    serverTime: '2026-11-21T09:30:00.000Z',
    payee: PAYEE,
    amount: null,
    paymentCurrency: 'USDC-mainnet',
    isNativeCurrency: false,
    destination: null,
    ...patch,
  }
}

/** Returns the test link's request, which has the link's customer. */
export function linkRequest(patch: Partial<RequestDetail>): RequestDetail {
  return requestDetail({
    customerInfo: { firstName: 'Ana', lastName: 'Silva', email: 'ana@example.test' },
    ...patch,
  })
}
