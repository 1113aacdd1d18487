import type { MessageParams } from './enFlow.ts'
import type { Locale } from './text.ts'

/** Japanese. */
export const ja: Locale = {
  words: {
    dir: 'ltr',
    payment: 'お支払い',
    loading: 'お支払いを読み込んでいます',
    theMerchant: '販売者',
    yourWallet: 'ウォレット',
    testNetwork: 'テストネットワーク',
    toPay: 'お支払い金額',
    youPay: 'お支払い額',
    paid: 'お支払い済み',
    onNetwork: (network) => `${network} で支払い`,
    inCurrency: (symbols, network) => `${network} の ${symbols} で支払い`,
    toRecipients: (count) => `受取人 ${count} 件`,
    reference: '参照番号',
    expires: (when) => `有効期限：${when}`,
    plusFee: '手数料別',
    connectTitle: 'ウォレットを選択',
    lastUsed: '前回使用',
    connectPromise:
      'ウォレットから直接お支払いいただきます。途中で誰かがお金を預かることはありません。',
    whatIsWallet: 'ウォレットとは',
    whatIsWalletText: 'お金を保管し、送金の前に必ず確認を求めるアプリまたはブラウザ拡張機能です。',
    noWalletTitle: 'このブラウザにウォレットがありません',
    noWalletText:
      'ウォレットの拡張機能をインストールするか、スマートフォンのウォレットアプリのブラウザでこのお支払いを開いてください。',
    otherWallets: 'その他のウォレット',
    phoneWallet: 'スマートフォンのウォレット',
    findWallet: 'ウォレットを探す',
    openPayPage: 'お支払いページを開く',
    copyLink: 'お支払いリンクをコピー',
    copy: (what) => `${what}をコピー`,
    copied: 'コピーしました',
    close: '閉じる',
    remaining: '残額',
    tryAgain: '再試行',
    updated:
      'ページを開いている間に更新されたか、一部を読み込めませんでした。再読み込みしてください。支払いは続きから再開されます。',
    reload: 'ページを再読み込み',
    supportCode: 'サポートコード',
    contactSupport: '販売者に問い合わせる',
    retryIn: (seconds) => `${seconds} 秒後に再試行`,
    opensNewTab: '新しいタブで開きます',
    unavailable: {
      expired: {
        title: 'このお支払いは期限切れです',
        action: '請求は発生していません。販売者に新しいお支払いリンクを依頼してください。',
      },
      not_found: {
        title: 'お支払いが見つかりません',
        action:
          'リンクを確認するか、販売者にお問い合わせください。支払い済みの場合は、再度支払わないでください。',
      },
      cancelled: {
        title: 'このお支払いは取り消されました',
        action: '請求は発生していません。販売者に新しいお支払いリンクを依頼してください。',
      },
      not_payable: {
        title: 'このお支払いはもう行えません',
        action: '請求は発生していません。販売者に新しいお支払いリンクを依頼してください。',
      },
      rate_limited: {
        title: 'リクエストが多すぎます',
        action: 'しばらくお待ちください。請求は発生していません。',
      },
      offline: { title: 'オフラインです', action: '接続が戻り次第、続行します。' },
      unauthorized: {
        title: 'このページではこのお支払いを受け付けられません',
        action: '請求は発生していません。販売者がこのサイトを許可する必要があります。',
      },
      no_rate: {
        title: '現在の為替レートがありません',
        action: '請求は発生していません。数分後に再試行してください。',
      },
      server: {
        title: '決済サービスに接続できません',
        action: 'しばらくしてから再試行してください。すでにお支払いの場合、お支払いは安全です。',
      },
    },
    connectingTitle: (wallet) => `${wallet} で続けてください`,
    connectingText: 'このサイトによるアカウントの表示を許可してください。請求は発生しません。',
    connectedText: 'このアカウントで支払える方法を確認しています。',
    cancel: 'キャンセル',
    readingOption: 'お支払いを確認しています',
    slow: (wallet) => `${wallet} を待っています。ウォレットを開いてリクエストを確認してください。`,
    stuck: (wallet) =>
      `${wallet} から応答がありません。ウィンドウを閉じた場合は、ここで中止できます。`,
    blockedTitle: 'このウォレットではお支払いできません',
    blockedText: '販売者はこのアカウントを受け付けていません。請求は発生していません。',
    changeWallet: 'ウォレットを変更',
    back: '戻る',
    optionsTitle: 'お支払い方法を選択',
    balance: (amount) => `残高 ${amount}`,
    balanceUnknown: '残高は不明です',
    notEnough: '残高不足',
    missing: (amount) => `${amount} 不足`,
    notEnoughGas: (symbol) => `ネットワーク手数料の ${symbol} が足りません`,
    direct: '直接',
    refresh: '更新',
    reviewTitle: '確認して支払う',
    recipient: '受取人',
    recipients: '受取人',
    showRecipients: (count) => `受取人 ${count} 件をすべて表示`,
    recipientNumber: (number) => `受取人 ${number}`,
    receives: (merchant) => `${merchant} の受取額`,
    network: 'ネットワーク',
    fee: '販売者の手数料',
    feeBorne: '受取人が負担',
    contractFeeOf: (percentage) => `コントラクト手数料（${percentage}%）`,
    youSpend: 'ウォレットから',
    upTo: (cost) => `最大 ${cost}`,
    aboutAtMost: (about, most) => `約 ${about}、最大 ${most}`,
    rateHint: (most) =>
      `為替レートは支払い実行時のものが適用されます。${most} を超えて引き落とされることはなく、使われなかった分はお手元に残ります。`,
    tokenNote: (symbol) =>
      `${symbol} は広く知られたトークンではありません。支払いに使うトークンのコントラクトかどうか確認してください:`,
    networkFee: 'ネットワーク手数料',
    networkFeeText: 'ウォレットに表示されます',
    total: '合計',
    amount: '金額',
    verified: '検証済みコントラクト。',
    verifiedHint:
      'この端末で内容を解読しました。既知のコントラクトを通じて、ここに表示されたとおりに支払われます。',
    verifiedMost:
      'この端末で内容を解読しました。既知のコントラクトを通じて、ここに表示された額を超えて引き落とされることはありません。',
    confirmationsNeeded: (count, prompts) =>
      `ウォレットで ${count} 回の確認があります：${prompts}。`,
    payButton: (amount) => `${amount} を支払う`,
    details: 'トランザクションの詳細',
    rawData: '生データ',
    decodedCall: '解読した呼び出し',
    callTo: '宛先',
    callValue: '値',
    progressTitle: 'お支払いの進行状況',
    preparing: 'お支払いを最終確認しています',
    switching: (network, wallet) => `${wallet} で ${network} に切り替えてください`,
    resetting: (symbol, wallet) => `${wallet} で ${symbol} の上限をリセットしてください`,
    resettingMined: (symbol) => `${symbol} の上限をリセットしています`,
    approving: (amount, wallet) => `${wallet} で ${amount} を許可してください`,
    approvingMined: (amount) => `${amount} を許可しています`,
    signing: (wallet) => `${wallet} でお支払いを承認してください`,
    broadcasting: 'お支払いを送信しています',
    confirming: '送信しました。ネットワークを待っています',
    settling: (merchant) => `確認されました。${merchant} を待っています`,
    confirmations: (current, required) => `承認 ${current} / ${required}`,
    closeWaiting: (wallet) =>
      `${wallet} はまだ応答を待っています。閉じてもお支払いはキャンセルされません。`,
    stay: '開いたままにする',
    canClose: 'このページは閉じてもかまいません。お支払いはそのまま続きます。',
    keepOpen: 'お支払いが送信されるまで、このページを開いたままにしてください。',
    minedHint: '通常は 1 分以内に完了します。',
    oneToken: 'いずれかのトークン',
    approveHint:
      '決済コントラクトがちょうどこの金額だけを引き落とせるようにします。それを超えることはありません。',
    closedWallet: 'ウォレットを閉じました',
    viewTransaction: 'トランザクションを表示',
    steps: {
      switch: ({ network }) => `${network} に切り替え`,
      reset_approval: ({ symbol }) => `${symbol} の上限をリセット`,
      approve: ({ amount }) => `${amount} を許可`,
      pay: ({ amount }) => `${amount} を支払い`,
      confirm: () => 'ネットワークで確認',
      settle: ({ merchant }) => `${merchant} が受領`,
    },
    stepStatus: {
      waiting: '未開始',
      active: '進行中',
      done: '完了',
      failed: '失敗',
    },
    resumingTitle: '以前のお支払いを確認しています',
    resumingText: (when, wallet, network) =>
      `このお支払いは${when}に ${network} の ${wallet} で開始されました。`,
    resumingTextShort: 'このお支払いは以前に開始されています。ネットワーク上で探しています。',
    unknownTitle: 'お支払いが済んだか確認できませんでした',
    unknownText: (wallet) =>
      `${wallet} から、お支払いを送信したかどうかの応答がありません。はっきりするまで、もう一度支払わないでください。`,
    checkAgain: 'もう一度確認',
    notSent: '送信されていないので、やり直す',
    confirmNotSentTitle: 'ウォレットのリクエストは閉じていますか',
    confirmNotSentText:
      'ウォレットを開き、待機中のお支払いがないことを確認してください。ある場合は先に拒否してください。そうしないと、二重に支払う可能性があります。',
    confirmNotSentYes: 'はい、待機中のものはありません',
    viewAccount: 'アカウントを表示',
    lockedTitle: 'このお支払いは別の場所で開かれています',
    lockedTabTitle: 'このお支払いは別のタブで開かれています',
    lockedDeviceTitle: 'このお支払いは別の端末で開かれています',
    lockedText: '二重払いを防ぐため、一度に 1 か所でのみ支払えます。',
    lockedSince: (wallet, when) => `${when}に ${wallet} で開始。`,
    continueHere: 'ここで続ける',
    partialTitle: '一部が支払われました',
    partialText: (paid, total) => `${total} のうち ${paid} が届きました。`,
    payRemaining: '残りを支払う',
    succeededTitle: 'お支払いが完了しました',
    succeededText: (merchant) => `${merchant} がお支払いを受け取りました。`,
    overpaid: (amount, merchant) =>
      `${amount} 多く支払われ、まだ返金されていません。返金については ${merchant} にお問い合わせください。`,
    paidTo: '支払先',
    paidWith: '支払いに使った通貨',
    refunded: '返金額',
    paidAt: '支払日時',
    bridgeKept: 'ブリッジの手数料',
    transaction: 'トランザクション',
    transactions: 'トランザクション',
    receiptTitle: '領収書',
    viewReceipt: '領収書を見る',
    downloadPdf: 'PDF をダウンロード',
    printReceipt: '領収書を印刷',
    saveReceipt: 'JSON で保存',
    backTo: (merchant) => `${merchant} に戻る`,
    paymentId: 'お支払い ID',
    failedTitle: 'お支払いは完了していません',
    money: {
      untouched: '請求は発生していません。',
      'maybe-sent': 'ウォレットがお支払いを送信した可能性があります。',
      sent: 'お支払いは送信されました。',
      'fee-only': 'ネットワーク手数料だけが使われました。',
      refunded: 'お金は返送されました。',
    },
    errors: {
      calldata_mismatch: {
        title: '安全のため、このお支払いを中止しました',
        action:
          'トランザクションの内容がここに表示されたものと異なるため、ウォレットには確認を求めていません。販売者に知らせてください。',
      },
      destination_mismatch: {
        title: '安全のため、このお支払いを中止しました',
        action:
          'このショップが指定した相手とは別の受取人に送られるところでした。販売者に知らせてください。',
      },
      unsupported_network: {
        title: 'このネットワークには対応していません',
        action: '別のネットワークでのお支払いを販売者に依頼してください。',
      },
      payment_reverted: {
        title: 'ネットワークがお支払いを拒否しました',
        action: '残高を確認して、再試行してください。',
      },
      payment_cancelled: {
        title: 'ウォレットでお支払いがキャンセルされました',
        action: '準備ができたら、もう一度支払えます。',
      },
      payment_replaced: {
        title: '別のトランザクションがお支払いに置き換わりました',
        action: 'ウォレットは代わりに別のものを送信しました。準備ができたら、もう一度支払えます。',
      },
      invalid_response: {
        title: '決済サービスから理解できない応答がありました',
        action: '再試行してください。繰り返す場合は、販売者に知らせてください。',
      },
      internal: {
        title: 'このページで問題が発生しました',
        action: '再試行してください。送信済みのお支払いがあれば見つかります。',
      },
    },
    notes: {
      rejected: () => 'ウォレットで拒否されました。請求は発生していません。',
      switch_rejected: ({ network }) =>
        `ネットワークは変更されませんでした。請求は発生していません。もう一度支払い、${network} に切り替えてください。`,
      approve_rejected: () => 'ウォレットで許可が拒否されました。請求は発生していません。',
      wallet_busy: () =>
        'ウォレットに未処理のリクエストがあります。先に完了してから、再試行してください。',
      wallet_timeout: () =>
        'ウォレットから応答がありませんでした。請求は発生していません。ウォレットを開いて、再試行してください。',
      wallet_locked: () => 'ウォレットがロックされています。ロックを解除して、再試行してください。',
      wallet_error: () =>
        'ウォレットで問題が発生しました。請求は発生していません。再試行してください。',
      wallet_gone: () => 'このウォレットは利用できなくなりました。もう一度選択してください。',
      switch_failed: ({ network }) =>
        `ウォレットを ${network} に切り替えられませんでした。請求は発生していません。ウォレットでネットワークを変更してから、再試行してください。`,
      account_changed: () =>
        'ウォレットのアカウントが変わりました。請求は発生していません。お支払いをもう一度確認してください。',
      approval_reverted: () =>
        '許可がネットワークで失敗しました。ネットワーク手数料だけが使われました。再試行してください。',
      approval_too_low: () =>
        'ウォレットで許可された金額が足りません。お支払いは送信されていません。表示された金額以上を許可してください。',
      insufficient_balance: ({ symbol }) =>
        `${symbol} が足りません。請求は発生していません。残高を追加するか、別の方法を選んでください。`,
      insufficient_gas: ({ symbol }) =>
        `ネットワーク手数料として少額の ${symbol} が必要です。請求は発生していません。`,
      payment_changed: () =>
        'お支払いの内容が変わりました。請求は発生していません。もう一度確認してください。',
      service_unavailable: () =>
        '決済サービスから応答がありませんでした。請求は発生していません。しばらくしてから再試行してください。',
      chain_unavailable: () =>
        '現在ネットワークを読み取れません。請求は発生していません。しばらくしてから再試行してください。',
      rate_unavailable: () =>
        '現在の為替レートがありません。請求は発生していません。数分後に再試行してください。',
      no_option: () =>
        'このアカウントで支払える方法を、このページは受け付けていません。請求は発生していません。別のウォレットをお試しください。',
      rate_limited: ({ seconds }) =>
        `リクエストが多すぎます。請求は発生していません。${seconds ?? '数'} 秒後に再試行してください。`,
      storage_failed: () =>
        'このブラウザはお支払いを保存できなかったため、ウォレットには確認を求めていません。サイトデータを許可して、再試行してください。',
      locked_tab: () => '別のタブで完了するか、ここで続けてください。',
      locked_tab_signing: () =>
        '別のタブがウォレットを待っています。先にそちらで承認または拒否してください。',
      locked_device: () => 'そちらで完了してください。中止した場合は、数分後にここで支払えます。',
      safe_waiting: () =>
        'Safe の署名者を待っています。署名が終わると、このページは自動的に進みます。',
      taken_over: () => 'お支払いは別のタブで続けられました。',
      auto_selected: ({ network, symbol }) =>
        `自動で選択しました：${network} の ${symbol}。このウォレットの残高で支払える唯一の方法です。`,
      replaced_faster: () =>
        'ウォレットがより高い手数料でお支払いを再送しました。支払いは 1 回だけです。',
      checking: () => 'ネットワーク上でお支払いを探しています。',
      pending_in_wallet: () =>
        'ウォレットに待機中のトランザクションがあります。このお支払いの可能性があります。ウォレットを開いて確認してください。',
      prompt_may_be_open: () =>
        'まだ何も送信されていませんが、ウォレットでリクエストが開いたままの可能性があります。',
      nonce_unused: () =>
        '何も送信されていないことをネットワークで確認しました。安全にやり直せます。',
      not_found_yet: () =>
        'ネットワークにお支払いがまだ表示されていません。1 分ほどかかることがあります。',
      not_sent: () => '前回は送信されていませんでした。安全に支払えます。',
      approval_kept: () => '以前の許可が有効です。あとはお支払いだけです。',
      paid_elsewhere: () =>
        'このお支払いはすでに完了しています。ウォレットで開いているリクエストを拒否してください。',
      paid_twice: () =>
        'お支払いの完了後に、2 回目のお支払いが送信されました。販売者に返金を依頼してください。',
    },
  },
  payout: {
    payment: '送金',
    paid: '送金済み',
    toRecipients: (count) => `受取人 ${count} 件への送金`,
    connectTitle: '支払いに使うウォレットを選択',
    connectPromise:
      'お金はウォレットから、ここに表示された相手に直接送られます。途中で誰かが預かることはありません。',
    contactSupport: 'このリンクの送り主に問い合わせる',
    unavailable: {
      expired: {
        title: 'この送金は期限切れです',
        action: '請求は発生していません。リンクの作成者に新しいリンクを依頼してください。',
      },
      cancelled: {
        title: 'この送金は取り消されました',
        action: '請求は発生していません。リンクの作成者に新しいリンクを依頼してください。',
      },
      not_payable: {
        title: 'この送金はもう行えません',
        action: '請求は発生していません。リンクの作成者に新しいリンクを依頼してください。',
      },
      unauthorized: {
        title: 'このページではこの送金を行えません',
        action: '請求は発生していません。リンクの作成者がこのサイトを許可する必要があります。',
      },
    },
    blockedText: 'この送金はこのアカウントを受け付けていません。請求は発生していません。',
    reviewTitle: '確認して送金する',
    fee: '手数料',
    receives: () => '受取人の受取額',
    payButton: (amount) => `${amount} を送金する`,
    signing: (wallet) => `${wallet} で送金を承認してください`,
    preparing: '送金を最終確認しています',
    broadcasting: '送金を送信しています',
    confirming: '送金しました。ネットワークを待っています',
    settling: () => '確認されました。記録しています',
    canClose: 'このページは閉じてもかまいません。送金はそのまま続きます。',
    keepOpen: '送金が送信されるまで、このページを開いたままにしてください。',
    progressTitle: '送金の進行状況',
    steps: {
      pay: ({ amount }) => `${amount} を送金`,
      settle: () => '記録済み',
    },
    succeededTitle: '送金が完了しました',
    succeededText: () => 'ここに記載された全員にお金が届きました。',
    overpaid: (amount) => `${amount} 多く送金されました。受取人に返送を依頼してください。`,
    receiptTitle: '送金の領収書',
    paidTo: '送金先',
    failedTitle: '送金は完了していません',
    errors: {
      calldata_mismatch: {
        title: '安全のため、この送金を中止しました',
        action:
          'トランザクションの内容がここに表示されたものと異なるため、ウォレットには確認を求めていません。リンクの作成者に知らせてください。',
      },
      destination_mismatch: {
        title: '安全のため、この送金を中止しました',
        action:
          'このページが指定した相手とは別の受取人に送られるところでした。リンクの作成者に知らせてください。',
      },
      unsupported_network: {
        title: 'このネットワークには対応していません',
        action: '別のネットワークでの送金をリンクの作成者に依頼してください。',
      },
      invalid_response: {
        title: '決済サービスから理解できない応答がありました',
        action: '再試行してください。繰り返す場合は、リンクの作成者に知らせてください。',
      },
    },
    notes: {
      paid_twice: () => '送金が 2 回行われました。受取人に返送を依頼してください。',
    },
  },
  accepted: {
    balance: (balance, worth) => `残高 ${balance}（${worth} 相当）`,
    nothing: 'このウォレットの残高は、どの通貨でも足りません。',
    others: (count) => `このウォレットでは残高不足（${count}）`,
    search: '通貨やネットワークを検索',
    noMatch: (query) => `「${query}」に一致する通貨はありません。`,
    otherWallet: (list) => `別のウォレットなら、${list}でも支払えます。`,
    more: (count) => `その他の通貨（${count}）`,
    otherTokens: '別のトークンで支払う',
    noOtherToken: 'このウォレットには、この支払いに使える別のトークンがありません。',
  },
  quoted: {
    rate: 'レート',
    roundedUp: (worth, paid) => `${worth}、切り上げて${paid}`,
    sources: '価格の出典',
    priceFor: (time) => `この価格はあと${time}有効です。`,
    priceEnded: 'この価格の有効期限が切れました。請求は発生していません。',
    newPrice: '新しい価格を取得',
  },
  bridge: {
    needed: (amount) => `お支払い額 ${amount}`,
    bridgeFee: 'ブリッジ手数料',
    feeOf: (amount) => `手数料 ${amount}`,
    noFee: 'ブリッジ手数料なし',
    overBridge: 'ブリッジ経由',
    minutes: (count) => `約 ${count}\u00a0分`,
    seconds: (count) => `約 ${count}\u00a0秒`,
    silent: (chains) =>
      `${chains} から応答がないため、そこからの支払い方法が表示されていない可能性があります。更新してもう一度お試しください。`,
    slow: (chains) => `${chains} からの支払いは、この価格の有効期限後に届くため選択できません。`,
    from: '送金元',
    to: '送金先',
    leaves: 'ウォレットから出る額',
    arrival: '到着まで',
    unknownTime: '不明',
    priceFor: (seconds) => `この価格はあと ${seconds}\u00a0秒有効です。`,
    verifiedTitle: 'この端末で検証済み。',
    carried: (network) => `${network} での受取人と金額も署名の対象です。`,
    notCarried: (network) =>
      `${network} での支払いは署名の対象ではないため、この端末では確認できませんでした。ブリッジの申告のみによります。`,
    limited: (amount) => `ウォレットから既知のブリッジコントラクトに出る額は最大 ${amount} です。`,
    pay: (amount, network) => `${network} で ${amount} を支払う`,
    approveHint:
      'ブリッジのコントラクトがちょうどこの金額だけを引き落とせるようにします。それを超えることはありません。',
    sentOn: (amount, network) => `${network} で ${amount} を送信`,
    sent: (network) => `送信しました。${network} を待っています`,
    bridging: (network) => `お金は ${network} に向かっています`,
    elsewhere: (source, destination) =>
      `${source} からのお支払いが ${destination} に向かっています`,
    elsewhereText:
      '別の端末、タブ、またはウォレットから送信されました。このページで追跡しています。今ここで支払うものはありません。',
    arrived: (network) => `${network} に到着し、確認中です`,
    confirmedOn: (network) => `${network} で確認`,
    delivered: (network) => `${network} に到着`,
    canClose: 'このページは閉じて、いつでも戻ってこられます。お支払いはそのまま続きます。',
    unansweredTitle: 'ブリッジから 1 日応答がありません',
    unansweredText: (network) =>
      `お金はウォレットから出ましたが、${network} ではまだ確認されていません。届き次第、反映されます。もう一度支払わず、販売者またはブリッジにトランザクションを示してください。`,
    errors: {
      bridge_refunded: {
        title: 'ブリッジがお金を返送しました',
        action:
          'お支払い元のネットワークのウォレットに、ネットワーク手数料を差し引いて戻っています。もう一度支払えます。',
      },
      bridge_failed: {
        title: 'ブリッジがお支払いを届けられませんでした',
        action:
          'お金はまだブリッジにあります。販売者またはブリッジがトランザクションを確認するまで、もう一度支払わないでください。',
      },
      bridge_not_counted: {
        title: '依頼とは異なるものが届きました',
        action:
          'このお支払いとしては数えられません。トランザクションを販売者に示してください。調べることができます。',
      },
    },
    bridgePage: 'ブリッジで表示',
  },
  tron: {
    noWalletTitle: 'このブラウザに Tron のウォレットがありません',
    noWalletText:
      'このお支払いは Tron で行われます。TronLink などの Tron ウォレットをインストールするか、スマートフォンのウォレットアプリのブラウザでこのお支払いを開いてください。',
    otherWallets: 'Tron のその他のウォレット',
    fee: (amount) => `約 ${amount}`,
    feeCovered: 'エネルギーと帯域でまかなわれます',
    feeUnknown: 'TRX でネットワークが徴収します',
    energy: (needed, available) => `必要なエネルギー ${needed}、保有 ${available}`,
    bandwidth: (needed, available) => `必要な帯域 ${needed}、保有 ${available}`,
    balance: (amount) => `保有 ${amount}`,
    missingTitle: 'ネットワーク手数料の TRX が足りません。',
    missing: (required, balance, lacking) =>
      `このお支払いには約 ${required} が必要ですが、このアカウントには ${balance} しかありません。${lacking} 以上を送ってから、もう一度確認してください。`,
    checkAgain: 'もう一度確認',
    resources: 'エネルギーと帯域',
    allowing: (symbol, wallet) => `${wallet} で ${symbol} を許可してください`,
    allowingMined: (symbol) => `${symbol} を許可しています`,
    allow: (symbol) => `${symbol} を許可`,
    allowHint: (symbol) =>
      `既知の決済コントラクトが、お客様の署名するお支払いについて ${symbol} を上限なく引き落とせるようにします。許可に対する Tron の手数料は一度で済みます。`,
    sending: '署名済み。Tron の受け付けを待っています',
    keepOpen:
      'このページを開いたままにしてください。Tron が受け付けるまでお支払いを送信します。閉じた場合は、ここに戻ってください。',
    failing: 'ネットワークの最終結果を待っています',
    canReturn: 'このページを閉じて、後で結果を見に戻ることができます。',
    spent: '使われたネットワーク手数料',
    reverted: 'コントラクトがお支払いを拒否しました。残高を確認して、再試行してください。',
    outOfEnergy:
      'お支払いが許可されたエネルギーを使い切りました。再試行するか、先にアカウントのエネルギーを用意してください。',
    droppedSignature:
      'ウォレットが、選択したものとは別のアカウントで署名しました。アカウントを選び直してから支払ってください。',
    errors: {
      tron_dropped: {
        title: 'Tron が時間内にお支払いを受け付けませんでした',
        action: 'もう実行されることはないため、安全にもう一度支払えます。',
      },
    },
    notes: {
      tron_other_bytes: () =>
        'ウォレットがこのお支払いとは別のものに署名したため、送信していません。請求は発生していません。別のウォレットを使ってください。',
      tron_too_late: () =>
        '数分かかったため、ネットワークは署名された内容を受け付けなくなりました。請求は発生していません。もう一度支払ってください。',
      tron_earlier: (params) =>
        `以前のお支払いは${until(params)}実行される可能性があります。二重払いを防ぐため、その後にもう一度支払ってください。今回の請求は発生していません。`,
      tron_approval_dropped: () =>
        'Tron が時間内に許可を受け付けませんでした。請求は発生していません。再試行してください。',
      tron_not_taken: (params) =>
        `Tron はまだお支払いを受け付けていません。${until(params)}送信を続けます。それまでに受け付けられなければ、請求は発生しません。`,
      tron_busy: (params) =>
        `Tron のノードが混み合っています。${until(params)}お支払いの送信を続けます。それまでに受け付けられなければ、請求は発生しません。`,
      tron_no_resources: (params) =>
        `このアカウントの TRX または帯域が少なすぎるため、Tron がお支払いを受け付けません。TRX を送ると、お支払いが続行されます。${until(params)}試行を続けます。それ以外の場合、請求は発生しません。`,
      tron_failing: () =>
        'Tron はお支払いを実行できませんでした。確定するまで約 1 分待ちます。それまではもう一度支払わないでください。',
    },
  },
  wallets: {
    phoneTitle: 'スマートフォンで支払う',
    phoneText:
      'スマートフォンでコードを読み取り、そちらでお支払いください。このページは自動的に進みます。',
    phoneOnlyText:
      'このブラウザにはウォレットがありません。スマートフォンでコードを読み取り、そちらでお支払いください。このページは自動的に進みます。',
    scan: '読み取り',
    walletConnect: 'WalletConnect',
    ways: 'ウォレットへの接続方法',
    qrOfPage: 'スマートフォンで開く、このお支払いページの QR コード',
    qrOfWallet: 'WalletConnect でウォレットを接続する QR コード',
    waitingForPhone: 'お支払いを待っています',
    waitingForWallet: 'ウォレットを待っています',
    connectText:
      'WalletConnect に対応したウォレットでコードを読み取ってください。お支払いはそちらで承認します。',
    connectHereText:
      'WalletConnect に対応したウォレットアプリを開いてください。お支払いはそちらで承認します。',
    openWallet: 'ウォレットアプリを開く',
    opening: 'コードを準備しています',
    copyPage: 'お支払いリンクをコピー',
    copyCode: '接続リンクをコピー',
    expiredTitle: 'コードの有効期限が切れました',
    expiredText: 'コードは 5 分間有効です。請求は発生していません。',
    declinedTitle: 'ウォレットが拒否しました',
    declinedText: '請求は発生していません。再接続するか、別のウォレットを選んでください。',
    unreachableTitle: 'WalletConnect に接続できません',
    unreachableText:
      '請求は発生していません。しばらくしてから再試行するか、別の方法でお支払いください。',
    tryAgain: '再試行',
    mobileTitle: 'ウォレットアプリを選択',
    mobileText: 'お支払いはアプリ内のブラウザで行います。戻ると、このページは更新されます。',
    notOpened: (wallet) => `${wallet} が開きませんでしたか`,
    notOpenedText:
      'アプリをインストールするか、お支払いリンクをウォレットアプリのブラウザにコピーしてください。',
    getWallet: 'ウォレットを入手',
    search: 'ウォレットを検索',
    noMatch: (query) => `「${query}」に一致するウォレットはありません。`,
    install: (wallet) => `${wallet} をインストール`,
  },
  permit: {
    prompts:
      'ウォレットで署名、次に支払いの順に確認します。署名にネットワーク手数料はかかりません。',
    signature: 'ウォレットで署名を確認します。サービスが送信できるのは、この支払いだけです。',
    noFee: 'ネットワーク手数料なし',
  },
}

const until = ({ time }: MessageParams): string => (time ? `${time} まで` : '数分間')
