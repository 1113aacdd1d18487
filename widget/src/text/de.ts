import type { MessageParams } from './enFlow.ts'
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
    inCurrency: (symbols, network) => `in ${symbols} auf ${network}`,
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
        action:
          'Prüfen Sie den Link oder fragen Sie den Händler. Falls Sie bezahlt haben, zahlen Sie nicht noch einmal.',
      },
      cancelled: {
        title: 'Diese Zahlung wurde storniert',
        action: 'Es wurde nichts abgebucht. Bitten Sie den Händler um einen neuen Zahlungslink.',
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
    fee: 'Händlergebühr',
    feeBorne: 'Trägt der Empfänger',
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
    verifiedMost:
      'Auf diesem Gerät dekodiert: Es wird nicht mehr abgebucht, als hier steht, über einen bekannten Vertrag.',
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
    overpaid: (amount, merchant) =>
      `Um ${amount} überzahlt, bisher nicht erstattet. Bitten Sie bei ${merchant} um eine Erstattung.`,
    paidTo: 'Gezahlt an',
    paidWith: 'Gezahlt mit',
    refunded: 'Erstattet',
    paidAt: 'Gezahlt am',
    bridgeKept: 'Von der Bridge einbehalten',
    transaction: 'Transaktion',
    transactions: 'Transaktionen',
    receiptTitle: 'Zahlungsbeleg',
    viewReceipt: 'Beleg ansehen',
    downloadPdf: 'PDF herunterladen',
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
        `Für Sie ausgewählt: ${symbol} auf ${network}, die einzige Zahlungsart, für die das Guthaben dieser Wallet reicht.`,
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
  payout: {
    payment: 'Auszahlung',
    paid: 'Ausgezahlt',
    toRecipients: (count) =>
      count === 1 ? 'Auszahlung an 1 Empfänger' : `Auszahlung an ${count} Empfänger`,
    connectTitle: 'Wallet auswählen, aus der Sie zahlen',
    connectPromise:
      'Das Geld geht direkt aus Ihrer Wallet an die hier gezeigten Empfänger. Es liegt dabei nie bei Dritten.',
    contactSupport: 'Absender dieses Links kontaktieren',
    unavailable: {
      expired: {
        title: 'Diese Auszahlung ist abgelaufen',
        action: 'Es wurde nichts abgebucht. Bitten Sie den Absender des Links um einen neuen.',
      },
      cancelled: {
        title: 'Diese Auszahlung wurde storniert',
        action: 'Es wurde nichts abgebucht. Bitten Sie den Absender des Links um einen neuen.',
      },
      not_payable: {
        title: 'Diese Auszahlung ist nicht mehr möglich',
        action: 'Es wurde nichts abgebucht. Bitten Sie den Absender des Links um einen neuen.',
      },
      unauthorized: {
        title: 'Diese Seite darf diese Auszahlung nicht ausführen',
        action: 'Es wurde nichts abgebucht. Der Absender des Links muss diese Website zulassen.',
      },
    },
    blockedText:
      'Dieses Konto ist für diese Auszahlung nicht zugelassen. Es wurde nichts abgebucht.',
    reviewTitle: 'Prüfen und auszahlen',
    fee: 'Gebühr',
    receives: () => 'Empfänger erhält',
    payButton: (amount) => `${amount} auszahlen`,
    signing: (wallet) => `Auszahlung in ${wallet} bestätigen`,
    preparing: 'Auszahlung wird noch einmal geprüft',
    broadcasting: 'Ihre Auszahlung wird gesendet',
    confirming: 'Auszahlung gesendet, warten auf das Netzwerk',
    settling: () => 'Bestätigt, wird erfasst',
    canClose: 'Sie können diese Seite schließen. Ihre Auszahlung läuft ohne sie weiter.',
    keepOpen: 'Lassen Sie diese Seite offen, bis die Auszahlung gesendet ist.',
    progressTitle: 'Fortschritt der Auszahlung',
    steps: {
      pay: ({ amount }) => `${amount} auszahlen`,
      settle: () => 'Erfasst',
    },
    succeededTitle: 'Auszahlung abgeschlossen',
    succeededText: () => 'Das Geld ist bei allen hier Genannten angekommen.',
    overpaid: (amount) => `Um ${amount} überzahlt. Bitten Sie die Empfänger, das zurückzusenden.`,
    receiptTitle: 'Auszahlungsbeleg',
    paidTo: 'Ausgezahlt an',
    failedTitle: 'Auszahlung nicht abgeschlossen',
    errors: {
      calldata_mismatch: {
        title: 'Diese Auszahlung wurde zu Ihrer Sicherheit gestoppt',
        action:
          'Die Transaktion hätte nicht das gezahlt, was hier steht; Ihre Wallet wurde deshalb nicht gefragt. Informieren Sie den Absender des Links.',
      },
      destination_mismatch: {
        title: 'Diese Auszahlung wurde zu Ihrer Sicherheit gestoppt',
        action:
          'Sie wäre an einen anderen Empfänger gegangen, als diese Seite angegeben hat. Informieren Sie den Absender des Links.',
      },
      unsupported_network: {
        title: 'Dieses Netzwerk wird hier nicht unterstützt',
        action: 'Bitten Sie den Absender des Links um eine Auszahlung in einem anderen Netzwerk.',
      },
      invalid_response: {
        title: 'Der Zahlungsdienst hat eine unverständliche Antwort gegeben',
        action:
          'Versuchen Sie es erneut. Wenn es wieder passiert, informieren Sie den Absender des Links.',
      },
    },
    notes: {
      paid_twice: () =>
        'Die Auszahlung wurde ein zweites Mal gesendet. Bitten Sie die Empfänger, das zurückzusenden.',
    },
  },
  accepted: {
    balance: (balance, worth) => `Guthaben ${balance}, Wert ${worth}`,
    nothing: 'In keiner dieser Währungen reicht das Guthaben dieser Wallet.',
    others: (count) => `Reicht in dieser Wallet nicht (${count})`,
    search: 'Währung oder Netzwerk suchen',
    noMatch: (query) => `Keine Währung passt zu „${query}“.`,
    otherWallet: (list) => `Mit einer anderen Wallet können Sie auch in ${list} bezahlen.`,
    more: (count) => `Weitere Währungen (${count})`,
    otherTokens: 'Mit einem anderen Token bezahlen',
    noOtherToken: 'Kein anderer Token in dieser Wallet reicht für diese Zahlung.',
  },
  quoted: {
    rate: 'Kurs',
    roundedUp: (worth, paid) => `${worth}, aufgerundet auf ${paid}`,
    sources: 'Preis laut',
    priceFor: (time) => `Dieser Preis gilt noch ${time}.`,
    priceEnded: 'Dieser Preis ist abgelaufen. Es wurde nichts abgebucht.',
    newPrice: 'Neuen Preis holen',
  },
  bridge: {
    needed: (amount) => `Sie zahlen ${amount}`,
    bridgeFee: 'Bridge-Gebühr',
    feeOf: (amount) => `Gebühr ${amount}`,
    noFee: 'keine Bridge-Gebühr',
    overBridge: 'Über eine Bridge',
    minutes: (count) => `etwa ${count}\u00a0min`,
    seconds: (count) => `etwa ${count}\u00a0s`,
    silent: (chains) =>
      `Keine Antwort von ${chains}; Zahlungsarten von dort können fehlen. Aktualisieren Sie, um noch einmal zu suchen.`,
    slow: (chains) =>
      `Eine Zahlung von ${chains} käme erst nach Ablauf dieses Preises an und wird deshalb nicht angeboten.`,
    from: 'Von',
    to: 'Nach',
    leaves: 'Verlässt Ihre Wallet',
    arrival: 'Ankunft in',
    unknownTime: 'nicht bekannt',
    priceFor: (seconds) => `Dieser Preis gilt noch ${seconds}\u00a0s.`,
    verifiedTitle: 'Auf diesem Gerät geprüft.',
    carried: (network) => `Sie signieren auch Empfänger und Betrag auf ${network}.`,
    notCarried: (network) =>
      `Die Zahlung auf ${network} konnte auf diesem Gerät nicht geprüft werden: Sie signieren sie nicht mit. Dafür steht allein das Wort der Bridge.`,
    limited: (amount) =>
      `Nicht mehr als ${amount} können Ihre Wallet verlassen, und zwar an den bekannten Bridge-Vertrag.`,
    pay: (amount, network) => `${amount} auf ${network} zahlen`,
    approveHint: 'Damit darf der Bridge-Vertrag genau diesen Betrag einziehen, nicht mehr.',
    sentOn: (amount, network) => `${amount} auf ${network} gesendet`,
    sent: (network) => `Zahlung gesendet, warten auf ${network}`,
    bridging: (network) => `Ihr Geld ist unterwegs zu ${network}`,
    elsewhere: (source, destination) =>
      `Eine Zahlung von ${source} ist unterwegs zu ${destination}`,
    elsewhereText:
      'Sie wurde von einem anderen Gerät, Tab oder einer anderen Wallet gesendet. Diese Seite verfolgt sie; hier ist jetzt nichts zu zahlen.',
    arrived: (network) => `Auf ${network} angekommen, wird bestätigt`,
    confirmedOn: (network) => `Auf ${network} bestätigt`,
    delivered: (network) => `Auf ${network} zugestellt`,
    canClose:
      'Sie können diese Seite schließen und jederzeit zurückkommen. Die Zahlung läuft ohne sie weiter.',
    unansweredTitle: 'Die Bridge hat seit einem Tag nicht geantwortet',
    unansweredText: (network) =>
      `Ihr Geld hat Ihre Wallet verlassen und wurde auf ${network} noch nicht gesehen. Es zählt, sobald es ankommt. Zahlen Sie nicht noch einmal: Zeigen Sie die Transaktion dem Händler oder der Bridge.`,
    errors: {
      bridge_refunded: {
        title: 'Die Bridge hat Ihr Geld zurückgesendet',
        action:
          'Es ist in Ihrer Wallet, in dem Netzwerk, aus dem Sie gezahlt haben, abzüglich der Netzwerkgebühr. Sie können erneut zahlen.',
      },
      bridge_failed: {
        title: 'Die Bridge konnte Ihre Zahlung nicht zustellen',
        action:
          'Das Geld liegt noch bei der Bridge. Zahlen Sie nicht noch einmal, bevor der Händler oder die Bridge die Transaktion geprüft hat.',
      },
      bridge_not_counted: {
        title: 'Es ist etwas anderes angekommen als angefordert',
        action:
          'Es zählt nicht als diese Zahlung. Zeigen Sie dem Händler die Transaktion; er kann sie nachsehen.',
      },
    },
    bridgePage: 'Bei der Bridge ansehen',
  },
  tron: {
    noWalletTitle: 'Keine Tron-Wallet in diesem Browser',
    noWalletText:
      'Diese Zahlung läuft über Tron. Installieren Sie eine Wallet für Tron, etwa TronLink, oder öffnen Sie diese Zahlung im Browser ihrer App auf Ihrem Smartphone.',
    otherWallets: 'Andere Wallets für Tron',
    fee: (amount) => `etwa ${amount}`,
    feeCovered: 'durch Ihre Energie und Bandbreite gedeckt',
    feeUnknown: 'in TRX, vom Netzwerk erhoben',
    energy: (needed, available) => `${needed} Energie nötig, Sie haben ${available}`,
    bandwidth: (needed, available) => `${needed} Bandbreite nötig, Sie haben ${available}`,
    balance: (amount) => `Sie haben ${amount}`,
    missingTitle: 'Nicht genug TRX für die Netzwerkgebühr.',
    missing: (required, balance, lacking) =>
      `Tron verlangt für diese Zahlung etwa ${required}, und dieses Konto hat ${balance}. Senden Sie mindestens ${lacking} darauf und prüfen Sie dann erneut.`,
    checkAgain: 'Erneut prüfen',
    resources: 'Energie und Bandbreite',
    allowing: (symbol, wallet) => `${symbol} in ${wallet} freigeben`,
    allowingMined: (symbol) => `${symbol} wird freigegeben`,
    allow: (symbol) => `${symbol} freigeben`,
    allowHint: (symbol) =>
      `Damit darf der bekannte Zahlungsvertrag ${symbol} für Zahlungen einziehen, die Sie signieren, ohne Obergrenze. So zahlen Sie die Gebühr von Tron für eine Freigabe nur einmal.`,
    sending: 'Signiert, warten auf die Annahme durch Tron',
    keepOpen:
      'Lassen Sie diese Seite offen: Sie sendet die Zahlung, bis Tron sie hat. Wenn Sie sie schließen, kommen Sie hierher zurück.',
    failing: 'Warten auf das letzte Wort des Netzwerks',
    canReturn: 'Sie können diese Seite schließen und später nachsehen, wie es ausgegangen ist.',
    spent: 'Ausgegebene Netzwerkgebühr',
    reverted:
      'Der Vertrag hat die Zahlung abgelehnt. Prüfen Sie Ihr Guthaben und versuchen Sie es erneut.',
    outOfEnergy:
      'Die Zahlung hat die Energie aufgebraucht, die sie nutzen durfte. Versuchen Sie es erneut oder besorgen Sie zuerst Energie für Ihr Konto.',
    droppedSignature:
      'Ihre Wallet hat mit einem anderen Konto signiert als dem, das Sie gewählt haben. Wählen Sie das Konto erneut und zahlen Sie dann.',
    errors: {
      tron_dropped: {
        title: 'Tron hat die Zahlung nicht rechtzeitig angenommen',
        action: 'Sie kann nicht mehr ausgeführt werden; Sie können sicher erneut zahlen.',
      },
    },
    notes: {
      tron_other_bytes: () =>
        'Ihre Wallet hat etwas anderes als diese Zahlung signiert, deshalb wurde sie nicht gesendet. Es wurde nichts abgebucht. Verwenden Sie eine andere Wallet.',
      tron_too_late: () =>
        'Das Netzwerk nimmt nicht mehr an, was Sie signiert haben, weil es ein paar Minuten gedauert hat. Es wurde nichts abgebucht. Zahlen Sie erneut.',
      tron_earlier: (params) =>
        `Ein früherer Versuch könnte ${until(params)} noch ausgeführt werden. Damit Sie nicht zweimal zahlen, zahlen Sie erst danach erneut. Jetzt wurde nichts abgebucht.`,
      tron_approval_dropped: () =>
        'Tron hat die Freigabe nicht rechtzeitig angenommen. Es wurde nichts abgebucht. Versuchen Sie es erneut.',
      tron_not_taken: (params) =>
        `Tron hat die Zahlung noch nicht angenommen. Wir senden sie ${until(params)} weiter. Wird sie bis dahin nicht angenommen, wird nichts abgebucht.`,
      tron_busy: (params) =>
        `Die Knoten von Tron sind ausgelastet. Wir senden die Zahlung ${until(params)} weiter. Wird sie bis dahin nicht angenommen, wird nichts abgebucht.`,
      tron_no_resources: (params) =>
        `Tron nimmt die Zahlung nicht an, weil dieses Konto zu wenig TRX oder Bandbreite hat. Wenn Sie TRX darauf senden, geht die Zahlung weiter. Wir versuchen es ${until(params)}; sonst wird nichts abgebucht.`,
      tron_failing: () =>
        'Tron konnte die Zahlung nicht ausführen. Wir warten, bis das endgültig ist, etwa eine Minute. Zahlen Sie vorher nicht noch einmal.',
    },
  },
  wallets: {
    phoneTitle: 'Mit dem Smartphone zahlen',
    phoneText:
      'Scannen Sie den Code mit Ihrem Smartphone und zahlen Sie dort. Hier geht es von selbst weiter.',
    phoneOnlyText:
      'In diesem Browser ist keine Wallet. Scannen Sie den Code mit Ihrem Smartphone und zahlen Sie dort: Hier geht es von selbst weiter.',
    scan: 'Scannen',
    walletConnect: 'WalletConnect',
    ways: 'Wege zu Ihrer Wallet',
    qrOfPage: 'QR-Code der Seite dieser Zahlung, zum Öffnen auf Ihrem Smartphone',
    qrOfWallet: 'QR-Code, der eine Wallet über WalletConnect verbindet',
    waitingForPhone: 'Warten auf die Zahlung',
    waitingForWallet: 'Warten auf Ihre Wallet',
    connectText:
      'Scannen Sie den Code mit einer Wallet, die WalletConnect hat. Sie bestätigen die Zahlung dort.',
    connectHereText:
      'Öffnen Sie eine Wallet-App, die WalletConnect hat. Sie bestätigen die Zahlung dort.',
    openWallet: 'Wallet-App öffnen',
    opening: 'Der Code wird vorbereitet',
    copyPage: 'Zahlungslink kopieren',
    copyCode: 'Verbindungslink kopieren',
    expiredTitle: 'Der Code ist abgelaufen',
    expiredText: 'Codes gelten fünf Minuten lang. Es wurde nichts abgebucht.',
    declinedTitle: 'Ihre Wallet hat abgelehnt',
    declinedText:
      'Es wurde nichts abgebucht. Sie können sich erneut verbinden oder eine andere Wallet wählen.',
    unreachableTitle: 'WalletConnect ist nicht erreichbar',
    unreachableText:
      'Es wurde nichts abgebucht. Versuchen Sie es gleich noch einmal oder zahlen Sie auf anderem Weg.',
    tryAgain: 'Erneut versuchen',
    mobileTitle: 'Wallet-App auswählen',
    mobileText:
      'Sie bezahlen im Browser der App. Diese Seite aktualisiert sich, wenn Sie zurückkommen.',
    notOpened: (wallet) => `Hat sich ${wallet} nicht geöffnet?`,
    notOpenedText:
      'Installieren Sie die App oder kopieren Sie den Zahlungslink in den Browser Ihrer Wallet-App.',
    getWallet: 'Eine Wallet holen',
    search: 'Wallets suchen',
    noMatch: (query) => `Keine Wallet passt zu „${query}“.`,
    install: (wallet) => `${wallet} installieren`,
  },
  permit: {
    prompts:
      'Ihre Wallet fragt nach einer Signatur, dann nach der Zahlung: Die Signatur kostet keine Netzwerkgebühr.',
    signature:
      'Ihre Wallet fragt nach einer Signatur. Der Dienst kann damit nur genau diese Zahlung senden.',
    noFee: 'Keine Netzwerkgebühr',
  },
}

const until = ({ time }: MessageParams): string =>
  time ? `bis ${time}` : 'noch einige Minuten lang'
