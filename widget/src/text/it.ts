import type { Locale } from './text.ts'

/** Italian. */
export const it: Locale = {
  words: {
    dir: 'ltr',
    payment: 'Pagamento',
    loading: 'Caricamento del pagamento',
    theMerchant: 'chi vende',
    yourWallet: 'il suo wallet',
    testNetwork: 'Rete di prova',
    toPay: 'Da pagare',
    youPay: 'Lei paga',
    paid: 'Pagato',
    onNetwork: (network) => `su ${network}`,
    paidIn: (symbols, network) => `pagato in ${symbols} su ${network}`,
    toRecipients: (count) => (count === 1 ? '1 destinatario' : `${count} destinatari`),
    reference: 'Riferimento',
    expires: (when) => `Scade ${when}`,
    plusFee: 'più commissione',
    connectTitle: 'Scelga un wallet',
    lastUsed: 'Ultimo usato',
    connectPromise: 'Paga direttamente dal suo wallet. Il suo denaro non passa mai da terzi.',
    whatIsWallet: 'Che cos’è un wallet?',
    whatIsWalletText:
      'Un’app o un’estensione del browser che custodisce il suo denaro e le chiede prima che qualcosa esca.',
    noWalletTitle: 'Nessun wallet in questo browser',
    noWalletText:
      'Installi un’estensione wallet oppure apra questo pagamento nel browser di un’app wallet sul suo telefono.',
    otherWallets: 'Altri wallet',
    phoneWallet: 'Wallet sul telefono',
    findWallet: 'Trova un wallet',
    openPayPage: 'Apri la pagina di pagamento',
    copyLink: 'Copia il link di pagamento',
    copy: (what) => `Copia: ${what}`,
    copied: 'Copiato',
    close: 'Chiudi',
    remaining: 'Rimanente',
    tryAgain: 'Riprova',
    updated:
      'Questa pagina è stata aggiornata mentre era aperta, oppure una sua parte non è stata caricata. La ricarichi: il pagamento continua da dove era.',
    reload: 'Ricarica la pagina',
    supportCode: 'Codice di assistenza',
    contactSupport: 'Contatta il venditore',
    retryIn: (seconds) => `Riprova tra ${seconds} s`,
    opensNewTab: 'si apre in una nuova scheda',
    unavailable: {
      expired: {
        title: 'Questo pagamento è scaduto',
        action: 'Non è stato addebitato nulla. Chieda al venditore un nuovo link di pagamento.',
      },
      not_found: {
        title: 'Pagamento non trovato',
        action: 'Controlli il link o ne chieda uno nuovo al venditore.',
      },
      not_payable: {
        title: 'Questo pagamento non è più possibile',
        action: 'Non è stato addebitato nulla. Chieda al venditore un nuovo link di pagamento.',
      },
      rate_limited: {
        title: 'Troppe richieste',
        action: 'Attenda un momento. Non è stato addebitato nulla.',
      },
      offline: { title: 'È offline', action: 'Riprendiamo appena torna la connessione.' },
      unauthorized: {
        title: 'Questa pagina non può accettare questo pagamento',
        action: 'Non è stato addebitato nulla. Il venditore deve autorizzare questo sito.',
      },
      no_rate: {
        title: 'Non c’è un tasso di cambio attuale',
        action: 'Non è stato addebitato nulla. Riprovi tra qualche minuto.',
      },
      server: {
        title: 'Il servizio di pagamento non è raggiungibile',
        action: 'Riprovi tra un momento. Se ha già pagato, il suo pagamento è al sicuro.',
      },
    },
    connectingTitle: (wallet) => `Continui con ${wallet}`,
    connectingText: 'Consenta a questo sito di vedere il suo account. Non viene addebitato nulla.',
    connectedText: 'Verifica dei metodi con cui questo account può pagare.',
    cancel: 'Annulla',
    readingOption: 'Verifica del pagamento',
    slow: (wallet) => `Attendiamo ${wallet}. Lo apra e cerchi una richiesta.`,
    stuck: (wallet) => `${wallet} non ha risposto. Se ha chiuso la sua finestra, può fermarsi qui.`,
    blockedTitle: 'Questo wallet non può pagare qui',
    blockedText: 'Il venditore non accetta questo account. Non è stato addebitato nulla.',
    changeWallet: 'Cambia wallet',
    back: 'Indietro',
    optionsTitle: 'Scelga come pagare',
    balance: (amount) => `Saldo ${amount}`,
    balanceUnknown: 'Saldo non noto',
    notEnough: 'insufficiente',
    missing: (amount) => `mancano ${amount}`,
    notEnoughGas: (symbol) => `${symbol} insufficienti per la commissione di rete`,
    direct: 'Diretto',
    refresh: 'Aggiorna',
    reviewTitle: 'Controlli e paghi',
    recipient: 'Destinatario',
    recipients: 'Destinatari',
    showRecipients: (count) => `Mostra tutti i ${count} destinatari`,
    recipientNumber: (number) => `Destinatario ${number}`,
    receives: (merchant) => `${merchant} riceve`,
    network: 'Rete',
    fee: 'Commissione',
    feeOf: (percentage) => `Commissione (${percentage}%)`,
    contractFeeOf: (percentage) => `Commissione del contratto (${percentage}%)`,
    youSpend: 'Dal suo wallet',
    upTo: (cost) => `fino a ${cost}`,
    aboutAtMost: (about, most) => `circa ${about}, al massimo ${most}`,
    rateHint: (most) =>
      `Il tasso di cambio è quello del momento in cui il pagamento viene eseguito. Non preleva mai più di ${most}, e ciò che non serve resta suo.`,
    tokenNote: (symbol) =>
      `${symbol} non è uno dei token più noti. Verifichi che questo sia il contratto del token con cui vuole pagare:`,
    networkFee: 'Commissione di rete',
    networkFeeText: 'mostrata dal suo wallet',
    total: 'Totale',
    amount: 'Importo',
    verified: 'Contratto verificato.',
    verifiedHint:
      'Decodificato su questo dispositivo: paga esattamente quanto mostrato qui, tramite un contratto noto.',
    confirmationsNeeded: (count, prompts) =>
      `Il suo wallet le chiederà ${count} volte: ${prompts}.`,
    payButton: (amount) => `Paga ${amount}`,
    details: 'Dettagli della transazione',
    rawData: 'Dati grezzi',
    decodedCall: 'Chiamata decodificata',
    callTo: 'A',
    callValue: 'Valore',
    progressTitle: 'Avanzamento del pagamento',
    preparing: 'Ultima verifica del pagamento',
    switching: (network, wallet) => `Passi a ${network} in ${wallet}`,
    resetting: (symbol, wallet) => `Azzeri il limite di ${symbol} in ${wallet}`,
    resettingMined: (symbol) => `Azzeramento del limite di ${symbol}`,
    approving: (amount, wallet) => `Autorizzi ${amount} in ${wallet}`,
    approvingMined: (amount) => `Autorizzazione di ${amount}`,
    signing: (wallet) => `Confermi il pagamento in ${wallet}`,
    broadcasting: 'Invio del pagamento',
    confirming: 'Pagamento inviato, in attesa della rete',
    settling: (merchant) => `Confermato, in attesa di ${merchant}`,
    confirmations: (current, required) => `${current} di ${required} conferme`,
    closeWaiting: (wallet) =>
      `${wallet} attende ancora la sua risposta. Chiudere non annulla il pagamento.`,
    stay: 'Tieni aperto',
    canClose: 'Può chiudere questa pagina. Il pagamento prosegue senza di essa.',
    keepOpen: 'Tenga aperta questa pagina finché il pagamento non è inviato.',
    minedHint: 'Di solito richiede meno di un minuto.',
    oneToken: 'uno dei token',
    approveHint:
      'Questo consente al contratto di pagamento di prelevare esattamente questo importo, e non di più.',
    closedWallet: 'Ho chiuso il mio wallet',
    viewTransaction: 'Vedi transazione',
    steps: {
      switch: ({ network }) => `Passare a ${network}`,
      reset_approval: ({ symbol }) => `Azzerare il limite di ${symbol}`,
      approve: ({ amount }) => `Autorizzare ${amount}`,
      pay: ({ amount }) => `Pagare ${amount}`,
      confirm: () => 'Confermato dalla rete',
      settle: ({ merchant }) => `Ricevuto da ${merchant}`,
    },
    stepStatus: {
      waiting: 'non iniziato',
      active: 'in corso',
      done: 'completato',
      failed: 'non riuscito',
    },
    resumingTitle: 'Verifica del suo pagamento precedente',
    resumingText: (when, wallet, network) =>
      `Ha avviato questo pagamento ${when} con ${wallet} su ${network}.`,
    resumingTextShort: 'Aveva già avviato questo pagamento. Lo stiamo cercando sulla rete.',
    unknownTitle: 'Non sappiamo se ha pagato',
    unknownText: (wallet) =>
      `${wallet} non ci ha detto se ha inviato il pagamento. Non paghi di nuovo prima che sia chiaro.`,
    checkAgain: 'Verifica di nuovo',
    notSent: 'Non è stato inviato, ricomincia',
    confirmNotSentTitle: 'La richiesta è chiusa nel suo wallet?',
    confirmNotSentText:
      'Apra il suo wallet e si assicuri che non ci sia alcun pagamento in attesa. Se c’è, prima lo rifiuti: altrimenti potrebbe pagare due volte.',
    confirmNotSentYes: 'Sì, non c’è nulla in attesa',
    viewAccount: 'Vedi il suo account',
    lockedTitle: 'Questo pagamento è aperto altrove',
    lockedTabTitle: 'Questo pagamento è aperto in un’altra scheda',
    lockedDeviceTitle: 'Questo pagamento è aperto su un altro dispositivo',
    lockedText: 'Per evitare che paghi due volte, può essere pagato in un solo posto alla volta.',
    lockedSince: (wallet, when) => `Avviato ${when} con ${wallet}.`,
    continueHere: 'Continua qui',
    partialTitle: 'Una parte è pagata',
    partialText: (paid, total) => `Sono arrivati ${paid} su ${total}.`,
    payRemaining: 'Paga il resto',
    succeededTitle: 'Pagamento completato',
    succeededText: (merchant) => `${merchant} ha ricevuto il suo pagamento.`,
    paidTo: 'Pagato a',
    paidWith: 'Pagato con',
    paidAt: 'Pagato il',
    bridgeKept: 'Trattenuto dal bridge',
    transaction: 'Transazione',
    transactions: 'Transazioni',
    receiptTitle: 'Ricevuta',
    printReceipt: 'Stampa ricevuta',
    saveReceipt: 'Salva come JSON',
    backTo: (merchant) => `Torna a ${merchant}`,
    paymentId: 'ID del pagamento',
    failedTitle: 'Pagamento non completato',
    money: {
      untouched: 'Non è stato addebitato nulla.',
      'maybe-sent': 'Il suo wallet potrebbe aver inviato il pagamento.',
      sent: 'Il suo pagamento è stato inviato.',
      'fee-only': 'È stata spesa solo la commissione di rete.',
      refunded: 'Il suo denaro le è stato restituito.',
    },
    errors: {
      calldata_mismatch: {
        title: 'Questo pagamento è stato fermato per la sua sicurezza',
        action:
          'La transazione non avrebbe pagato quanto mostrato qui, quindi il suo wallet non è stato interpellato. Informi il venditore.',
      },
      destination_mismatch: {
        title: 'Questo pagamento è stato fermato per la sua sicurezza',
        action:
          'Sarebbe andato a un destinatario diverso da quello indicato da questo negozio. Informi il venditore.',
      },
      unsupported_network: {
        title: 'Questa rete non è supportata qui',
        action: 'Chieda al venditore un pagamento su un’altra rete.',
      },
      payment_reverted: {
        title: 'La rete ha rifiutato il pagamento',
        action: 'Controlli il saldo e riprovi.',
      },
      payment_cancelled: {
        title: 'Il pagamento è stato annullato nel suo wallet',
        action: 'Può pagare di nuovo quando vuole.',
      },
      payment_replaced: {
        title: 'Un’altra transazione ha preso il posto del pagamento',
        action: 'Il suo wallet ha inviato qualcos’altro. Può pagare di nuovo quando vuole.',
      },
      invalid_response: {
        title: 'Il servizio di pagamento ha dato una risposta che non comprendiamo',
        action: 'Riprovi. Se succede di nuovo, informi il venditore.',
      },
      internal: {
        title: 'Qualcosa è andato storto in questa pagina',
        action: 'Riprovi: se un pagamento è stato inviato, verrà trovato.',
      },
    },
    notes: {
      rejected: () => 'Ha rifiutato nel suo wallet. Non è stato addebitato nulla.',
      switch_rejected: ({ network }) =>
        `La rete non è stata cambiata. Non è stato addebitato nulla. Paghi di nuovo e passi a ${network}.`,
      approve_rejected: () =>
        'Ha rifiutato l’autorizzazione nel suo wallet. Non è stato addebitato nulla.',
      wallet_busy: () => 'Nel suo wallet c’è una richiesta aperta. La completi, poi riprovi.',
      wallet_timeout: () =>
        'Il suo wallet non ha risposto. Non è stato addebitato nulla. Lo apra e riprovi.',
      wallet_locked: () => 'Il suo wallet è bloccato. Lo sblocchi e riprovi.',
      wallet_error: () =>
        'Il suo wallet ha segnalato un problema. Non è stato addebitato nulla. Riprovi.',
      wallet_gone: () => 'Questo wallet non è più disponibile. Lo scelga di nuovo.',
      switch_failed: ({ network }) =>
        `Il suo wallet non è riuscito a passare a ${network}. Non è stato addebitato nulla. Cambi la rete nel suo wallet, poi riprovi.`,
      account_changed: () =>
        'L’account nel suo wallet è cambiato. Non è stato addebitato nulla. Controlli di nuovo il pagamento.',
      approval_reverted: () =>
        'L’autorizzazione non è riuscita sulla rete. È stata spesa solo la commissione di rete. Riprovi.',
      approval_too_low: () =>
        'L’importo autorizzato nel suo wallet è troppo basso. Il pagamento non è stato inviato. Autorizzi almeno l’importo mostrato.',
      insufficient_balance: ({ symbol }) =>
        `Non ha abbastanza ${symbol}. Non è stato addebitato nulla. Aggiunga fondi o scelga un altro modo.`,
      insufficient_gas: ({ symbol }) =>
        `Le serve un po’ di ${symbol} per la commissione di rete. Non è stato addebitato nulla.`,
      payment_changed: () =>
        'Il pagamento è cambiato. Non è stato addebitato nulla. Lo controlli di nuovo.',
      service_unavailable: () =>
        'Il servizio di pagamento non ha risposto. Non è stato addebitato nulla. Riprovi tra un momento.',
      chain_unavailable: () =>
        'La rete al momento non è leggibile. Non è stato addebitato nulla. Riprovi tra un momento.',
      rate_unavailable: () =>
        'Non c’è un tasso di cambio attuale. Non è stato addebitato nulla. Riprovi tra qualche minuto.',
      no_option: () =>
        'Questa pagina non accetta ciò con cui questo account potrebbe pagare. Non è stato addebitato nulla. Provi un altro wallet.',
      rate_limited: ({ seconds }) =>
        `Troppe richieste. Non è stato addebitato nulla. Riprovi tra ${seconds ?? 'alcuni'} secondi.`,
      storage_failed: () =>
        'Questo browser non è riuscito a salvare il pagamento, quindi il suo wallet non è stato interpellato. Consenta i dati dei siti e riprovi.',
      locked_tab: () => 'Lo completi nell’altra scheda o continui qui.',
      locked_tab_signing: () =>
        'L’altra scheda è in attesa del suo wallet. Prima completi o rifiuti lì.',
      locked_device: () => 'Lo completi lì. Se si è fermato, potrà pagare qui tra qualche minuto.',
      safe_waiting: () =>
        'In attesa dei firmatari del Safe. Questa pagina prosegue da sola quando avranno firmato.',
      taken_over: () => 'Il pagamento è proseguito in un’altra scheda.',
      auto_selected: ({ symbol, network }) =>
        `Selezionato per lei: ${symbol} su ${network}, l’unico modo possibile con questo wallet.`,
      replaced_faster: () =>
        'Il suo wallet ha inviato di nuovo il pagamento con una commissione più alta. Viene pagato una volta sola.',
      checking: () => 'Stiamo cercando il suo pagamento sulla rete.',
      pending_in_wallet: () =>
        'Il suo wallet ha una transazione in attesa. Può essere questo pagamento: apra il wallet per vederla.',
      prompt_may_be_open: () =>
        'Finora non è stato inviato nulla, ma la richiesta può essere ancora aperta nel suo wallet.',
      nonce_unused: () =>
        'La rete mostra che non è stato inviato nulla. Può ricominciare in sicurezza.',
      not_found_yet: () => 'La rete non mostra ancora il suo pagamento. Può volerci un minuto.',
      not_sent: () =>
        'Il suo tentativo precedente non è stato inviato. Ora può pagare in sicurezza.',
      approval_kept: () =>
        'La sua autorizzazione precedente è ancora valida. Manca solo il pagamento.',
      paid_elsewhere: () =>
        'Questo pagamento è già stato pagato. Rifiuti la richiesta aperta nel suo wallet.',
      paid_twice: () =>
        'È stato inviato un secondo pagamento dopo che questo era già pagato. Chieda il rimborso al venditore.',
    },
  },
  more: () => import('./itMore.ts').then(({ itMore }) => itMore),
}
