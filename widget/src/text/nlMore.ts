import type { MessageParams } from './enFlow.ts'
import type { MoreText } from './text.ts'

/** Dutch: the sentences that most payments never need. */
export const nlMore: MoreText = {
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
    from: 'Van',
    to: 'Naar',
    leaves: 'Verlaat uw wallet',
    arrival: 'Komt aan in',
    unknownTime: 'niet bekend',
    priceFor: (seconds) => `Deze prijs geldt nog ${seconds}\u00a0s.`,
    priceEnded:
      'Deze prijs is verlopen. Als u betaalt, krijgt u een nieuwe; wijkt die af, dan vragen we het eerst.',
    verifiedTitle: 'Op dit apparaat geverifieerd.',
    verifiedText: (amount, network) =>
      `Er kan niet meer dan ${amount} uit uw wallet gaan, naar het bekende bridgecontract, en de betaling op ${network} zit in wat u ondertekent.`,
    notCarried: (network) =>
      `Wat er op ${network} gebeurt, kon hier niet worden gecontroleerd: het zit niet in wat u ondertekent. Alleen het woord van de bridge staat ervoor.`,
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
    getWallet: 'TronLink installeren',
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
    mobileText: 'De betaling opent in de browser van de app zelf.',
    notOpened: (wallet) => `Is ${wallet} niet geopend?`,
    notOpenedText: 'Installeer de app of kopieer de betaallink naar de browser van uw wallet-app.',
    install: (wallet) => `${wallet} installeren`,
  },
  permit: {
    prompts:
      'Uw wallet vraagt om een handtekening en daarna om de betaling: voor de handtekening betaalt u geen netwerkkosten.',
  },
}

const until = ({ time }: MessageParams): string => (time ? `tot ${time}` : 'nog een paar minuten')
