import type { BridgeErrorCode, ErrorCode, NoteCode, TronErrorCode, TronNoteCode } from '../codes.ts'
import type { MoneyState, StepView } from '../model.ts'
import type { ErrorText } from './en.ts'

/** Values that a message may name; they are display text already. */
export type MessageParams = Readonly<Record<string, string>>

/** Errors and notes of payments from other chains and on Tron have their text in enBridge.ts and enTron.ts. */
type OwnErrorCode = Exclude<ErrorCode, BridgeErrorCode | TronErrorCode>
type OwnNoteCode = Exclude<NoteCode, TronNoteCode>

type Message = (params: MessageParams) => string

/**
 * The English sentences from the choice of a wallet on. Errors follow one pattern: the event (`title`), the location
 * of the money (`money`), the payer's next action (`action`).
 */
export const enFlow = {
  connectingTitle: (wallet: string) => `Continue in ${wallet}`,
  connectingText: 'Allow this site to see your account. Nothing is charged.',
  connectedText: 'Reading what this account can pay with.',
  cancel: 'Cancel',
  readingOption: 'Checking the payment',
  slow: (wallet: string) => `Waiting for ${wallet}. Open it and look for a request.`,
  stuck: (wallet: string) =>
    `${wallet} has not answered. If you closed its window, you can stop here.`,
  blockedTitle: 'This wallet cannot pay here',
  blockedText: 'The merchant does not accept this account. Nothing was charged.',
  changeWallet: 'Change wallet',
  back: 'Back',
  optionsTitle: 'Choose how to pay',
  balance: (amount: string) => `Balance ${amount}`,
  balanceUnknown: 'Balance not known',
  notEnough: 'not enough',
  missing: (amount: string) => `${amount} missing`,
  notEnoughGas: (symbol: string) => `Not enough ${symbol} for the network fee`,
  direct: 'Direct',
  refresh: 'Refresh',
  reviewTitle: 'Check and pay',
  recipient: 'Recipient',
  recipients: 'Recipients',
  showRecipients: (count: number) => `Show all ${count} recipients`,
  recipientNumber: (number: string) => `Recipient ${number}`,
  receives: (merchant: string) => `${merchant} receives`,
  network: 'Network',
  fee: 'Merchant’s fee',
  feeBorne: 'Borne by the recipient',
  contractFeeOf: (percentage: string) => `Contract fee (${percentage}%)`,
  youSpend: 'From your wallet',
  upTo: (cost: string) => `up to ${cost}`,
  aboutAtMost: (about: string, most: string) => `about ${about}, at most ${most}`,
  rateHint: (most: string) =>
    `The rate is taken when the payment goes through. It never takes more than ${most}; the rest stays yours.`,
  tokenNote: (symbol: string) =>
    `${symbol} is not one of the well-known tokens. Check that this is the contract of the token that you want to pay with:`,
  networkFee: 'Network fee',
  networkFeeText: 'shown by your wallet',
  total: 'Total',
  amount: 'Amount',
  verified: 'Verified contract.',
  verifiedHint:
    'Decoded on this device: it pays exactly what is shown here, through a known contract.',
  /** For a payment at the rate of its block, whose exact amount is open until then. */
  verifiedMost:
    'Decoded on this device: it takes no more than is shown here, through a known contract.',
  confirmationsNeeded: (count: number, prompts: string) =>
    `Your wallet will ask you ${count} times: ${prompts}.`,
  details: 'Transaction details',
  rawData: 'Raw data',
  decodedCall: 'Decoded call',
  callTo: 'To',
  callValue: 'Value',
  progressTitle: 'Payment progress',
  preparing: 'Checking the payment once more',
  switching: (network: string, wallet: string) => `Switch to ${network} in ${wallet}`,
  resetting: (symbol: string, wallet: string) => `Reset the limit of ${symbol} in ${wallet}`,
  resettingMined: (symbol: string) => `Resetting the limit of ${symbol}`,
  approving: (amount: string, wallet: string) => `Allow ${amount} in ${wallet}`,
  approvingMined: (amount: string) => `Allowing ${amount}`,
  signing: (wallet: string) => `Confirm the payment in ${wallet}`,
  broadcasting: 'Sending your payment',
  confirming: 'Payment sent, waiting for the network',
  settling: (merchant: string) => `Confirmed, waiting for ${merchant}`,
  confirmations: (current: string, required: string) => `${current} of ${required} confirmations`,
  closeWaiting: (wallet: string) =>
    `${wallet} still waits for your answer. Closing this does not cancel the payment.`,
  stay: 'Keep it open',
  canClose: 'You can close this page. Your payment continues without it.',
  keepOpen: 'Keep this page open until the payment is sent.',
  minedHint: 'This usually takes less than a minute.',
  oneToken: 'one of the tokens',
  approveHint: 'This lets the payment contract take exactly this amount, and no more.',
  closedWallet: 'I closed my wallet',
  viewTransaction: 'View transaction',
  steps: {
    switch: (params) => `Switch to ${params['network']}`,
    reset_approval: (params) => `Reset the limit of ${params['symbol']}`,
    approve: (params) => `Allow ${params['amount']}`,
    pay: (params) => `Pay ${params['amount']}`,
    confirm: () => 'Confirmed by the network',
    settle: (params) => `Received by ${params['merchant']}`,
  } satisfies Record<StepView['kind'], Message> as Record<StepView['kind'], Message>,
  stepStatus: {
    waiting: 'not started',
    active: 'in progress',
    done: 'done',
    failed: 'failed',
  } satisfies Record<StepView['status'], string> as Record<StepView['status'], string>,
  resumingTitle: 'Checking your earlier payment',
  resumingText: (when: string, wallet: string, network: string) =>
    `You started this payment ${when} with ${wallet} on ${network}.`,
  resumingTextShort: 'You started this payment before. We are looking for it on the network.',
  unknownTitle: 'We could not tell if you paid',
  unknownText: (wallet: string) =>
    `${wallet} has not told us whether it sent the payment. Do not pay again before this is clear.`,
  checkAgain: 'Check again',
  notSent: 'It was not sent, start over',
  confirmNotSentTitle: 'Is the request closed in your wallet?',
  confirmNotSentText:
    'Open your wallet and make sure that no payment is waiting there. If one is, decline it first: otherwise you could pay twice.',
  confirmNotSentYes: 'Yes, nothing is waiting',
  viewAccount: 'View your account',
  lockedTitle: 'This payment is open elsewhere',
  lockedTabTitle: 'This payment is open in another tab',
  lockedDeviceTitle: 'This payment is open on another device',
  lockedText: 'To keep you from paying twice, it can be paid in one place at a time.',
  lockedSince: (wallet: string, when: string) => `Started ${when} with ${wallet}.`,
  continueHere: 'Continue here',
  partialTitle: 'Part of it is paid',
  partialText: (paid: string, total: string) => `${paid} of ${total} has arrived.`,
  payRemaining: 'Pay the rest',
  succeededTitle: 'Payment complete',
  succeededText: (merchant: string) => `${merchant} has your payment.`,
  overpaid: (amount: string, merchant: string) =>
    `Overpaid by ${amount}, not refunded so far. Ask ${merchant} for a refund.`,
  paidTo: 'Paid to',
  paidWith: 'Paid with',
  refunded: 'Refunded',
  paidAt: 'Paid at',
  bridgeKept: 'Kept by the bridge',
  transaction: 'Transaction',
  transactions: 'Transactions',
  receiptTitle: 'Receipt',
  viewReceipt: 'View receipt',
  downloadPdf: 'Download PDF',
  printReceipt: 'Print receipt',
  saveReceipt: 'Save as JSON',
  backTo: (merchant: string) => `Back to ${merchant}`,
  paymentId: 'Payment ID',
  failedTitle: 'Payment not completed',
  money: {
    untouched: 'Nothing was charged.',
    'maybe-sent': 'Your wallet may have sent the payment.',
    sent: 'Your payment was sent.',
    'fee-only': 'Only the network fee was spent.',
    refunded: 'Your money was sent back to you.',
  } satisfies Record<MoneyState, string> as Record<MoneyState, string>,
  errors: {
    calldata_mismatch: {
      title: 'This payment was stopped for your safety',
      action:
        'The transaction would not have paid what is shown here, so your wallet was not asked. Tell the merchant.',
    },
    destination_mismatch: {
      title: 'This payment was stopped for your safety',
      action:
        'It would have gone to a different recipient than this shop named. Tell the merchant.',
    },
    unsupported_network: {
      title: 'This network is not supported here',
      action: 'Ask the merchant for a payment on another network.',
    },
    payment_reverted: {
      title: 'The network rejected the payment',
      action: 'Check your balance and try again.',
    },
    payment_cancelled: {
      title: 'The payment was cancelled in your wallet',
      action: 'You can pay again when you are ready.',
    },
    payment_replaced: {
      title: 'Another transaction took the place of the payment',
      action: 'Your wallet sent something else instead. You can pay again when you are ready.',
    },
    invalid_response: {
      title: 'The payment service sent a response that we cannot read',
      action: 'Try again. If it happens again, tell the merchant.',
    },
    internal: {
      title: 'Something went wrong on this page',
      action: 'Try again: if a payment was sent, it will be found.',
    },
  } satisfies Record<OwnErrorCode, ErrorText> as Record<OwnErrorCode, ErrorText>,
  notes: {
    rejected: () => 'You declined in your wallet. Nothing was charged.',
    switch_rejected: (params) =>
      `The network was not changed. Nothing was charged. Pay again and switch to ${params['network']}.`,
    approve_rejected: () => 'You declined the permission in your wallet. Nothing was charged.',
    wallet_busy: () => 'Your wallet has a request open. Finish it there, then try again.',
    wallet_timeout: () => 'Your wallet did not answer. Nothing was charged. Open it and try again.',
    wallet_locked: () => 'Your wallet is locked. Unlock it and try again.',
    wallet_error: () => 'Your wallet reported a problem. Nothing was charged. Try again.',
    wallet_gone: () => 'This wallet is no longer available. Choose it again.',
    switch_failed: (params) =>
      `Your wallet could not switch to ${params['network']}. Nothing was charged. Change the network in your wallet, then try again.`,
    account_changed: () =>
      'The account in your wallet changed. Nothing was charged. Check the payment again.',
    approval_reverted: () =>
      'The permission failed on the network. Only the network fee was spent. Try again.',
    approval_too_low: () =>
      'The amount allowed in your wallet is too low. The payment was not sent. Allow at least the amount shown.',
    insufficient_balance: (params) =>
      `You do not have enough ${params['symbol']}. Nothing was charged. Add money or choose another way.`,
    insufficient_gas: (params) =>
      `You need a little ${params['symbol']} for the network fee. Nothing was charged.`,
    payment_changed: () => 'The payment has changed. Nothing was charged. Please check it again.',
    service_unavailable: () =>
      'The payment service did not answer. Nothing was charged. Try again in a moment.',
    chain_unavailable: () =>
      'The network cannot be read right now. Nothing was charged. Try again in a moment.',
    rate_unavailable: () =>
      'There is no current exchange rate. Nothing was charged. Try again in a few minutes.',
    no_option: () =>
      'This page accepts none of the currencies in this account. Nothing was charged. Try another wallet.',
    rate_limited: (params) =>
      `Too many requests. Nothing was charged. Try again in ${params['seconds'] ?? 'a few'} seconds.`,
    storage_failed: () =>
      'This browser could not store the payment, so your wallet was not asked. Allow site data and try again.',
    locked_tab: () => 'Finish it in the other tab, or continue here.',
    locked_tab_signing: () =>
      'The other tab is waiting for your wallet. Finish or decline it there first.',
    locked_device: () => 'Finish it there. If you stopped, you can pay here in a few minutes.',
    safe_waiting: () =>
      'Waiting for the signers of the Safe. This page continues once they have signed.',
    taken_over: () => 'The payment continued in another tab.',
    auto_selected: (params) =>
      `Selected for you: ${params['symbol']} on ${params['network']}, the only way for which this wallet has enough.`,
    replaced_faster: () => 'Your wallet sent the payment again with a higher fee. It is paid once.',
    checking: () => 'Looking for your payment on the network.',
    pending_in_wallet: () =>
      'Your wallet has a transaction waiting. It may be this payment: open your wallet to see it.',
    prompt_may_be_open: () =>
      'Nothing was sent so far, but the request may still be open in your wallet.',
    nonce_unused: () => 'The network shows that nothing was sent. You can safely start over.',
    not_found_yet: () => 'The network does not show your payment yet. This can take a minute.',
    not_sent: () => 'Your earlier attempt was not sent. It is safe to pay now.',
    approval_kept: () => 'Your earlier permission is still in place. Only the payment is left.',
    paid_elsewhere: () =>
      'This payment is already paid. Decline the request that is open in your wallet.',
    paid_twice: () =>
      'A second payment was sent after this one was paid. Contact the merchant for a refund.',
  } satisfies Record<OwnNoteCode, Message> as Record<OwnNoteCode, Message>,
}
