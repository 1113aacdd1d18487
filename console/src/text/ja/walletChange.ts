import type { Text } from '../text.ts'

/** The Japanese sentences for the move of a destination to another wallet; part of {@link ja}. */
export const walletChange: Text['walletChange'] = {
  action: '別のウォレットへ移す',
  title: '別のウォレットへ移す',
  lead: '移行には両方のウォレットの署名が必要です。新しいウォレットで、この加盟店アカウントに一度ログインしておいてください。このルートに紐づくクライアント ID は、以後新しいウォレットに支払います。既存の支払いのウォレットは変わりません。',
  address: '新しいウォレット',
  same: '現在のウォレットと同じです。',
  next: '続ける',
  from: '移行元',
  to: '移行先',
  until: '署名の期限',
  signers: {
    current: '1. 現在のウォレットで署名',
    next: '2. 新しいウォレットで署名',
  },
  signed: '署名済み',
  waiting: 'ウォレットで確認してください。署名してもお金は動きません。',
  noWallets: '両方のウォレットがあるブラウザでこのページを開いてください。',
  wrongAccount: (address) =>
    `ウォレットが別のアカウントを共有しています。ウォレットで ${address} を選び、もう一度お試しください。`,
  wrongNetwork:
    'ウォレットが別のネットワークにあります。このルートのネットワークに切り替えて、もう一度お試しください。',
  mismatch:
    'サービスが別の移行のデータを返しました。何も署名していません。ページを再読み込みして、もう一度お試しください。',
  move: 'ルートを移す',
  restart: '最初からやり直す',
  moved: '受取ルートを移しました。変更するには、新しいウォレットでログインしてください。',
}
