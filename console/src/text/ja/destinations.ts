import type { Text } from '../text.ts'

/** The Japanese sentences for the receiving route screen; part of {@link ja}. */
export const destinations: Text['destinations'] = {
  title: '受け取り',
  lead: '支払いの受取先です。お金は支払者のウォレットからご自身のウォレットに直接届きます。',
  current: '現在の受取ルート',
  none: '受取ルートはまだありません',
  noneText: 'このウォレットで受け取るネットワークとトークンを選択してください。',
  others: 'このアカウントの他のウォレットの受取ルート',
  othersText: '受取ルートを変更できるのは、そのウォレットだけです。',
  network: 'ネットワーク',
  token: 'トークン',
  tokensOf: (network) => `${network} のトークン`,
  native: 'ネイティブコイン',
  contract: 'コントラクト',
  wallet: 'ウォレット',
  id: 'ルート ID',
  since: '開始日時',
  create: 'ここで受け取る',
  change: '変更',
  changeTitle: '受取ルートを変更',
  changeText:
    'このルートに固定されたクライアント ID には、変更が反映されます。既存の支払いのルートは変わりません。',
  saveChange: 'このルートを使う',
  chosen: (token, network) => `${network} の ${token}`,
  deactivate: 'ここでの受け取りを停止',
  deactivateTitle: 'このルートでの受け取りを停止しますか？',
  deactivateText:
    '固定されたクライアント ID では支払いを作成できなくなり、新しい支払いでこのルートのルート ID を指定することもできなくなります。既存の支払いは引き続き支払えます。コンソールのリンクはウォレットに直接支払われるため、何回でも支払えるリンクは、取り消すまで新しい支払者を受け付けます。',
  deactivateConfirm: '受け取りを停止',
  created: '受取ルートを保存しました。',
  changed: '受取ルートを変更しました。',
  deactivated: 'このルートでの受け取りを停止しました。',
  testNetwork: 'テストネットワーク',
  noNetworks: 'お使いの種類のウォレットに対応するネットワークが、このサービスにはありません。',
  accountTitle: '受取ルートはウォレットに属します',
  accountText:
    '盗まれたパスワードで受取先を変えられないよう、お金の届く先を設定できるのはそのウォレット自身だけです。現在はメールでサインインしています。次の 2 つの方法があります：',
  accountWays: [
    'サインアウトし、お金を受け取るウォレットでサインインして、このページでルートを設定します。そのウォレットがまだこの販売者アカウントのメンバーでない場合は、先にオーナーまたは管理者が「アカウント」で招待します。',
    'このまま、下で任意のウォレットのルート ID を作成します。作成した ID にクライアント ID を固定するか、支払いを作成するときに使ってください。',
  ],
  compose: 'ルート ID を作成',
  composeHint: 'アドレスを必ず二重に確認してください。このアドレスへの支払いは取り戻せません。',
  walletAddress: 'ウォレットアドレス',
  walletInvalid:
    'ウォレットの完全なアドレスを入力してください。大文字と小文字が混在する場合は、正確に入力してください。',
  composed: 'ルート ID',
  toClientIds: 'クライアント ID を固定する',
  conflict:
    'この受取ルートは、別のタブなどですでに変更されています。何も保存されていません。入力内容をコピーし、もう一度読み込んでから、変更をやり直してください。',
  receiveAgain: 'ここで再び受け取る',
}
