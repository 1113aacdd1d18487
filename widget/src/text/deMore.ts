import type { MessageParams } from './enFlow.ts'
import type { MoreText } from './text.ts'

/** German, of payouts, of payments from other chains and of those on Tron. */
export const deMore: MoreText = {
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
    from: 'Von',
    to: 'Nach',
    leaves: 'Verlässt Ihre Wallet',
    arrival: 'Ankunft in',
    unknownTime: 'nicht bekannt',
    priceFor: (seconds) => `Dieser Preis gilt noch ${seconds}\u00a0s.`,
    priceEnded:
      'Dieser Preis ist abgelaufen. Wenn Sie zahlen, erhalten Sie einen neuen; weicht er ab, fragen wir zuerst.',
    verifiedTitle: 'Auf diesem Gerät geprüft.',
    verifiedText: (amount, network) =>
      `Nicht mehr als ${amount} können Ihre Wallet verlassen, und zwar an den bekannten Bridge-Vertrag; die Zahlung auf ${network} ist in dem enthalten, was Sie signieren.`,
    notCarried: (network) =>
      `Was auf ${network} geschieht, konnte hier nicht geprüft werden: Es ist nicht in dem enthalten, was Sie signieren. Dafür steht allein das Wort der Bridge.`,
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
    getWallet: 'TronLink holen',
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
    mobileText: 'Die Zahlung öffnet sich im Browser der App.',
    notOpened: (wallet) => `Hat sich ${wallet} nicht geöffnet?`,
    notOpenedText:
      'Installieren Sie die App oder kopieren Sie den Zahlungslink in den Browser Ihrer Wallet-App.',
    install: (wallet) => `${wallet} installieren`,
  },
  permit: {
    prompts:
      'Ihre Wallet fragt nach einer Signatur, dann nach der Zahlung: Die Signatur kostet keine Netzwerkgebühr.',
  },
}

const until = ({ time }: MessageParams): string =>
  time ? `bis ${time}` : 'noch einige Minuten lang'
