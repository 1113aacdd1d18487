import type { TronErrorCode, TronNoteCode } from '../codes.ts'
import type { ErrorText } from './en.ts'
import type { MessageParams } from './enFlow.ts'

type Message = (params: MessageParams) => string

/** Returns the time after which a pending transaction can no longer be executed. */
const until = ({ time }: MessageParams): string => (time ? `until ${time}` : 'for a few minutes')

/** The English sentences of payments on Tron, including those that replace other payments' sentences. */
export const enTron = {
  noWalletTitle: 'No Tron wallet in this browser',
  noWalletText:
    'This payment is made on Tron. Install a wallet for Tron, such as TronLink, or open this payment in the browser of its app on your phone.',
  otherWallets: 'Other wallets for Tron',
  fee: (amount: string) => `about ${amount}`,
  feeCovered: 'covered by your energy and bandwidth',
  feeUnknown: 'in TRX, charged by the network',
  energy: (needed: string, available: string) => `${needed} energy needed, you have ${available}`,
  bandwidth: (needed: string, available: string) =>
    `${needed} bandwidth needed, you have ${available}`,
  balance: (amount: string) => `You have ${amount}`,
  missingTitle: 'Not enough TRX for the network fee.',
  missing: (required: string, balance: string, lacking: string) =>
    `Tron asks for about ${required} for this payment, and this account has ${balance}. Send at least ${lacking} to it, then check again.`,
  checkAgain: 'Check again',
  resources: 'Energy and bandwidth',
  allowing: (symbol: string, wallet: string) => `Allow ${symbol} in ${wallet}`,
  allowingMined: (symbol: string) => `Allowing ${symbol}`,
  allow: (symbol: string) => `Allow ${symbol}`,
  allowHint: (symbol: string) =>
    `This allows the known payment contract to take ${symbol} for payments that you sign, without limit, so that you pay Tron’s fee for a permission only once.`,
  sending: 'Signed, waiting for Tron to accept it',
  keepOpen:
    'Keep this page open: it sends the payment until Tron has it. If you close it, come back here.',
  failing: 'Waiting for the network’s final result',
  canReturn: 'You can close this page and come back to see how it ended.',
  spent: 'Network fee spent',
  reverted: 'The contract rejected the payment. Check your balance and try again.',
  outOfEnergy:
    'The payment used up the energy that it was allowed. Try again, or get energy for your account first.',
  droppedSignature:
    'Your wallet signed with a different account than the one you chose. Choose the account again, then pay.',
  errors: {
    tron_dropped: {
      title: 'Tron did not accept the payment in time',
      action: 'It can no longer be carried out, so it is safe to pay again.',
    },
  } satisfies Record<TronErrorCode, ErrorText> as Record<TronErrorCode, ErrorText>,
  notes: {
    tron_other_bytes: () =>
      'Your wallet signed something other than this payment, so it was not sent. Nothing was charged. Use another wallet.',
    tron_too_late: () =>
      'The network no longer accepts your signature, because it took a few minutes. Nothing was charged. Pay again.',
    tron_earlier: (params) =>
      `An earlier attempt could still be carried out ${until(params)}. To keep you from paying twice, pay again after that. Nothing was charged now.`,
    tron_approval_dropped: () =>
      'Tron did not accept the permission in time. Nothing was charged. Try again.',
    tron_not_taken: (params) =>
      `Tron has not accepted the payment yet. We keep sending it ${until(params)}. If it is not accepted by then, nothing is charged.`,
    tron_busy: (params) =>
      `Tron’s nodes are busy. We keep sending the payment ${until(params)}. If it is not accepted by then, nothing is charged.`,
    tron_no_resources: (params) =>
      `Tron does not accept the payment, because this account has too little TRX or bandwidth. If you send TRX to it, the payment continues. We keep trying ${until(params)}; nothing is charged otherwise.`,
    tron_failing: () =>
      'Tron could not carry the payment out. We wait until that is final, which takes about a minute. Do not pay again before then.',
  } satisfies Record<TronNoteCode, Message> as Record<TronNoteCode, Message>,
}
