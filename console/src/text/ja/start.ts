import type { Text } from '../text.ts'

/** The Japanese sentences for the first steps on the home screen; part of {@link ja}. */
export const start: Text['start'] = {
  title: 'はじめに',
  lead: 'ここから、ウェブサイトの注文が支払われるまでの 5 つのステップです。',
  withoutWebsite: 'ウェブサイトがない場合、支払いリンクならこれらのステップは不要です。',
  website: 'ウェブサイトで支払いを受け付ける',
  progress: (done, all) => `${all} 件中 ${done} 件完了`,
  done: '完了',
  open: '未完了',
  allDone: '設定はすべて完了しました。支払いはご自身のウォレットに直接届きます。',
  name: {
    title: '事業者名を設定',
    text: '支払者には、金額の上にこの名前が表示されます。',
    done: (name) => `支払者には「${name}」と表示されます。`,
  },
  destination: {
    title: 'お金の受取先を選択',
    text: 'ウォレットで受け取るネットワークとトークンを選択します。',
    accountText: '受取ルートはウォレットに属します。設定方法をご覧ください。',
    done: (token, network) => `${network} の ${token} を、ご自身のウォレットで受け取ります。`,
    boundDone: 'クライアント ID がルートに固定されています。',
    action: 'ネットワークとトークンを選択',
    accountAction: '設定方法を見る',
  },
  clientId: {
    title: 'サイト用のクライアント ID を取得',
    text: '決済エレメントを、ご自身のドメインでのみ機能させます。',
    done: (domains) => `${domains} で機能します。`,
    action: 'クライアント ID を作成',
  },
  webhook: {
    title: '支払いの通知を受け取る',
    text: '注文が支払われると、署名付きの Webhook がサーバーに通知します。注文の処理は必ずこの通知に基づいて行い、ブラウザの情報では決して行わないでください。',
    done: (url) => `イベントは ${url} に届きます。`,
    action: 'Webhook を追加',
  },
  embed: {
    title: 'ページにエレメントを配置',
    text: '支払いを作成し、スニペットをコピーして、実際に支払います。',
    done: 'エレメントがサイトで動作しました。',
    action: 'スニペットを作成',
  },
}
