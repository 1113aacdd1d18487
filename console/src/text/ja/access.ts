import type { Text } from '../text.ts'

/** The Japanese sentences for access policies; part of {@link ja}. */
export const access: Text['access'] = {
  title: '支払者',
  fold: '特定のウォレットに限定する',
  wallets: '支払いできるウォレット',
  walletsHint: (most) =>
    `1 行に 1 つのアドレスを、最大 ${most} 件まで入力します。空欄の場合は、どのウォレットでも支払えます。`,
  walletInvalid: (line, text) =>
    `${line} 行目：「${text}」はこのネットワークのウォレットアドレスではありません。`,
  walletsOfRoute: (most) =>
    `ルートのウォレットのうち支払いできるものを、1 行に 1 つのアドレスで最大 ${most} 件まで入力します。空欄の場合は、そのすべてが支払えます。`,
  walletExcluded: (line, text) =>
    `${line} 行目：受取ルートのルールでは「${text}」は支払えません。削除するか、「受け取り」でルールを変更してください。`,
  noneLeft:
    '支払いできるウォレットがありません。受取ルートのルールは別のウォレットを許可しています。その中から選ぶか、「受け取り」でルールを変更してください。',
  routeWallets: (count) =>
    `受取ルートのルールも適用されます：${count} 件のウォレットのみ支払い可能`,
  routeHides: '受取ルートのルールがアドレスを隠すため、このリンクでも非表示になります。',
  routeUnknown: '受取ルートに支払者のルールがある場合は、このリンクにも適用されます。',
  narrowed: '保存しました。受取ルートのルールも適用されます。「支払者」をご確認ください。',
  excluded: (wallets) =>
    `保存しましたが、受取ルートのルールにより ${wallets} は支払えません。「支払者」をご確認ください。`,
  walletsMany: (most) => `ウォレットは最大 ${most} 件です。`,
  hide: '受取アドレスを隠す',
  hideHint:
    '支払いできるウォレットが接続されるまで、ページはアドレスを短縮して表示します。チェーン上の支払いは公開されたままです。',
  hidden: '支払いできるウォレットが接続されるまで非表示',
  address: '受取アドレス',
  anyWallet: 'どのウォレットでも支払い可能',
  onlyWallets: (count) => `${count} 件のウォレットのみ支払い可能`,
  shareHint:
    'リンクを知っている人は誰でも請求内容を見られます。支払えるのは特定のウォレットだけです。',
  screened: '支払者ごとに審査を実施',
  edit: '支払者のルールを変更',
  editText:
    'このルートの新しい支払いページに適用されます。既存のページは、作成時のルールのままです。',
  save: 'ルールを保存',
  saved: '支払者のルールを保存しました。',
}
