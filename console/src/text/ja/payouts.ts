import type { Text } from '../text.ts'

/** The Japanese sentences of the payouts' screens; part of {@link ja}. */
export const payouts: Text['payouts'] = {
  title: '送金',
  lead: 'ご自身のウォレットから、1 件ずつ、ファイルから、またはスケジュールに沿って送金できます。',
  tabs: {
    label: '送金の種類',
    byHand: '手動',
    file: 'ファイル',
    schedules: '定期',
  },
  form: '新しい送金',
  formHint:
    'この時点ではまだ送金されません。リンクが発行され、それを開いた人が自分のウォレットから送金します。',
  network: 'ネットワーク',
  networkHint:
    '1 つのリンクの送金は、すべて 1 つのネットワークで 1 つのトランザクションとして行われます。',
  number: (number) => `送金 ${number}`,
  recipient: '受取人',
  recipientHint: '受け取るウォレット。送金は取り戻せないため、必ず二重に確認してください。',
  recipientInvalid: (network) =>
    `${network} のウォレットの完全なアドレスを入力してください。大文字と小文字が混在する場合は、正確に入力してください。`,
  recipientNobody: 'このアドレスは誰のものでもありません。ここに送ったお金は失われます。',
  recipientToken: (symbol) =>
    `これはウォレットではなく ${symbol} のコントラクトです。ここに送ったお金は失われます。`,
  currency: '通貨',
  currencyUnknown: (name, network) => `「${name}」は ${network} の通貨ではありません。`,
  currencyElsewhere: (name, its, network) =>
    `「${name}」は ${its} の通貨ですが、このリンクは ${network} で送金します。`,
  currencyAmbiguous: (name) =>
    `「${name}」に該当する通貨が複数あります。USDC-base のような ID を入力してください。`,
  amount: '金額',
  reference: '参照番号',
  referenceHint: '請求書番号など。Webhook にも含まれます。',
  recipientId: '受取人の自社 ID',
  recipientIdHint: '社員番号など。',
  tooLong: '255 文字以内で入力してください。',
  add: '受取人を追加',
  remove: '削除',
  full: (most) => `1 つのリンクで送金できる受取人は ${most} 件までです。`,
  create: (count) => (count === 1 ? '送金リンクを作成' : `送金 ${count} 件を 1 つのリンクで作成`),
  created: '送金リンクを作成しました。',
  totals: '合計',
  totalsWithout: (_count, rows) => `合計（${rows} 行目を除く）`,
  recipients: (count) => `送金 ${count} 件`,
  duplicates: '同じ受取人が同じ金額を複数回受け取ります',
  duplicatesText: '意図したものか確認してください。',
  duplicate: (rows, amount) => `${rows} 行目：${amount}`,
  noNetworks: 'このサービスには送金に使えるネットワークがありません。',
  file: {
    title: 'ファイルから送金',
    lead: 'スプレッドシートの全員に、ご自身のウォレットから 1 つのリンクで送金できます。',
    choose: 'CSV ファイルを選択',
    drop: 'またはここにドロップ',
    dropping: 'ファイルをドロップ',
    hint: (most) =>
      `1 つのネットワークの送金を ${most} 行まで。ファイルはこのページ内で読み込まれ、確認が終わるまで何も送信されません。`,
    template: 'テンプレートをダウンロード',
    other: '別のファイルを選択',
    columns:
      '1 行目は列名です：recipient、currency、amount、および任意で reference と recipient_id。',
    read: (name) => `「${name}」を読み込みました。`,
    rows: (count) => `送金 ${count} 件`,
    tooLarge: 'ファイルが 1 MB を超えています。送金 200 件の一覧はこれよりずっと小さくなります。',
    notText:
      'このファイルは UTF-8 のテキストではありません。スプレッドシートを「CSV UTF-8」で保存して、そのファイルを選択してください。',
    empty:
      'このファイルに送金がありません。1 行目に列名、その下に送金を 1 件ずつ記入してください。',
    missing: (_count, columns) => `列 ${columns} がありません。1 行目は列名です。`,
    twice: (column) => `列「${column}」が 2 回あります。`,
    tooMany: (count, most) =>
      `このファイルには送金が ${count} 件ありますが、1 つのリンクで送金できるのは ${most} 件までです。ファイルを分割してください。`,
    longRow: (row) => `${row} 行目のセルの数が、1 行目の列名の数より多くなっています。`,
    fault: {
      unclosed_quote: (row) => `${row} 行目：引用符 (") が閉じられていません。`,
      text_after_quote: (row) =>
        `${row} 行目：引用符で囲まれたセルの後に文字があります。文字として使う引用符は 2 つ重ねてください。`,
      quote_in_text: (row) => `${row} 行目：引用符で始まっていないセルに引用符 (") があります。`,
    },
    ignored: (titles) => `使用しない列：${titles}。`,
    wrong: (count) => `修正が必要なセル ${count} 個`,
    wrongText:
      'スプレッドシートを修正して、ファイルをもう一度選択してください。何も送信されていません。',
    cell: (row, column) => `${row} 行目、${column}`,
    row: '行',
    preview: '送金の内容',
    sheet: 'ファイルの行',
    fine: 'すべての行を送金できます。',
  },
  made: {
    title: '送金リンク',
    forget: 'このブラウザに保存された名前を消去',
    more: '送金リンクをさらに表示',
    to: (recipient) => `${recipient} 宛て`,
  },
  link: {
    title: '送金リンク',
    open: '送金リンクを開く',
    back: '新しい送金',
    status: {
      pending: '未送金',
      completed: '送金済み',
      expired: '期限切れ',
      invalidated: '取消済み',
    },
    confirming: '送金を確認しています。',
    payNow: '今すぐ送金',
    payHint: '支払いページが開きます。お金のあるウォレットで送金してください。',
    url: 'リンク',
    urlHint:
      '支払者に送ってください。リンクを知っている人は誰でも、送金の内容を見て送金することができます。',
    created: '作成日時',
    expires: '送金の期限',
    recipients: '受取人',
    paidSoFar: 'これまでの送金額',
    remembered:
      '現在、このリンクの送金を読み込めません。一覧はこのブラウザでの入力内容です。実際の送金は支払いページに表示されます。',
    unread: '現在、このリンクの送金を表示できません。支払いページに表示されます。',
    paid: '送金済みです。一覧の全員がお金を受け取りました。',
    over: 'このリンクではもう送金できません。新しいリンクを作成してください。',
    refresh: '更新',
    transaction: 'トランザクション',
  },
}
