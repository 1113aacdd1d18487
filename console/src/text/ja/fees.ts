import type { Text } from '../text.ts'

/** The Japanese sentences for a fee and its preview; part of {@link ja}. */
export const fees: Text['fees'] = {
  bearer: '手数料の負担者',
  bearers: {
    call: '支払いごとの指定に従う（指定がなければ支払者）',
    payer: '支払者（金額に加算）',
    payee: '受取人（金額から差し引き）',
  },
  preview: '手数料のプレビュー',
  of: (amount) => `${amount} の支払いの場合（本日の価格での米ドル換算）`,
  payerPays: '支払者が支払う額',
  payeeReceives: '受取人が受け取る額',
  fee: '手数料',
  incomplete: 'パーセントとアドレスを入力すると、支払う額と受け取る額が表示されます。',
  loading: '計算中…',
  unpriced:
    'プレビューできません。この通貨の価格は現在不明です。手数料そのものは支払いの通貨で正確に計算されます。',
  addressInvalid: '支払いのネットワークのウォレットアドレスを入力してください。',
  retry: '再試行',
}
