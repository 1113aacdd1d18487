import type { AccountInfo } from '../accountInfo.ts'
import type { AttemptRecord } from '../machine/attemptRecord.ts'
import type { PaymentItem, PaymentMetadata, PaymentTransaction } from '../paymentMetadata.ts'
import { parsePlan } from '../plan.ts'

/** Examples for tests: a payment of 10 USDC with a fee of 0.2 % on the first local chain. */

/** The payer: the second account of the well-known test mnemonic. */
export const PAYER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** The payee: the first account of the same mnemonic. */
export const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const FEE_ADDRESS = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const USDC = '0x5ecc000000000000000000000000000000000101'
export const REFERENCE = '0x7d1e0a92c4b85f36'

/** Creates an item, in USDC by default. */
export function anItem(patch: Partial<PaymentItem> = {}): PaymentItem {
  return {
    requestId: `01${'ab'.repeat(32)}`,
    payee: PAYEE,
    amount: '10',
    invoiceCurrency: 'USDC-devnet',
    paymentCurrency: 'USDC-devnet',
    symbol: 'USDC',
    decimals: 6,
    tokenAddress: USDC,
    isNativeCurrency: false,
    paymentReference: REFERENCE,
    fee: { percentage: '0.2', amount: '0.02', address: FEE_ADDRESS },
    status: 'created',
    amountPaid: '0',
    amountSpent: '0',
    remainingAmount: '10',
    conversion: null,
    ...patch,
  }
}

/** Returns an item in the native coin. */
export function aNativeItem(patch: Partial<PaymentItem> = {}): PaymentItem {
  return anItem({
    invoiceCurrency: 'ETH-devnet',
    paymentCurrency: 'ETH-devnet',
    symbol: 'ETH',
    decimals: 18,
    tokenAddress: null,
    isNativeCurrency: true,
    ...patch,
  })
}

/** Returns an item of 80 US dollars with a fee of 1 %, paid in USDC at 1.0002 per dollar. */
export function aConvertedItem(patch: Partial<PaymentItem> = {}): PaymentItem {
  return anItem({
    amount: '80',
    remainingAmount: '80',
    invoiceCurrency: 'USD',
    symbol: 'USD',
    decimals: 8,
    fee: { percentage: '1', amount: '0.8', address: FEE_ADDRESS },
    conversion: { symbol: 'USDC', decimals: 6, rate: '1.0002', maxRateAgeS: null },
    ...patch,
  })
}

/** Returns the service's response about a payment without an attempt. */
export function aPayment(patch: Partial<PaymentMetadata> = {}): PaymentMetadata {
  const items = patch.items ?? [anItem()]
  const { network = 'devnet' } = patch
  return {
    token: '01KB4Z8Q6V3M2N5P7R9T0W1X2Y',
    paymentType: items.length > 1 ? 'batch' : 'single',
    flow: 'get_paid',
    status: 'pending',
    network: 'devnet',
    reference: 'PO-7781',
    requestIds: items.map((item) => item.requestId),
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2026-01-08T00:00:00.000Z',
    completedAt: null,
    serverTime: '2026-01-01T00:00:01.000Z',
    chain: {
      id: 'devnet',
      name: 'Devnet',
      chainId: 31337,
      isTestnet: true,
      isLocal: true,
      explorerUrl: null,
      rpcUrl: 'http://127.0.0.1:8545',
      nativeCurrency: { symbol: 'ETH', decimals: 18 },
    },
    merchant: { name: 'Shop', logoUrl: null, supportUrl: null, supportEmail: null },
    transactions: [],
    lastAttempt: null,
    paymentOptions: null,
    plan: parsePlan({ network, items }),
    ...patch,
    items,
  }
}

/** Creates a transaction that pays the whole payment, confirmed by default. */
export function aTransaction(patch: Partial<PaymentTransaction> = {}): PaymentTransaction {
  return {
    requestId: anItem().requestId,
    txHash: `0x${'77'.repeat(32)}`,
    amount: '10',
    confirmations: 1,
    requiredConfirmations: 12,
    status: 'confirmed',
    explorerUrl: null,
    timestamp: null,
    ...patch,
  }
}

/** Returns the payer's account, connected on the payment's network. */
export function anAccount(address: string = PAYER): AccountInfo {
  return { address, chainId: 31337, wallet: { id: 'w', name: 'Test wallet', rdns: 'dev.test' } }
}

/** Returns a stored attempt; `signing` by default. */
export function aRecord(patch: Partial<AttemptRecord> = {}): AttemptRecord {
  return {
    id: '00000000-0000-4000-8000-0000000000aa',
    v: 1,
    token: '01KB4Z8Q6V3M2N5P7R9T0W1X2Y',
    apiBase: 'http://localhost:8080',
    requestIds: [`01${'ab'.repeat(32)}`],
    kind: 'evm',
    phase: 'signing',
    from: PAYER,
    walletRdns: 'dev.test',
    walletName: 'Test wallet',
    chainId: 31337,
    network: 'devnet',
    networkName: 'Devnet',
    option: { chain: 'devnet', token: 'USDC', needed: '10.02' },
    steps: ['pay'],
    stepIndex: 0,
    nonce: 7,
    blockBefore: 100,
    to: '0x5eCC000000000000000000000000000000000001',
    valueHex: '0x0',
    calldataHash: `0x${'5b'.repeat(32)}`,
    data: null,
    paymentReferences: [REFERENCE],
    txHash: null,
    leaseUntil: null,
    createdAt: 1_767_225_600_000,
    updatedAt: 1_767_225_600_000,
    lastError: null,
    tabId: 'tab',
    ...patch,
  }
}

/**
 * Returns the event of ERC20FeeProxy for the example's payment, as a node returns it. The second topic is keccak256 of the 8
 * bytes of REFERENCE.
 */
export function aPaymentLog(
  transactionHash: string,
  patch: Readonly<Record<string, unknown>> = {},
) {
  const word = (text: string) => text.slice(2).toLowerCase().padStart(64, '0')
  return {
    address: '0x5ecc000000000000000000000000000000000001',
    topics: [
      '0x9f16cbcc523c67a60c450e5ffe4f3b7b6dbe772e7abcadb2686ce029a9a0a2b6',
      '0xe422f8491f27dc6fb272bd9049293cf50339cff67b842ce2547f27a45c195726',
    ],
    data: `0x${[USDC, PAYEE, '0x989680', '0x4e20', FEE_ADDRESS].map(word).join('')}`,
    logIndex: '0x0',
    transactionHash,
    blockNumber: '0x65',
    blockHash: `0x${'ee'.repeat(32)}`,
    ...patch,
  }
}
