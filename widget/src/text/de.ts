import type { Locale } from './text.ts'

/** German. */
export const de: Locale = {
  words: {
    dir: 'ltr',
    payment: 'Zahlung',
    loading: 'Zahlung wird geladen',
    theMerchant: 'dem Händler',
    yourWallet: 'Ihrer Wallet',
    testNetwork: 'Testnetz',
    toPay: 'Zu zahlen',
    youPay: 'Sie zahlen',
    paid: 'Bezahlt',
    onNetwork: (network) => `auf ${network}`,
    paidIn: (symbols, network) => `gezahlt in ${symbols} auf ${network}`,
    toRecipients: (count) => (count === 1 ? '1 Empfänger' : `${count} Empfänger`),
    reference: 'Referenz',
    expires: (when) => `Läuft ${when} ab`,
    plusFee: 'zzgl. Gebühr',
    connectTitle: 'Wallet auswählen',
    lastUsed: 'Zuletzt genutzt',
    connectPromise: 'Sie zahlen direkt aus Ihrer Wallet. Ihr Geld liegt dabei nie bei Dritten.',
    whatIsWallet: 'Was ist eine Wallet?',
    whatIsWalletText:
      'Eine App oder Browser-Erweiterung, die Ihr Geld verwahrt und Sie fragt, bevor etwas abgeht.',
    noWalletTitle: 'Keine Wallet in diesem Browser',
    noWalletText:
      'Installieren Sie eine Wallet-Erweiterung oder öffnen Sie diese Zahlung im Browser einer Wallet-App auf Ihrem Smartphone.',
    otherWallets: 'Andere Wallets',
    phoneWallet: 'Handy-Wallet',
    findWallet: 'Wallet finden',
    openPayPage: 'Zahlungsseite öffnen',
    copyLink: 'Zahlungslink kopieren',
    connectingTitle: (wallet) => `Weiter in ${wallet}`,
    connectingText: 'Erlauben Sie dieser Seite, Ihr Konto zu sehen. Es wird nichts abgebucht.',
    connectedText: 'Es wird geprüft, womit dieses Konto zahlen kann.',
    cancel: 'Abbrechen',
    readingOption: 'Zahlung wird geprüft',
    copy: (what) => `${what} kopieren`,
    copied: 'Kopiert',
    close: 'Schließen',
    slow: (wallet) =>
      `Noch keine Antwort von ${wallet}. Öffnen Sie die Wallet und suchen Sie die Anfrage.`,
    stuck: (wallet) =>
      `Keine Antwort von ${wallet}. Wenn Sie das Fenster geschlossen haben, können Sie hier abbrechen.`,
    remaining: 'Offen',
    tryAgain: 'Erneut versuchen',
    updated:
      'Diese Seite wurde aktualisiert, während sie offen war, oder ein Teil von ihr wurde nicht geladen. Laden Sie sie neu: Ihre Zahlung geht weiter, wo sie war.',
    reload: 'Seite neu laden',
    supportCode: 'Support-Code',
    contactSupport: 'Händler kontaktieren',
    retryIn: (seconds) => `Erneut versuchen in ${seconds} s`,
    opensNewTab: 'öffnet einen neuen Tab',
    unavailable: {
      expired: {
        title: 'Diese Zahlung ist abgelaufen',
        action: 'Es wurde nichts abgebucht. Bitten Sie den Händler um einen neuen Zahlungslink.',
      },
      not_found: {
        title: 'Zahlung nicht gefunden',
        action: 'Prüfen Sie den Link oder bitten Sie den Händler um einen neuen.',
      },
      not_payable: {
        title: 'Diese Zahlung ist nicht mehr möglich',
        action: 'Es wurde nichts abgebucht. Bitten Sie den Händler um einen neuen Zahlungslink.',
      },
      rate_limited: {
        title: 'Zu viele Anfragen',
        action: 'Bitte warten Sie einen Moment. Es wurde nichts abgebucht.',
      },
      offline: {
        title: 'Sie sind offline',
        action: 'Sobald Sie wieder verbunden sind, geht es weiter.',
      },
      unauthorized: {
        title: 'Diese Seite darf diese Zahlung nicht annehmen',
        action: 'Es wurde nichts abgebucht. Der Händler muss diese Website zulassen.',
      },
      no_rate: {
        title: 'Zurzeit gibt es keinen Wechselkurs',
        action: 'Es wurde nichts abgebucht. Versuchen Sie es in ein paar Minuten erneut.',
      },
      server: {
        title: 'Der Zahlungsdienst ist nicht erreichbar',
        action:
          'Versuchen Sie es gleich noch einmal. Falls Sie schon bezahlt haben, ist Ihre Zahlung sicher.',
      },
    },
    blockedTitle: 'Diese Wallet kann hier nicht zahlen',
    blockedText: 'Der Händler akzeptiert dieses Konto nicht. Es wurde nichts abgebucht.',
    changeWallet: 'Wallet wechseln',
    back: 'Zurück',
    optionsTitle: 'Zahlungsart wählen',
    balance: (amount) => `Guthaben ${amount}`,
    balanceUnknown: 'Guthaben nicht bekannt',
    notEnough: 'nicht genug',
    missing: (amount) => `es fehlen ${amount}`,
    notEnoughGas: (symbol) => `Nicht genug ${symbol} für die Netzwerkgebühr`,
    direct: 'Direkt',
    refresh: 'Aktualisieren',
    reviewTitle: 'Prüfen und zahlen',
    recipient: 'Empfänger',
    recipients: 'Empfänger',
    showRecipients: (count) => `Alle ${count} Empfänger anzeigen`,
    recipientNumber: (number) => `Empfänger ${number}`,
    receives: (merchant) => `${merchant} erhält`,
    network: 'Netzwerk',
    fee: 'Gebühr',
    feeOf: (percentage) => `Gebühr (${percentage} %)`,
    contractFeeOf: (percentage) => `Gebühr des Vertrags (${percentage} %)`,
    youSpend: 'Aus Ihrer Wallet',
    upTo: (cost) => `bis zu ${cost}`,
    aboutAtMost: (about, most) => `etwa ${about}, höchstens ${most}`,
    rateHint: (most) =>
      `Der Wechselkurs gilt im Moment der Zahlung. Sie kostet nie mehr als ${most}; was nicht gebraucht wird, bleibt bei Ihnen.`,
    tokenNote: (symbol) =>
      `${symbol} gehört nicht zu den bekannten Token. Prüfen Sie, ob dies der Vertrag des Tokens ist, mit dem Sie zahlen wollen:`,
    networkFee: 'Netzwerkgebühr',
    networkFeeText: 'zeigt Ihre Wallet an',
    total: 'Gesamt',
    amount: 'Betrag',
    verified: 'Geprüfter Vertrag.',
    verifiedHint:
      'Auf diesem Gerät dekodiert: Es wird genau gezahlt, was hier steht, über einen bekannten Vertrag.',
    confirmationsNeeded: (count, prompts) => `Ihre Wallet fragt Sie ${count}-mal: ${prompts}.`,
    payButton: (amount) => `${amount} zahlen`,
    details: 'Transaktionsdetails',
    rawData: 'Rohdaten',
    decodedCall: 'Dekodierter Aufruf',
    callTo: 'An',
    callValue: 'Wert',
    progressTitle: 'Fortschritt der Zahlung',
    preparing: 'Zahlung wird noch einmal geprüft',
    switching: (network, wallet) => `In ${wallet} zu ${network} wechseln`,
    resetting: (symbol, wallet) => `Limit für ${symbol} in ${wallet} zurücksetzen`,
    resettingMined: (symbol) => `Limit für ${symbol} wird zurückgesetzt`,
    approving: (amount, wallet) => `${amount} in ${wallet} freigeben`,
    approvingMined: (amount) => `${amount} werden freigegeben`,
    signing: (wallet) => `Zahlung in ${wallet} bestätigen`,
    broadcasting: 'Ihre Zahlung wird gesendet',
    confirming: 'Zahlung gesendet, warten auf das Netzwerk',
    settling: (merchant) => `Bestätigt, Rückmeldung von ${merchant} steht aus`,
    confirmations: (current, required) => `${current} von ${required} Bestätigungen`,
    closeWaiting: (wallet) =>
      `${wallet} wartet noch auf Ihre Antwort. Das Schließen bricht die Zahlung nicht ab.`,
    stay: 'Geöffnet lassen',
    canClose: 'Sie können diese Seite schließen. Ihre Zahlung läuft ohne sie weiter.',
    keepOpen: 'Lassen Sie diese Seite offen, bis die Zahlung gesendet ist.',
    minedHint: 'Das dauert meist weniger als eine Minute.',
    oneToken: 'eines der Token',
    approveHint: 'Damit darf der Zahlungsvertrag genau diesen Betrag einziehen, nicht mehr.',
    closedWallet: 'Ich habe meine Wallet geschlossen',
    viewTransaction: 'Transaktion ansehen',
    steps: {
      switch: ({ network }) => `Zu ${network} wechseln`,
      reset_approval: ({ symbol }) => `Limit für ${symbol} zurücksetzen`,
      approve: ({ amount }) => `${amount} freigeben`,
      pay: ({ amount }) => `${amount} zahlen`,
      confirm: () => 'Vom Netzwerk bestätigt',
      settle: ({ merchant }) => `Eingegangen bei ${merchant}`,
    },
    stepStatus: {
      waiting: 'noch nicht begonnen',
      active: 'läuft',
      done: 'erledigt',
      failed: 'fehlgeschlagen',
    },
    resumingTitle: 'Ihre frühere Zahlung wird geprüft',
    resumingText: (when, wallet, network) =>
      `Sie haben diese Zahlung ${when} mit ${wallet} auf ${network} begonnen.`,
    resumingTextShort: 'Sie haben diese Zahlung schon einmal begonnen. Wir suchen sie im Netzwerk.',
    unknownTitle: 'Wir konnten nicht feststellen, ob Sie bezahlt haben',
    unknownText: (wallet) =>
      `${wallet} hat nicht mitgeteilt, ob die Zahlung gesendet wurde. Zahlen Sie nicht noch einmal, bevor das geklärt ist.`,
    checkAgain: 'Erneut prüfen',
    notSent: 'Nicht gesendet, neu beginnen',
    confirmNotSentTitle: 'Ist die Anfrage in Ihrer Wallet geschlossen?',
    confirmNotSentText:
      'Öffnen Sie Ihre Wallet und vergewissern Sie sich, dass dort keine Zahlung wartet. Falls doch, lehnen Sie sie zuerst ab: Sonst könnten Sie zweimal zahlen.',
    confirmNotSentYes: 'Ja, es wartet nichts',
    viewAccount: 'Ihr Konto ansehen',
    lockedTitle: 'Diese Zahlung ist anderswo geöffnet',
    lockedTabTitle: 'Diese Zahlung ist in einem anderen Tab geöffnet',
    lockedDeviceTitle: 'Diese Zahlung ist auf einem anderen Gerät geöffnet',
    lockedText:
      'Damit Sie nicht zweimal zahlen, ist die Zahlung immer nur an einer Stelle möglich.',
    lockedSince: (wallet, when) => `Begonnen ${when} mit ${wallet}.`,
    continueHere: 'Hier fortfahren',
    partialTitle: 'Ein Teil ist bezahlt',
    partialText: (paid, total) => `${paid} von ${total} sind eingegangen.`,
    payRemaining: 'Rest zahlen',
    succeededTitle: 'Zahlung abgeschlossen',
    succeededText: (merchant) => `Ihre Zahlung ist bei ${merchant} eingegangen.`,
    paidTo: 'Gezahlt an',
    paidWith: 'Gezahlt mit',
    paidAt: 'Gezahlt am',
    bridgeKept: 'Von der Bridge einbehalten',
    transaction: 'Transaktion',
    transactions: 'Transaktionen',
    receiptTitle: 'Zahlungsbeleg',
    printReceipt: 'Beleg drucken',
    saveReceipt: 'Als JSON speichern',
    backTo: (merchant) => `Zurück zu ${merchant}`,
    paymentId: 'Zahlungs-ID',
    failedTitle: 'Zahlung nicht abgeschlossen',
    money: {
      untouched: 'Es wurde nichts abgebucht.',
      'maybe-sent': 'Ihre Wallet hat die Zahlung möglicherweise gesendet.',
      sent: 'Ihre Zahlung wurde gesendet.',
      'fee-only': 'Nur die Netzwerkgebühr wurde ausgegeben.',
      refunded: 'Ihr Geld wurde an Sie zurückgesendet.',
    },
    errors: {
      calldata_mismatch: {
        title: 'Diese Zahlung wurde zu Ihrer Sicherheit gestoppt',
        action:
          'Die Transaktion hätte nicht das gezahlt, was hier steht; Ihre Wallet wurde deshalb nicht gefragt. Informieren Sie den Händler.',
      },
      destination_mismatch: {
        title: 'Diese Zahlung wurde zu Ihrer Sicherheit gestoppt',
        action:
          'Sie wäre an einen anderen Empfänger gegangen, als dieser Shop angegeben hat. Informieren Sie den Händler.',
      },
      unsupported_network: {
        title: 'Dieses Netzwerk wird hier nicht unterstützt',
        action: 'Bitten Sie den Händler um eine Zahlung in einem anderen Netzwerk.',
      },
      payment_reverted: {
        title: 'Das Netzwerk hat die Zahlung abgelehnt',
        action: 'Prüfen Sie Ihr Guthaben und versuchen Sie es erneut.',
      },
      payment_cancelled: {
        title: 'Die Zahlung wurde in Ihrer Wallet abgebrochen',
        action: 'Sie können erneut zahlen, wenn Sie so weit sind.',
      },
      payment_replaced: {
        title: 'Eine andere Transaktion ist an die Stelle der Zahlung getreten',
        action:
          'Ihre Wallet hat stattdessen etwas anderes gesendet. Sie können erneut zahlen, wenn Sie so weit sind.',
      },
      invalid_response: {
        title: 'Der Zahlungsdienst hat eine unverständliche Antwort gegeben',
        action: 'Versuchen Sie es erneut. Wenn es wieder passiert, informieren Sie den Händler.',
      },
      internal: {
        title: 'Auf dieser Seite ist etwas schiefgelaufen',
        action: 'Versuchen Sie es erneut: Eine bereits gesendete Zahlung wird gefunden.',
      },
    },
    notes: {
      rejected: () => 'Sie haben in Ihrer Wallet abgelehnt. Es wurde nichts abgebucht.',
      switch_rejected: ({ network }) =>
        `Das Netzwerk wurde nicht gewechselt. Es wurde nichts abgebucht. Zahlen Sie erneut und wechseln Sie zu ${network}.`,
      approve_rejected: () =>
        'Sie haben die Freigabe in Ihrer Wallet abgelehnt. Es wurde nichts abgebucht.',
      wallet_busy: () =>
        'In Ihrer Wallet ist eine Anfrage offen. Schließen Sie sie dort ab und versuchen Sie es dann erneut.',
      wallet_timeout: () =>
        'Ihre Wallet hat nicht geantwortet. Es wurde nichts abgebucht. Öffnen Sie sie und versuchen Sie es erneut.',
      wallet_locked: () =>
        'Ihre Wallet ist gesperrt. Entsperren Sie sie und versuchen Sie es erneut.',
      wallet_error: () =>
        'Ihre Wallet hat ein Problem gemeldet. Es wurde nichts abgebucht. Versuchen Sie es erneut.',
      wallet_gone: () => 'Diese Wallet ist nicht mehr verfügbar. Wählen Sie sie erneut aus.',
      switch_failed: ({ network }) =>
        `Ihre Wallet konnte nicht zu ${network} wechseln. Es wurde nichts abgebucht. Wechseln Sie das Netzwerk in Ihrer Wallet und versuchen Sie es erneut.`,
      account_changed: () =>
        'Das Konto in Ihrer Wallet hat sich geändert. Es wurde nichts abgebucht. Prüfen Sie die Zahlung noch einmal.',
      approval_reverted: () =>
        'Die Freigabe ist im Netzwerk fehlgeschlagen. Nur die Netzwerkgebühr wurde ausgegeben. Versuchen Sie es erneut.',
      approval_too_low: () =>
        'Der in Ihrer Wallet freigegebene Betrag ist zu niedrig. Die Zahlung wurde nicht gesendet. Geben Sie mindestens den angezeigten Betrag frei.',
      insufficient_balance: ({ symbol }) =>
        `Sie haben nicht genug ${symbol}. Es wurde nichts abgebucht. Laden Sie Guthaben auf oder wählen Sie eine andere Zahlungsart.`,
      insufficient_gas: ({ symbol }) =>
        `Sie brauchen etwas ${symbol} für die Netzwerkgebühr. Es wurde nichts abgebucht.`,
      payment_changed: () =>
        'Die Zahlung hat sich geändert. Es wurde nichts abgebucht. Bitte prüfen Sie sie noch einmal.',
      service_unavailable: () =>
        'Der Zahlungsdienst hat nicht geantwortet. Es wurde nichts abgebucht. Versuchen Sie es gleich noch einmal.',
      chain_unavailable: () =>
        'Das Netzwerk kann gerade nicht gelesen werden. Es wurde nichts abgebucht. Versuchen Sie es gleich noch einmal.',
      rate_unavailable: () =>
        'Zurzeit gibt es keinen Wechselkurs. Es wurde nichts abgebucht. Versuchen Sie es in ein paar Minuten erneut.',
      no_option: () =>
        'Diese Seite nimmt nichts an, womit dieses Konto zahlen könnte. Es wurde nichts abgebucht. Versuchen Sie es mit einer anderen Wallet.',
      rate_limited: ({ seconds }) =>
        `Zu viele Anfragen. Es wurde nichts abgebucht. Versuchen Sie es in ${seconds ?? 'einigen'} Sekunden erneut.`,
      storage_failed: () =>
        'Dieser Browser konnte die Zahlung nicht speichern; Ihre Wallet wurde deshalb nicht gefragt. Erlauben Sie Websitedaten und versuchen Sie es erneut.',
      locked_tab: () => 'Schließen Sie sie im anderen Tab ab oder fahren Sie hier fort.',
      locked_tab_signing: () =>
        'Der andere Tab wartet auf Ihre Wallet. Bestätigen oder lehnen Sie dort zuerst ab.',
      locked_device: () =>
        'Schließen Sie sie dort ab. Falls Sie abgebrochen haben, können Sie in ein paar Minuten hier zahlen.',
      safe_waiting: () =>
        'Warten auf die Unterzeichner des Safe. Hier geht es von selbst weiter, sobald sie signiert haben.',
      taken_over: () => 'Die Zahlung wurde in einem anderen Tab fortgesetzt.',
      auto_selected: ({ symbol, network }) =>
        `Für Sie ausgewählt: ${symbol} auf ${network}, die einzige Zahlungsart, die mit dieser Wallet möglich ist.`,
      replaced_faster: () =>
        'Ihre Wallet hat die Zahlung mit einer höheren Gebühr erneut gesendet. Sie wird nur einmal bezahlt.',
      checking: () => 'Ihre Zahlung wird im Netzwerk gesucht.',
      pending_in_wallet: () =>
        'In Ihrer Wallet wartet eine Transaktion. Es kann diese Zahlung sein: Öffnen Sie Ihre Wallet, um sie zu sehen.',
      prompt_may_be_open: () =>
        'Bisher wurde nichts gesendet, aber die Anfrage kann in Ihrer Wallet noch offen sein.',
      nonce_unused: () =>
        'Das Netzwerk zeigt, dass nichts gesendet wurde. Sie können sicher neu beginnen.',
      not_found_yet: () =>
        'Das Netzwerk zeigt Ihre Zahlung noch nicht. Das kann eine Minute dauern.',
      not_sent: () => 'Ihr früherer Versuch wurde nicht gesendet. Sie können jetzt sicher zahlen.',
      approval_kept: () => 'Ihre Freigabe von vorhin gilt noch. Es fehlt nur noch die Zahlung.',
      paid_elsewhere: () =>
        'Diese Zahlung ist bereits bezahlt. Lehnen Sie die offene Anfrage in Ihrer Wallet ab.',
      paid_twice: () =>
        'Nach der Bezahlung wurde eine zweite Zahlung gesendet. Bitten Sie den Händler um eine Erstattung.',
    },
  },
  more: () => import('./deMore.ts').then(({ deMore }) => deMore),
}
