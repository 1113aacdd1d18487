import type { Text } from '../text.ts'

/** The Japanese sentences of the home screen; part of {@link ja}. */
export const home: Text['home'] = {
  title: 'ホーム',
  lead: '届いたお金と、対応が必要なことです。',
  received: '受取額',
  receivedHint: (currency) => `各支払いの時点での ${currency} 相当額です。`,
  receivedIn: (currency) => `受取額（${currency}）`,
  periods: { today: '今日', week: '今週', month: '今月' },
  lastMonth: '先月の支払い',
  unknown: (count) => `うち ${count} 件は相当額不明`,
  perDay: '過去 30 日間の 1 日ごとの受取額',
  highest: (day, money) => `最高：${money}（${day}）`,
  dayTitle: (day, money, payments) => `${day}：${money}、${payments}`,
  asTable: '日ごとの表を表示',
  day: '日付',
  payments: '支払い',
  attention: '要対応',
  calm: '対応が必要なことはありません。',
  unmatched: (_count, written) => `未照合の支払い ${written} 件`,
  unmatchedText: '過去 14 日間に、どの支払いリクエストにも充当されないお金が届きました。',
  overpaid: (reference, excess) =>
    reference === null
      ? `支払いリクエストが ${excess} 多く支払われています`
      : `${reference} が ${excess} 多く支払われています`,
  overpaidText: '二重払い、または払い過ぎです。返金について支払者と相談してください。',
  disabled: (url) => `サービスが Webhook ${url} を停止しました`,
  failing: (_count, written, url) => `${url} への配信 ${written} 件が失敗しました`,
  failingText: '過去 7 日間の件数です。サーバーを修復してから再配信してください。',
  expiring: (label) => `API キー「${label}」の有効期限がまもなく切れます`,
  expired: (label) => `API キー「${label}」の有効期限が切れました`,
  atLeast: (count) => `${count} 件以上`,
  latest: '最近の支払い',
  all: 'すべての支払い',
}
