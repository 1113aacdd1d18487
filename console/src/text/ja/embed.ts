import type { Text } from '../text.ts'

/** The Japanese sentences for the snippet screen; part of {@link ja}. */
export const embed: Text['embed'] = {
  title: '埋め込み',
  lead: '支払いを作成し、支払者に見えるとおりに確認して、ご自身のページにコピーできます。',
  form: '新しい支払い',
  clientId: 'クライアント ID',
  noClientId: '先に有効なクライアント ID が必要です。',
  destination: '支払いの受取先',
  own: '自分の受取ルート',
  bound: 'クライアント ID の固定先',
  other: '別のルート ID',
  noRoute: '有効な受取ルートがありません。',
  amount: '金額',
  reference: '注文の参照番号',
  referenceHint: '注文番号など。Webhook にも含まれます。',
  create: '支払いを作成',
  again: '別の支払いを作成',
  created: '支払いを作成しました。',
  empty: 'ここにスニペットが表示されます',
  emptyText: 'フォームに入力してください。作成されるのは実際の支払いで、すぐに支払えます。',
  snippet: 'ページ用',
  pageKind: 'ページの種類',
  snippetHint: (domains) => `${domains} で機能します。`,
  pinned:
    '「destination」は受取人を固定します。ほかの受取人は、サーバーが返したものであってもエレメントが拒否します。',
  notPinned:
    '受取ルートのルールは受取人を隠しています。そのため、アドレスを含む「destination」はコードに入りません。',
  server: 'サーバー用',
  serverHint: '注文ごとに支払いを作成します。キーはサーバーの環境変数に保管してください。',
  release: 'スクリプトの固定',
  releaseHint:
    '上のスクリプトの代わりに使うと、ブラウザはこのリリースだけを実行します。更新は手動で行い、サービス側がリリースを保持している必要があります。',
  releaseCode: 'script タグ',
  hosted: 'ホスト型ページ',
  hostedHint: '同じ支払いのリンクです。ご自身のページは必要ありません。',
  preview: 'ライブプレビュー',
  previewHint: 'これは実際の支払いです。ここで支払うと、支払い済みになります。',
}
