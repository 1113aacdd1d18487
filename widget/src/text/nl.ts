import type { Locale } from './text.ts'

/** Dutch. */
export const nl: Locale = {
  words: {
    dir: 'ltr',
    payment: 'Betaling',
    loading: 'Betaling laden',
    theMerchant: 'de verkoper',
    yourWallet: 'uw wallet',
    testNetwork: 'Testnetwerk',
    toPay: 'Te betalen',
    youPay: 'U betaalt',
    paid: 'Betaald',
    onNetwork: (network) => `op ${network}`,
    paidIn: (symbols, network) => `betaald in ${symbols} op ${network}`,
    toRecipients: (count) => (count === 1 ? '1 ontvanger' : `${count} ontvangers`),
    reference: 'Referentie',
    expires: (when) => `Verloopt ${when}`,
    plusFee: 'plus kosten',
    connectTitle: 'Kies een wallet',
    lastUsed: 'Laatst gebruikt',
    connectPromise: 'U betaalt rechtstreeks vanuit uw wallet. Niemand houdt uw geld onderweg vast.',
    whatIsWallet: 'Wat is een wallet?',
    whatIsWalletText:
      'Een app of browserextensie die uw geld bewaart en u iets vraagt voordat er iets uitgaat.',
    noWalletTitle: 'Geen wallet in deze browser',
    noWalletText:
      'Installeer een walletextensie of open deze betaling in de browser van een wallet-app op uw telefoon.',
    otherWallets: 'Andere wallets',
    phoneWallet: 'Wallet op uw telefoon',
    findWallet: 'Een wallet zoeken',
    openPayPage: 'Betaalpagina openen',
    copyLink: 'Betaallink kopiëren',
    copy: (what) => `${what} kopiëren`,
    copied: 'Gekopieerd',
    close: 'Sluiten',
    remaining: 'Resterend',
    tryAgain: 'Opnieuw proberen',
    updated:
      'Deze pagina is bijgewerkt terwijl ze open was, of een deel ervan is niet geladen. Laad de pagina opnieuw: uw betaling gaat verder waar die was gebleven.',
    reload: 'Pagina opnieuw laden',
    supportCode: 'Supportcode',
    contactSupport: 'Contact met de verkoper',
    retryIn: (seconds) => `Opnieuw proberen over ${seconds} s`,
    opensNewTab: 'opent in een nieuw tabblad',
    unavailable: {
      expired: {
        title: 'Deze betaling is verlopen',
        action: 'Er is niets afgeschreven. Vraag de verkoper om een nieuwe betaallink.',
      },
      not_found: {
        title: 'Betaling niet gevonden',
        action: 'Controleer de link of vraag de verkoper om een nieuwe.',
      },
      not_payable: {
        title: 'Deze betaling kan niet meer worden voldaan',
        action: 'Er is niets afgeschreven. Vraag de verkoper om een nieuwe betaallink.',
      },
      rate_limited: { title: 'Te veel verzoeken', action: 'Wacht even. Er is niets afgeschreven.' },
      offline: { title: 'U bent offline', action: 'We gaan verder zodra uw verbinding terug is.' },
      unauthorized: {
        title: 'Deze pagina mag deze betaling niet aannemen',
        action: 'Er is niets afgeschreven. De verkoper moet deze site toestaan.',
      },
      no_rate: {
        title: 'Er is geen actuele wisselkoers',
        action: 'Er is niets afgeschreven. Probeer het over een paar minuten opnieuw.',
      },
      server: {
        title: 'De betaaldienst is niet bereikbaar',
        action: 'Probeer het zo opnieuw. Als u al hebt betaald, is uw betaling veilig.',
      },
    },
    connectingTitle: (wallet) => `Ga verder in ${wallet}`,
    connectingText: 'Sta deze site toe uw account te zien. Er wordt niets afgeschreven.',
    connectedText: 'We kijken waarmee dit account kan betalen.',
    cancel: 'Annuleren',
    readingOption: 'Betaling controleren',
    slow: (wallet) => `Wachten op ${wallet}. Open de wallet en zoek naar een verzoek.`,
    stuck: (wallet) =>
      `${wallet} heeft niet geantwoord. Als u het venster hebt gesloten, kunt u hier stoppen.`,
    blockedTitle: 'Deze wallet kan hier niet betalen',
    blockedText: 'De verkoper accepteert dit account niet. Er is niets afgeschreven.',
    changeWallet: 'Wallet wijzigen',
    back: 'Terug',
    optionsTitle: 'Kies hoe u betaalt',
    balance: (amount) => `Saldo ${amount}`,
    balanceUnknown: 'Saldo onbekend',
    notEnough: 'niet genoeg',
    missing: (amount) => `${amount} te weinig`,
    notEnoughGas: (symbol) => `Niet genoeg ${symbol} voor de netwerkkosten`,
    direct: 'Direct',
    refresh: 'Vernieuwen',
    reviewTitle: 'Controleren en betalen',
    recipient: 'Ontvanger',
    recipients: 'Ontvangers',
    showRecipients: (count) => `Alle ${count} ontvangers tonen`,
    recipientNumber: (number) => `Ontvanger ${number}`,
    receives: (merchant) => `${merchant} ontvangt`,
    network: 'Netwerk',
    fee: 'Kosten',
    feeOf: (percentage) => `Kosten (${percentage}%)`,
    contractFeeOf: (percentage) => `Kosten van het contract (${percentage}%)`,
    youSpend: 'Uit uw wallet',
    upTo: (cost) => `tot ${cost}`,
    aboutAtMost: (about, most) => `ongeveer ${about}, hoogstens ${most}`,
    rateHint: (most) =>
      `De wisselkoers geldt op het moment dat de betaling wordt uitgevoerd. Er gaat nooit meer dan ${most} af, en wat niet nodig is, blijft van u.`,
    tokenNote: (symbol) =>
      `${symbol} hoort niet bij de bekende tokens. Controleer of dit het contract is van de token waarmee u wilt betalen:`,
    networkFee: 'Netwerkkosten',
    networkFeeText: 'getoond door uw wallet',
    total: 'Totaal',
    amount: 'Bedrag',
    verified: 'Geverifieerd contract.',
    verifiedHint:
      'Op dit apparaat gedecodeerd: het betaalt precies wat hier staat, via een bekend contract.',
    confirmationsNeeded: (count, prompts) =>
      `Uw wallet vraagt u ${count} keer om toestemming: ${prompts}.`,
    payButton: (amount) => `${amount} betalen`,
    details: 'Transactiegegevens',
    rawData: 'Ruwe gegevens',
    decodedCall: 'Gedecodeerde aanroep',
    callTo: 'Aan',
    callValue: 'Waarde',
    progressTitle: 'Voortgang van de betaling',
    preparing: 'Betaling nog een keer controleren',
    switching: (network, wallet) => `Wissel naar ${network} in ${wallet}`,
    resetting: (symbol, wallet) => `Herstel de limiet van ${symbol} in ${wallet}`,
    resettingMined: (symbol) => `Limiet van ${symbol} wordt hersteld`,
    approving: (amount, wallet) => `Keur ${amount} goed in ${wallet}`,
    approvingMined: (amount) => `${amount} wordt goedgekeurd`,
    signing: (wallet) => `Bevestig de betaling in ${wallet}`,
    broadcasting: 'Uw betaling wordt verzonden',
    confirming: 'Betaling verzonden, wachten op het netwerk',
    settling: (merchant) => `Bevestigd, wachten op ${merchant}`,
    confirmations: (current, required) => `${current} van ${required} bevestigingen`,
    closeWaiting: (wallet) =>
      `${wallet} wacht nog op uw antwoord. Sluiten annuleert de betaling niet.`,
    stay: 'Open houden',
    canClose: 'U kunt deze pagina sluiten. Uw betaling gaat gewoon door.',
    keepOpen: 'Houd deze pagina open tot de betaling is verzonden.',
    minedHint: 'Dit duurt meestal minder dan een minuut.',
    oneToken: 'een van de tokens',
    approveHint: 'Hiermee mag het betaalcontract precies dit bedrag afschrijven, en niet meer.',
    closedWallet: 'Ik heb mijn wallet gesloten',
    viewTransaction: 'Transactie bekijken',
    steps: {
      switch: ({ network }) => `Wisselen naar ${network}`,
      reset_approval: ({ symbol }) => `Limiet van ${symbol} herstellen`,
      approve: ({ amount }) => `${amount} goedkeuren`,
      pay: ({ amount }) => `${amount} betalen`,
      confirm: () => 'Bevestigd door het netwerk',
      settle: ({ merchant }) => `Ontvangen door ${merchant}`,
    },
    stepStatus: {
      waiting: 'niet begonnen',
      active: 'bezig',
      done: 'klaar',
      failed: 'mislukt',
    },
    resumingTitle: 'Uw eerdere betaling controleren',
    resumingText: (when, wallet, network) =>
      `U bent deze betaling ${when} begonnen met ${wallet} op ${network}.`,
    resumingTextShort: 'U bent deze betaling al eerder begonnen. We zoeken die op het netwerk.',
    unknownTitle: 'We konden niet vaststellen of u hebt betaald',
    unknownText: (wallet) =>
      `${wallet} heeft niet laten weten of de betaling is verzonden. Betaal niet opnieuw voordat dit duidelijk is.`,
    checkAgain: 'Opnieuw controleren',
    notSent: 'Niet verzonden, opnieuw beginnen',
    confirmNotSentTitle: 'Is het verzoek in uw wallet gesloten?',
    confirmNotSentText:
      'Open uw wallet en controleer of daar geen betaling wacht. Als dat wel zo is, weiger die dan eerst: anders kunt u twee keer betalen.',
    confirmNotSentYes: 'Ja, er wacht niets',
    viewAccount: 'Uw account bekijken',
    lockedTitle: 'Deze betaling is elders geopend',
    lockedTabTitle: 'Deze betaling is geopend in een ander tabblad',
    lockedDeviceTitle: 'Deze betaling is geopend op een ander apparaat',
    lockedText: 'Zodat u niet twee keer betaalt, kan er op één plek tegelijk worden betaald.',
    lockedSince: (wallet, when) => `${when} begonnen met ${wallet}.`,
    continueHere: 'Hier verdergaan',
    partialTitle: 'Een deel is betaald',
    partialText: (paid, total) => `${paid} van ${total} is ontvangen.`,
    payRemaining: 'Rest betalen',
    succeededTitle: 'Betaling voltooid',
    succeededText: (merchant) => `${merchant} heeft uw betaling ontvangen.`,
    paidTo: 'Betaald aan',
    paidWith: 'Betaald met',
    paidAt: 'Betaald op',
    bridgeKept: 'Ingehouden door de bridge',
    transaction: 'Transactie',
    transactions: 'Transacties',
    receiptTitle: 'Betaalbewijs',
    printReceipt: 'Bewijs afdrukken',
    saveReceipt: 'Opslaan als JSON',
    backTo: (merchant) => `Terug naar ${merchant}`,
    paymentId: 'Betalings-ID',
    failedTitle: 'Betaling niet voltooid',
    money: {
      untouched: 'Er is niets afgeschreven.',
      'maybe-sent': 'Uw wallet heeft de betaling mogelijk verzonden.',
      sent: 'Uw betaling is verzonden.',
      'fee-only': 'Alleen de netwerkkosten zijn uitgegeven.',
      refunded: 'Uw geld is naar u teruggestuurd.',
    },
    errors: {
      calldata_mismatch: {
        title: 'Deze betaling is voor uw veiligheid gestopt',
        action:
          'De transactie zou niet hebben betaald wat hier staat; uw wallet is daarom niet gevraagd. Meld het aan de verkoper.',
      },
      destination_mismatch: {
        title: 'Deze betaling is voor uw veiligheid gestopt',
        action:
          'De betaling zou naar een andere ontvanger zijn gegaan dan deze winkel heeft opgegeven. Meld het aan de verkoper.',
      },
      unsupported_network: {
        title: 'Dit netwerk wordt hier niet ondersteund',
        action: 'Vraag de verkoper om een betaling op een ander netwerk.',
      },
      payment_reverted: {
        title: 'Het netwerk heeft de betaling geweigerd',
        action: 'Controleer uw saldo en probeer het opnieuw.',
      },
      payment_cancelled: {
        title: 'De betaling is in uw wallet geannuleerd',
        action: 'U kunt opnieuw betalen wanneer u klaar bent.',
      },
      payment_replaced: {
        title: 'Een andere transactie kwam in de plaats van de betaling',
        action:
          'Uw wallet heeft iets anders verzonden. U kunt opnieuw betalen wanneer u klaar bent.',
      },
      invalid_response: {
        title: 'De betaaldienst gaf een antwoord dat we niet begrijpen',
        action: 'Probeer het opnieuw. Meld het aan de verkoper als het weer gebeurt.',
      },
      internal: {
        title: 'Er ging iets mis op deze pagina',
        action: 'Probeer het opnieuw: een al verzonden betaling wordt gevonden.',
      },
    },
    notes: {
      rejected: () => 'U hebt in uw wallet geweigerd. Er is niets afgeschreven.',
      switch_rejected: ({ network }) =>
        `Het netwerk is niet gewijzigd. Er is niets afgeschreven. Betaal opnieuw en wissel naar ${network}.`,
      approve_rejected: () =>
        'U hebt de goedkeuring in uw wallet geweigerd. Er is niets afgeschreven.',
      wallet_busy: () =>
        'In uw wallet staat een verzoek open. Handel dat daar af en probeer het opnieuw.',
      wallet_timeout: () =>
        'Uw wallet heeft niet geantwoord. Er is niets afgeschreven. Open de wallet en probeer het opnieuw.',
      wallet_locked: () => 'Uw wallet is vergrendeld. Ontgrendel hem en probeer het opnieuw.',
      wallet_error: () =>
        'Uw wallet meldde een probleem. Er is niets afgeschreven. Probeer het opnieuw.',
      wallet_gone: () => 'Deze wallet is niet meer beschikbaar. Kies hem opnieuw.',
      switch_failed: ({ network }) =>
        `Uw wallet kon niet naar ${network} wisselen. Er is niets afgeschreven. Wijzig het netwerk in uw wallet en probeer het opnieuw.`,
      account_changed: () =>
        'Het account in uw wallet is gewijzigd. Er is niets afgeschreven. Controleer de betaling opnieuw.',
      approval_reverted: () =>
        'De goedkeuring is op het netwerk mislukt. Alleen de netwerkkosten zijn uitgegeven. Probeer het opnieuw.',
      approval_too_low: () =>
        'Het in uw wallet goedgekeurde bedrag is te laag. De betaling is niet verzonden. Keur minstens het getoonde bedrag goed.',
      insufficient_balance: ({ symbol }) =>
        `U hebt niet genoeg ${symbol}. Er is niets afgeschreven. Vul aan of kies een andere manier.`,
      insufficient_gas: ({ symbol }) =>
        `U hebt een beetje ${symbol} nodig voor de netwerkkosten. Er is niets afgeschreven.`,
      payment_changed: () =>
        'De betaling is gewijzigd. Er is niets afgeschreven. Controleer de betaling opnieuw.',
      service_unavailable: () =>
        'De betaaldienst heeft niet geantwoord. Er is niets afgeschreven. Probeer het zo opnieuw.',
      chain_unavailable: () =>
        'Het netwerk kan nu niet worden gelezen. Er is niets afgeschreven. Probeer het zo opnieuw.',
      rate_unavailable: () =>
        'Er is geen actuele wisselkoers. Er is niets afgeschreven. Probeer het over een paar minuten opnieuw.',
      no_option: () =>
        'Deze pagina accepteert niet waarmee dit account zou kunnen betalen. Er is niets afgeschreven. Probeer een andere wallet.',
      rate_limited: ({ seconds }) =>
        `Te veel verzoeken. Er is niets afgeschreven. Probeer het over ${seconds ?? 'enkele'} seconden opnieuw.`,
      storage_failed: () =>
        'Deze browser kon de betaling niet opslaan; uw wallet is daarom niet gevraagd. Sta sitegegevens toe en probeer het opnieuw.',
      locked_tab: () => 'Rond de betaling af in het andere tabblad of ga hier verder.',
      locked_tab_signing: () =>
        'Het andere tabblad wacht op uw wallet. Bevestig of weiger daar eerst.',
      locked_device: () =>
        'Rond de betaling daar af. Bent u gestopt, dan kunt u over een paar minuten hier betalen.',
      safe_waiting: () =>
        'Wachten op de ondertekenaars van de Safe. Deze pagina gaat vanzelf verder zodra zij hebben ondertekend.',
      taken_over: () => 'De betaling is in een ander tabblad voortgezet.',
      auto_selected: ({ symbol, network }) =>
        `Voor u gekozen: ${symbol} op ${network}, de enige manier die met deze wallet werkt.`,
      replaced_faster: () =>
        'Uw wallet heeft de betaling opnieuw verzonden met hogere kosten. Er wordt maar één keer betaald.',
      checking: () => 'We zoeken uw betaling op het netwerk.',
      pending_in_wallet: () =>
        'In uw wallet wacht een transactie. Het kan deze betaling zijn: open uw wallet om die te zien.',
      prompt_may_be_open: () =>
        'Er is nog niets verzonden, maar het verzoek kan in uw wallet nog openstaan.',
      nonce_unused: () =>
        'Het netwerk toont dat er niets is verzonden. U kunt veilig opnieuw beginnen.',
      not_found_yet: () => 'Het netwerk toont uw betaling nog niet. Dat kan een minuut duren.',
      not_sent: () => 'Uw eerdere poging is niet verzonden. U kunt nu veilig betalen.',
      approval_kept: () => 'Uw eerdere goedkeuring geldt nog. Alleen de betaling ontbreekt nog.',
      paid_elsewhere: () =>
        'Deze betaling is al voldaan. Weiger het verzoek dat in uw wallet openstaat.',
      paid_twice: () =>
        'Er is een tweede betaling verzonden nadat deze al was voldaan. Vraag de verkoper om terugbetaling.',
    },
  },
  more: () => import('./nlMore.ts').then(({ nlMore }) => nlMore),
}
