import type { Text } from '../text.ts'

/** The Japanese sentences for the page on which a payer enters a refund address. */
export const refundClaim: Text['refundClaim'] = {
  title: '返金先を指定してください',
  lead: 'ご自身のウォレットを指定してください。加盟店がアドレスを確認し、返金を判断します。',
  merchant: '加盟店',
  amount: 'お支払い額',
  network: 'ネットワーク',
  reference: '参照番号',
  payment: 'お支払い',
  validUntil: 'このページの有効期限',
  address: '返金先アドレス',
  addressHint: (network) =>
    `${network} 上のご自身のウォレットです。取引所のアドレスの場合は、先に取引所へご確認ください。`,
  addressInvalid: (network) =>
    `${network} のアドレスではありません。文字の抜けや間違いがないかご確認ください。`,
  next: '続ける',
  review: 'アドレスの確認',
  reviewText: '間違ったアドレスに送られたお金は戻りません。1文字ずつご確認ください。',
  confirm: 'このアドレスを使う',
  change: 'アドレスを変更する',
  wallet: '支払いに使ったウォレット',
  walletText:
    '支払いを送ったウォレットを選んでください。メッセージに署名するだけで、お金は動きません。',
  message: 'ウォレットが署名するメッセージ',
  sign: '署名する',
  chooseOther: '別のウォレットを選ぶ',
  done: '加盟店がアドレスを確認できるようになりました。お金はまだ動いていません。',
  contact: '加盟店に問い合わせる',
  mismatch:
    'このお支払いの情報に矛盾があるため、ウォレットには要求していません。加盟店にお問い合わせください。',
  unpaid: 'お支払いがまだ届いていないため、返金するものがありません。',
}
