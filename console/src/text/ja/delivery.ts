import type { Text } from '../text.ts'

/** The Japanese sentences for the delivery screen; part of {@link ja}. */
export const delivery: Text['delivery'] = {
  title: '配信',
  back: 'すべての配信',
  event: 'イベント',
  id: '配信 ID',
  payment: '支払いリクエスト',
  created: '作成日時',
  completed: '終了日時',
  next: '次の試行',
  none: 'なし',
  redeliver: '再配信',
  redelivered: '再配信しています。',
  sendNow: '今すぐ配信',
  sentNow: '配信しています。',
  request: 'リクエスト',
  headers: 'ヘッダー',
  body: '本文',
  attempts: '試行',
  noAttempts: 'まだ試行されていません。',
  attempt: (number) => `試行 ${number}`,
  noResponse: '応答なし',
  emptyBody: '本文なし',
  duration: (ms) => `${ms} ms`,
}
