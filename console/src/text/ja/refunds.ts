import type { Text } from '../text.ts'

/** The Japanese sentences about refunds. */
export const refunds: Text['refunds'] = {
  title: '返金',
  lead: 'ご自身のウォレットから返金します。ウォレットが送るまで、資金は動きません。',
  decide: {
    title: '判断が必要',
    empty: '判断が必要なものはありません',
    emptyText: '二重払い、遅延、誤った支払いがここに表示されます。',
    more: '支払いをさらに表示',
    reasons: {
      overpaid: { label: '払い過ぎ', text: '二重払い、または払い過ぎです。' },
      late: { label: '遅延', text: '支払いリクエストの終了後に支払いが届きました。' },
      cancelled: { label: '取消済み', text: '支払いリクエストの取り消し後に支払いが届きました。' },
    },
    noReference: '参照番号なし',
    received: (paid, requested) => `受取 ${paid}、請求 ${requested}。`,
    from: '支払元',
    refund: (money) => `${money} を返金`,
    select: '選択',
    refundAll: (count) => `選択した ${count} 件を返金`,
    oneNetwork:
      '1 つの取引で返金できるのは 1 つのネットワークだけです。同じネットワークの支払いを選択してください。',
    created: '作成済みで、返金の一覧にある返金：',
    tooMany: (count) =>
      `1 つの取引で支払える返金は 50 件までですが、${count} 件必要です。選択を減らすか、支払いのページで返金してください。`,
    inPage: '支払いを開き、返金先のウォレットを入力してください。',
    keep: {
      filter: '表示',
      decisions: { open: '要判断', kept: '返金しない' },
      empty: '返金しないと決めた資金はありません',
      open: '返金しない',
      title: (money) => `${money} を返金しませんか？`,
      text: '返金されず、一覧から外れます。事前に支払者の同意を得てください。後から届いた資金は再び一覧に表示されます。',
      reason: '理由',
      reasonHint: 'チップや今後の支払いへの充当など。支払者には表示されません。',
      confirm: '返金しない',
      done: '返金しないことにしました。',
      keptOn: (money, when) => `${when} に ${money} を返金しないと決定`,
      part: (money) => `以前の支払いの ${money} は返金しません。`,
      undo: '判断し直す',
      undone: '支払いが一覧に戻りました。',
    },
    unmatched: '支払いリクエストなし',
    toUnmatched: '未照合の支払いを見る',
  },
  list: {
    title: '返金',
    ofPayment: 'この支払いリクエストの返金',
    status: '状態',
    all: 'すべて',
    statuses: {
      waiting_for_approval: '承認待ち',
      open: '未払い',
      processing: '確認中',
      confirmed: '支払済み',
      cancelled: '取消済み',
      held: '保留中',
    },
    held: {
      payment_left_chain:
        '返金対象の支払いがチェーンから消えました。その支払いが再び確認されるまでお待ちください。',
      exceeds_payment:
        '同じ支払いの取り消した返金が支払われました。この返金を取り消し、残りを返金してください。',
    },
    waiting: '別のメンバーの承認が必要です。',
    toApprovals: '承認を見る',
    empty: '返金はまだありません',
    emptyText: '返金するには、支払いを開いてください。',
    emptyFilter: 'この状態の返金はありません',
    more: '返金をさらに表示',
    recipient: '受取人',
    worth: (money) => `お客様の支払い時の価値 ${money}`,
    paid: (money) => `支払済み ${money}`,
    reason: '理由',
    transaction: '取引',
    payment: '返金対象の支払い',
    noReference: '支払いを開く',
    select: '選択',
    pay: '支払う',
    payAll: (count) => `選択した ${count} 件を支払う`,
    cancel: '返金を取り消す',
    cancelTitle: (money) => `${money} の返金を取り消しますか?`,
    cancelText:
      '取り消すと、未払いの金額を再び返金できます。すでに用意された取引は、まだ送られる可能性があります。',
    keep: 'そのままにする',
    cancelled: '返金を取り消しました。',
  },
  of: (reference) => `${reference} の返金`,
  marks: { one: '返金', several: '返金', partial: '一部返金済み', full: '返金済み' },
  history: {
    created: (money) => `${money} の返金を作成`,
    confirmed: (money) => `${money} の返金を支払い`,
    cancelled: (money) => `${money} の返金を取り消し`,
  },
  surplus: {
    overpaid: (money) => `${money} 多く支払われています。`,
    agree: '返金について支払者と相談してください。',
    left: (money) => `未返金の残りは ${money} です。`,
    refund: '超過分を返金',
    done: '超過分は返金済みです。',
    waiting: '返金は作成済みですが、お金はまだ動いていません。',
    paidOn: (money, when) => `${when}に ${money} を返金`,
    toRefunds: '返金の一覧へ',
    kept: (money, reason) => `${money} は返金しません：${reason}`,
    inForm: (money) =>
      `超過分 ${money} は返金済み、または返金を作成済みです。この操作では注文の代金も返金されます。`,
  },
  home: {
    open: (_count, written) => `${written} 件の返金が支払い待ちです`,
    openText: 'お金はまだ動いていません。ウォレットから支払ってください。',
    overpaid: (reference, money) =>
      reference === null
        ? `支払いリクエストが ${money} 多く支払われています`
        : `${reference} が ${money} 多く支払われています`,
    late: (reference, money) =>
      reference === null
        ? `${money} が遅れて届きました`
        : `${reference} に ${money} が遅れて届きました`,
    cancelled: (reference, money) =>
      reference === null
        ? `取り消した支払いリクエストに ${money} が届きました`
        : `取り消した ${reference} に ${money} が届きました`,
  },
  form: {
    open: '返金',
    title: 'この支払いを返金',
    amount: '金額',
    unit: '金額の通貨',
    atRate: (symbol, rate) => `${symbol}(支払い時のレート ${rate})`,
    rest: (money) => `返金できる残りは ${money} です。`,
    restWorth: (money, worth) => `返金できる残りは ${money}(支払い時の価値 ${worth})です。`,
    recipient: '受取人',
    recipientHint:
      '支払ったウォレットです。取引所では返金が反映されないことがあります。不明な場合はご確認ください。',
    other: '支払者のウォレット',
    otherHint: (network) => `${network} のウォレットを支払者に尋ねてください。`,
    doubts: {
      contract:
        'コントラクトが、おそらく利用者のために支払いました。そこへ返した資金は失われる可能性があります。',
      bridge:
        '別のネットワークからの支払いです。このネットワークにはウォレットが存在しない可能性があります。',
      payee: 'ご自身の受け取り用ウォレットからの支払いです。お客様のウォレットを入力してください。',
      unknown: 'チェーンからは支払者がわかりません。',
    },
    reason: '理由',
    reasonHint: '帳簿用です。お客様のページには表示されませんが、返金リンクを開いた人は読めます。',
    create: '返金を作成',
    created: '返金を作成しました。',
    waiting: '返金を作成しました。別のメンバーの承認が必要です。',
  },
  payer: {
    title: '支払者が指定したアドレス',
    hint: '使う前に、お手元の顧客情報と照合してください。',
    proofs: { wallet: '支払いに使ったウォレットが署名', code: 'リンクから入力' },
    attempts: (count) => `拒否された試行 ${count} 回`,
    use: 'このアドレスを使う',
    ask: '支払者に尋ねる',
    link: '支払者用のリンク',
    linkHint: (until) =>
      `今コピーして、支払者だけに送ってください。リンクを持つ人は誰でもアドレスを指定できます。使えるのは ${until} まで、1 回だけです。新しいリンクを作ると置き換わります。`,
  },
  link: {
    title: '返金を支払う',
    back: '返金',
    lead: '受取人と金額を確認し、資金のあるウォレットで支払ってください。',
    pay: '支払う',
    address: 'リンク',
    addressHint: 'ほかの人もこのリンクで返金を支払えます。',
    cancelled: (_count) => 'この返金は取り消されました。資金は動いていません。',
  },
  errors: {
    refund_candidate_changed: '判断が必要な金額が変わりました。一覧に表示されています。',
    refund_exceeds_payment: '別の返金が作成されたため、返金できる残りが減りました。',
    refund_unsupported: 'この支払いはここでは返金できません。',
    refund_spans_payments: 'この返金には支払いが多すぎます。各支払いのページで返金してください。',
    refund_recipient_needed: 'この返金を受け取れるウォレットがわかりません。',
    refund_not_cancellable: {
      paid: 'この返金は全額支払い済みのため、取り消せません。',
      seen: 'この返金の支払いを確認中です。結果をお待ちください。',
      approval:
        'ほかの返金とともに承認を待っています。すべて取り消すには、承認を却下してください。',
      other: '今、支払われている可能性があります。1 時間後にもう一度お試しください。',
    },
    refund_not_payable: {
      waiting_for_approval: '別のメンバーの承認を待っている返金があります。',
      processing: '支払いを確認中の返金があります。結果をお待ちください。',
      confirmed: 'すでに支払われた返金があります。',
      cancelled: '取り消された返金があります。',
      held: '保留中の返金があります。',
      in_progress:
        'ウォレットが以前のリンクで返金の支払いを始めています。1 時間後にもう一度お試しください。',
    },
  },
}
