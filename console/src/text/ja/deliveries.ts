import type { Text } from '../text.ts'

/** The Japanese sentences for the delivery list; part of {@link ja}. */
export const deliveries: Text['deliveries'] = {
  title: '配信',
  of: (url) => `${url} 宛て`,
  back: 'すべての Webhook',
  filter: '表示',
  status: {
    all: 'すべて',
    pending: '待機中',
    delivered: '配信済み',
    dead: '失敗',
    cancelled: '取消済み',
  },
  empty: '配信はまだありません',
  emptyText: '支払いに動きがあると、配信がここに表示されます。',
  emptyFilter: 'このステータスの配信はありません。',
  older: '以前の配信',
  refresh: '更新',
  test: 'テスト',
  replayed: (count) => `再配信 ${count} 回`,
  attempts: (count) => `試行 ${count} 回`,
  next: (when) => `次の試行：${when}`,
  replayAll: '失敗した配信をすべて再配信',
  replayAllTitle: '失敗した配信をすべて再配信しますか？',
  replayAllText:
    'サーバーが重複を識別できるよう、それぞれ元の配信 ID のまま再送されます。一度に 1,000 件までで、テストは含まれません。',
  replayedAll: (count, remaining) =>
    remaining > 0
      ? `${count} 件を再配信しています。残りは ${remaining} 件です。`
      : count === 0
        ? '再配信するものはありません。テスト以外に失敗した配信はありません。'
        : `${count} 件を再配信しています。`,
}
