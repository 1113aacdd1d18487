import type { MessageParams } from './enFlow.ts'
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
    inCurrency: (symbols, network) => `in ${symbols} op ${network}`,
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
        action:
          'Controleer de link of vraag het de verkoper. Hebt u betaald, betaal dan niet opnieuw.',
      },
      cancelled: {
        title: 'Deze betaling is geannuleerd',
        action: 'Er is niets afgeschreven. Vraag de verkoper om een nieuwe betaallink.',
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
    fee: 'Kosten van de verkoper',
    feeBorne: 'Voor rekening van de ontvanger',
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
    verifiedMost:
      'Op dit apparaat gedecodeerd: er gaat niet meer af dan hier staat, via een bekend contract.',
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
    overpaid: (amount, merchant) =>
      `${amount} te veel betaald, nog niet terugbetaald. Vraag ${merchant} om terugbetaling.`,
    paidTo: 'Betaald aan',
    paidWith: 'Betaald met',
    refunded: 'Terugbetaald',
    paidAt: 'Betaald op',
    bridgeKept: 'Ingehouden door de bridge',
    transaction: 'Transactie',
    transactions: 'Transacties',
    receiptTitle: 'Betaalbewijs',
    viewReceipt: 'Bewijs bekijken',
    downloadPdf: 'PDF downloaden',
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
        `Voor u gekozen: ${symbol} op ${network}, de enige manier waarvoor het saldo van deze wallet toereikend is.`,
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
  payout: {
    payment: 'Uitbetaling',
    paid: 'Uitbetaald',
    toRecipients: (count) =>
      count === 1 ? 'Uitbetaling aan 1 ontvanger' : `Uitbetaling aan ${count} ontvangers`,
    connectTitle: 'Kies de wallet waaruit u betaalt',
    connectPromise:
      'Het geld gaat rechtstreeks van uw wallet naar wie u hier ziet. Niemand houdt het onderweg vast.',
    contactSupport: 'Contact met de afzender van deze link',
    unavailable: {
      expired: {
        title: 'Deze uitbetaling is verlopen',
        action: 'Er is niets afgeschreven. Vraag de maker van de link om een nieuwe.',
      },
      cancelled: {
        title: 'Deze uitbetaling is geannuleerd',
        action: 'Er is niets afgeschreven. Vraag de maker van de link om een nieuwe.',
      },
      not_payable: {
        title: 'Deze uitbetaling is niet meer mogelijk',
        action: 'Er is niets afgeschreven. Vraag de maker van de link om een nieuwe.',
      },
      unauthorized: {
        title: 'Deze pagina mag deze uitbetaling niet doen',
        action: 'Er is niets afgeschreven. De maker van de link moet deze site toestaan.',
      },
    },
    blockedText: 'Deze uitbetaling accepteert dit account niet. Er is niets afgeschreven.',
    reviewTitle: 'Controleren en uitbetalen',
    fee: 'Kosten',
    receives: () => 'Ontvanger krijgt',
    payButton: (amount) => `${amount} uitbetalen`,
    signing: (wallet) => `Bevestig de uitbetaling in ${wallet}`,
    preparing: 'Uitbetaling nog een keer controleren',
    broadcasting: 'Uw uitbetaling wordt verzonden',
    confirming: 'Uitbetaling verzonden, wachten op het netwerk',
    settling: () => 'Bevestigd, wordt vastgelegd',
    canClose: 'U kunt deze pagina sluiten. Uw uitbetaling gaat gewoon door.',
    keepOpen: 'Houd deze pagina open tot de uitbetaling is verzonden.',
    progressTitle: 'Voortgang van de uitbetaling',
    steps: {
      pay: ({ amount }) => `${amount} uitbetalen`,
      settle: () => 'Vastgelegd',
    },
    succeededTitle: 'Uitbetaling voltooid',
    succeededText: () => 'Het geld is aangekomen bij iedereen die hier staat.',
    overpaid: (amount) => `${amount} te veel betaald. Vraag de ontvangers om dat terug te sturen.`,
    receiptTitle: 'Uitbetalingsbewijs',
    paidTo: 'Uitbetaald aan',
    failedTitle: 'Uitbetaling niet voltooid',
    errors: {
      calldata_mismatch: {
        title: 'Deze uitbetaling is voor uw veiligheid gestopt',
        action:
          'De transactie zou niet hebben betaald wat hier staat; uw wallet is daarom niet gevraagd. Meld het aan de maker van de link.',
      },
      destination_mismatch: {
        title: 'Deze uitbetaling is voor uw veiligheid gestopt',
        action:
          'De uitbetaling zou naar een andere ontvanger zijn gegaan dan deze pagina heeft opgegeven. Meld het aan de maker van de link.',
      },
      unsupported_network: {
        title: 'Dit netwerk wordt hier niet ondersteund',
        action: 'Vraag de maker van de link om een uitbetaling op een ander netwerk.',
      },
      invalid_response: {
        title: 'De betaaldienst gaf een antwoord dat we niet begrijpen',
        action: 'Probeer het opnieuw. Meld het aan de maker van de link als het weer gebeurt.',
      },
    },
    notes: {
      paid_twice: () =>
        'De uitbetaling is een tweede keer verzonden. Vraag de ontvangers om dat terug te sturen.',
    },
  },
  accepted: {
    balance: (balance, worth) => `Saldo ${balance}, waarde ${worth}`,
    nothing: 'Deze wallet heeft in geen van deze valuta’s genoeg saldo.',
    others: (count) => `Niet genoeg in deze wallet (${count})`,
    search: 'Zoek een valuta of netwerk',
    noMatch: (query) => `Geen valuta komt overeen met ‘${query}’.`,
    otherWallet: (list) => `Met een andere wallet kunt u ook betalen in ${list}.`,
    more: (count) => `Meer valuta’s (${count})`,
    otherTokens: 'Betaal met een andere token',
    noOtherToken: 'Geen andere token in deze wallet is genoeg voor deze betaling.',
  },
  quoted: {
    rate: 'Koers',
    roundedUp: (worth, paid) => `${worth}, naar boven afgerond op ${paid}`,
    sources: 'Prijs volgens',
    priceFor: (time) => `Deze prijs geldt nog ${time}.`,
    priceEnded: 'Deze prijs is verlopen. Er is niets afgeschreven.',
    newPrice: 'Nieuwe prijs ophalen',
  },
  bridge: {
    needed: (amount) => `U betaalt ${amount}`,
    bridgeFee: 'Bridgekosten',
    feeOf: (amount) => `kosten ${amount}`,
    noFee: 'geen bridgekosten',
    overBridge: 'Via een bridge',
    minutes: (count) => `ongeveer ${count}\u00a0min`,
    seconds: (count) => `ongeveer ${count}\u00a0s`,
    silent: (chains) =>
      `Geen antwoord van ${chains}, dus manieren om van daar te betalen kunnen ontbreken. Vernieuw om opnieuw te zoeken.`,
    slow: (chains) =>
      `Een betaling vanaf ${chains} komt pas aan als deze prijs is verlopen en wordt daarom niet aangeboden.`,
    from: 'Van',
    to: 'Naar',
    leaves: 'Verlaat uw wallet',
    arrival: 'Komt aan in',
    unknownTime: 'niet bekend',
    priceFor: (seconds) => `Deze prijs geldt nog ${seconds}\u00a0s.`,
    verifiedTitle: 'Op dit apparaat geverifieerd.',
    carried: (network) => `U ondertekent ook de ontvanger en het bedrag op ${network}.`,
    notCarried: (network) =>
      `De betaling op ${network} kon op dit apparaat niet worden gecontroleerd: u ondertekent die niet. Alleen het woord van de bridge staat ervoor.`,
    limited: (amount) =>
      `Er kan niet meer dan ${amount} uit uw wallet gaan, naar het bekende bridgecontract.`,
    pay: (amount, network) => `${amount} betalen op ${network}`,
    approveHint:
      'Hiermee mag het contract van de bridge precies dit bedrag afschrijven, en niet meer.',
    sentOn: (amount, network) => `${amount} verzonden op ${network}`,
    sent: (network) => `Betaling verzonden, wachten op ${network}`,
    bridging: (network) => `Uw geld is onderweg naar ${network}`,
    elsewhere: (source, destination) =>
      `Een betaling van ${source} is onderweg naar ${destination}`,
    elsewhereText:
      'De betaling is verzonden vanaf een ander apparaat, een ander tabblad of een andere wallet. Deze pagina volgt die; er valt hier nu niets te betalen.',
    arrived: (network) => `Aangekomen op ${network}, wordt bevestigd`,
    confirmedOn: (network) => `Bevestigd op ${network}`,
    delivered: (network) => `Bezorgd op ${network}`,
    canClose:
      'U kunt deze pagina sluiten en op elk moment terugkomen. De betaling gaat gewoon door.',
    unansweredTitle: 'De bridge heeft een dag niet geantwoord',
    unansweredText: (network) =>
      `Uw geld heeft uw wallet verlaten en is niet gezien op ${network}. Het telt zodra het aankomt. Betaal niet opnieuw: toon de transactie aan de verkoper of de bridge.`,
    errors: {
      bridge_refunded: {
        title: 'De bridge heeft uw geld teruggestuurd',
        action:
          'Het zit in uw wallet, op het netwerk waarvan u hebt betaald, min de netwerkkosten. U kunt opnieuw betalen.',
      },
      bridge_failed: {
        title: 'De bridge kon uw betaling niet bezorgen',
        action:
          'Het geld is nog bij de bridge. Betaal niet opnieuw voordat de verkoper of de bridge de transactie heeft bekeken.',
      },
      bridge_not_counted: {
        title: 'Er is iets anders aangekomen dan gevraagd',
        action:
          'Het telt niet als deze betaling. Toon de transactie aan de verkoper, die deze kan opzoeken.',
      },
    },
    bridgePage: 'Bekijken bij de bridge',
  },
  tron: {
    noWalletTitle: 'Geen Tron-wallet in deze browser',
    noWalletText:
      'Deze betaling loopt via Tron. Installeer een wallet voor Tron, zoals TronLink, of open deze betaling in de browser van zijn app op uw telefoon.',
    otherWallets: 'Andere wallets voor Tron',
    fee: (amount) => `ongeveer ${amount}`,
    feeCovered: 'gedekt door uw energie en bandbreedte',
    feeUnknown: 'in TRX, geheven door het netwerk',
    energy: (needed, available) => `${needed} energie nodig, u hebt ${available}`,
    bandwidth: (needed, available) => `${needed} bandbreedte nodig, u hebt ${available}`,
    balance: (amount) => `U hebt ${amount}`,
    missingTitle: 'Niet genoeg TRX voor de netwerkkosten.',
    missing: (required, balance, lacking) =>
      `Tron vraagt ongeveer ${required} voor deze betaling, en dit account heeft ${balance}. Stuur er minstens ${lacking} naartoe en controleer dan opnieuw.`,
    checkAgain: 'Opnieuw controleren',
    resources: 'Energie en bandbreedte',
    allowing: (symbol, wallet) => `Keur ${symbol} goed in ${wallet}`,
    allowingMined: (symbol) => `${symbol} wordt goedgekeurd`,
    allow: (symbol) => `${symbol} goedkeuren`,
    allowHint: (symbol) =>
      `Hiermee mag het bekende betaalcontract ${symbol} afschrijven voor betalingen die u ondertekent, zonder limiet, zodat u Trons kosten voor een goedkeuring maar één keer betaalt.`,
    sending: 'Ondertekend, wachten tot Tron het aanneemt',
    keepOpen:
      'Houd deze pagina open: die verzendt de betaling tot Tron die heeft. Als u de pagina sluit, kom dan hier terug.',
    failing: 'Wachten op het laatste woord van het netwerk',
    canReturn: 'U kunt deze pagina sluiten en terugkomen om te zien hoe het is afgelopen.',
    spent: 'Uitgegeven netwerkkosten',
    reverted:
      'Het contract heeft de betaling geweigerd. Controleer uw saldo en probeer het opnieuw.',
    outOfEnergy:
      'De betaling heeft de toegestane energie opgebruikt. Probeer het opnieuw of zorg eerst voor energie op uw account.',
    droppedSignature:
      'Uw wallet heeft met een ander account ondertekend dan u hebt gekozen. Kies het account opnieuw en betaal dan.',
    errors: {
      tron_dropped: {
        title: 'Tron heeft de betaling niet op tijd aangenomen',
        action: 'Die kan niet meer worden uitgevoerd; u kunt veilig opnieuw betalen.',
      },
    },
    notes: {
      tron_other_bytes: () =>
        'Uw wallet heeft iets anders dan deze betaling ondertekend, dus is die niet verzonden. Er is niets afgeschreven. Gebruik een andere wallet.',
      tron_too_late: () =>
        'Het netwerk neemt niet meer aan wat u hebt ondertekend, omdat het een paar minuten duurde. Er is niets afgeschreven. Betaal opnieuw.',
      tron_earlier: (params) =>
        `Een eerdere poging kan ${until(params)} nog worden uitgevoerd. Betaal pas daarna opnieuw, zodat u niet twee keer betaalt. Er is nu niets afgeschreven.`,
      tron_approval_dropped: () =>
        'Tron heeft de goedkeuring niet op tijd aangenomen. Er is niets afgeschreven. Probeer het opnieuw.',
      tron_not_taken: (params) =>
        `Tron heeft de betaling nog niet aangenomen. We blijven die ${until(params)} verzenden. Als de betaling dan niet is aangenomen, wordt er niets afgeschreven.`,
      tron_busy: (params) =>
        `De nodes van Tron zijn bezet. We blijven de betaling ${until(params)} verzenden. Als die dan niet is aangenomen, wordt er niets afgeschreven.`,
      tron_no_resources: (params) =>
        `Tron neemt de betaling niet aan omdat dit account te weinig TRX of bandbreedte heeft. Als u er TRX naartoe stuurt, gaat de betaling verder. We blijven het ${until(params)} proberen; anders wordt er niets afgeschreven.`,
      tron_failing: () =>
        'Tron kon de betaling niet uitvoeren. We wachten tot dat definitief is, ongeveer een minuut. Betaal niet eerder opnieuw.',
    },
  },
  wallets: {
    phoneTitle: 'Betaal met uw telefoon',
    phoneText: 'Scan de code met uw telefoon en betaal daar. Deze pagina gaat vanzelf verder.',
    phoneOnlyText:
      'Er is geen wallet in deze browser. Scan de code met uw telefoon en betaal daar: deze pagina gaat vanzelf verder.',
    scan: 'Scannen',
    walletConnect: 'WalletConnect',
    ways: 'Manieren om uw wallet te bereiken',
    qrOfPage: 'QR-code van de pagina van deze betaling, om op uw telefoon te openen',
    qrOfWallet: 'QR-code die een wallet verbindt via WalletConnect',
    waitingForPhone: 'Wachten op de betaling',
    waitingForWallet: 'Wachten op uw wallet',
    connectText: 'Scan de code met een wallet die WalletConnect heeft. Bevestig de betaling daar.',
    connectHereText: 'Open een wallet-app die WalletConnect heeft. Bevestig de betaling daar.',
    openWallet: 'Wallet-app openen',
    opening: 'Code wordt voorbereid',
    copyPage: 'Betaallink kopiëren',
    copyCode: 'Verbindingslink kopiëren',
    expiredTitle: 'De code is verlopen',
    expiredText: 'Codes werken vijf minuten. Er is niets afgeschreven.',
    declinedTitle: 'Uw wallet heeft geweigerd',
    declinedText: 'Er is niets afgeschreven. U kunt opnieuw verbinden of een andere wallet kiezen.',
    unreachableTitle: 'WalletConnect is niet bereikbaar',
    unreachableText:
      'Er is niets afgeschreven. Probeer het zo opnieuw of betaal op een andere manier.',
    tryAgain: 'Opnieuw proberen',
    mobileTitle: 'Kies uw wallet-app',
    mobileText:
      'U betaalt in de browser van de app zelf. Deze pagina wordt bijgewerkt zodra u terugkomt.',
    notOpened: (wallet) => `Is ${wallet} niet geopend?`,
    notOpenedText: 'Installeer de app of kopieer de betaallink naar de browser van uw wallet-app.',
    getWallet: 'Een wallet installeren',
    search: 'Wallets zoeken',
    noMatch: (query) => `Geen wallet gevonden voor ‘${query}’.`,
    install: (wallet) => `${wallet} installeren`,
  },
  permit: {
    prompts:
      'Uw wallet vraagt om een handtekening en daarna om de betaling: voor de handtekening betaalt u geen netwerkkosten.',
    signature:
      'Uw wallet vraagt om één handtekening. Daarmee kan de dienst alleen precies deze betaling versturen.',
    noFee: 'Geen netwerkkosten',
  },
}

const until = ({ time }: MessageParams): string => (time ? `tot ${time}` : 'nog een paar minuten')
