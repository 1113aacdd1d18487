import type { MessageParams } from './enFlow.ts'
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
    inCurrency: (symbols, network) => `in ${symbols} su ${network}`,
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
        action: 'Controlli il link o chieda al venditore. Se ha già pagato, non paghi di nuovo.',
      },
      cancelled: {
        title: 'Questo pagamento è stato annullato',
        action: 'Non è stato addebitato nulla. Chieda al venditore un nuovo link di pagamento.',
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
    fee: 'Commissione del venditore',
    feeBorne: 'A carico del destinatario',
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
    verifiedMost:
      'Decodificato su questo dispositivo: non preleva più di quanto mostrato qui, tramite un contratto noto.',
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
    overpaid: (amount, merchant) =>
      `Pagati ${amount} in più, non ancora rimborsati. Per il rimborso, contatto: ${merchant}.`,
    paidTo: 'Pagato a',
    paidWith: 'Pagato con',
    refunded: 'Rimborsato',
    paidAt: 'Pagato il',
    bridgeKept: 'Trattenuto dal bridge',
    transaction: 'Transazione',
    transactions: 'Transazioni',
    receiptTitle: 'Ricevuta',
    viewReceipt: 'Vedi ricevuta',
    downloadPdf: 'Scarica PDF',
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
        `Selezionato per lei: ${symbol} su ${network}, l’unico modo di pagare per cui il saldo di questo wallet è sufficiente.`,
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
  payout: {
    payment: 'Erogazione',
    paid: 'Erogato',
    toRecipients: (count) =>
      count === 1 ? 'Erogazione a 1 destinatario' : `Erogazione a ${count} destinatari`,
    connectTitle: 'Scelga il wallet da cui pagare',
    connectPromise:
      'Il denaro va direttamente dal suo wallet a chi vede qui. Non passa mai da terzi.',
    contactSupport: 'Contatta chi ha inviato questo link',
    unavailable: {
      expired: {
        title: 'Questa erogazione è scaduta',
        action: 'Non è stato addebitato nulla. Chieda un nuovo link a chi lo ha creato.',
      },
      cancelled: {
        title: 'Questa erogazione è stata annullata',
        action: 'Non è stato addebitato nulla. Chieda un nuovo link a chi lo ha creato.',
      },
      not_payable: {
        title: 'Questa erogazione non è più possibile',
        action: 'Non è stato addebitato nulla. Chieda un nuovo link a chi lo ha creato.',
      },
      unauthorized: {
        title: 'Questa pagina non può eseguire questa erogazione',
        action: 'Non è stato addebitato nulla. Chi ha creato il link deve autorizzare questo sito.',
      },
    },
    blockedText: 'Questa erogazione non accetta questo account. Non è stato addebitato nulla.',
    reviewTitle: 'Controlli ed eroghi',
    fee: 'Commissione',
    receives: () => 'Il destinatario riceve',
    payButton: (amount) => `Eroga ${amount}`,
    signing: (wallet) => `Confermi l’erogazione in ${wallet}`,
    preparing: 'Ultima verifica dell’erogazione',
    broadcasting: 'Invio dell’erogazione',
    confirming: 'Erogazione inviata, in attesa della rete',
    settling: () => 'Confermata, in registrazione',
    canClose: 'Può chiudere questa pagina. L’erogazione prosegue senza di essa.',
    keepOpen: 'Tenga aperta questa pagina finché l’erogazione non è inviata.',
    progressTitle: 'Avanzamento dell’erogazione',
    steps: {
      pay: ({ amount }) => `Erogare ${amount}`,
      settle: () => 'Registrata',
    },
    succeededTitle: 'Erogazione completata',
    succeededText: () => 'Il denaro è arrivato a tutte le persone indicate qui.',
    overpaid: (amount) => `Inviati ${amount} in più. Chieda ai destinatari di restituirli.`,
    receiptTitle: 'Ricevuta dell’erogazione',
    paidTo: 'Erogato a',
    failedTitle: 'Erogazione non completata',
    errors: {
      calldata_mismatch: {
        title: 'Questa erogazione è stata fermata per la sua sicurezza',
        action:
          'La transazione non avrebbe pagato quanto mostrato qui, quindi il suo wallet non è stato interpellato. Informi chi ha creato il link.',
      },
      destination_mismatch: {
        title: 'Questa erogazione è stata fermata per la sua sicurezza',
        action:
          'Sarebbe andata a un destinatario diverso da quello indicato da questa pagina. Informi chi ha creato il link.',
      },
      unsupported_network: {
        title: 'Questa rete non è supportata qui',
        action: 'Chieda a chi ha creato il link un’erogazione su un’altra rete.',
      },
      invalid_response: {
        title: 'Il servizio di pagamento ha dato una risposta che non comprendiamo',
        action: 'Riprovi. Se succede di nuovo, informi chi ha creato il link.',
      },
    },
    notes: {
      paid_twice: () =>
        'L’erogazione è stata inviata una seconda volta. Chieda ai destinatari di restituirla.',
    },
  },
  accepted: {
    balance: (balance, worth) => `Saldo ${balance}, valore ${worth}`,
    nothing: 'Il saldo di questo wallet non basta in nessuna di queste valute.',
    others: (count) => `Non basta in questo wallet (${count})`,
    search: 'Cerca una valuta o una rete',
    noMatch: (query) => `Nessuna valuta corrisponde a «${query}».`,
    otherWallet: (list) => `Con un altro wallet può pagare anche in ${list}.`,
    more: (count) => `Altre valute (${count})`,
    otherTokens: 'Paga con un altro token',
    noOtherToken: 'Nessun altro token di questo wallet basta per questo pagamento.',
  },
  quoted: {
    rate: 'Tasso di cambio',
    roundedUp: (worth, paid) => `${worth}, arrotondato per eccesso a ${paid}`,
    sources: 'Prezzo secondo',
    priceFor: (time) => `Questo prezzo è valido ancora per ${time}.`,
    priceEnded: 'Questo prezzo è scaduto. Non è stato addebitato nulla.',
    newPrice: 'Ottieni un nuovo prezzo',
  },
  bridge: {
    needed: (amount) => `Lei paga ${amount}`,
    bridgeFee: 'Commissione del bridge',
    feeOf: (amount) => `commissione ${amount}`,
    noFee: 'nessuna commissione del bridge',
    overBridge: 'Tramite un bridge',
    minutes: (count) => `circa ${count}\u00a0min`,
    seconds: (count) => `circa ${count}\u00a0s`,
    silent: (chains) =>
      `Nessuna risposta da ${chains}, quindi potrebbero mancare modi di pagare da lì. Aggiorni per cercare di nuovo.`,
    slow: (chains) =>
      `Un pagamento da ${chains} arriverebbe dopo la scadenza di questo prezzo, quindi non è disponibile.`,
    from: 'Da',
    to: 'A',
    leaves: 'Esce dal suo wallet',
    arrival: 'Arriva in',
    unknownTime: 'non noto',
    priceFor: (seconds) => `Questo prezzo vale ancora ${seconds}\u00a0s.`,
    verifiedTitle: 'Verificato su questo dispositivo.',
    carried: (network) => `Firma anche il destinatario e l’importo su ${network}.`,
    notCarried: (network) =>
      `Il pagamento su ${network} non ha potuto essere verificato su questo dispositivo: non lo firma. Vale solo la parola del bridge.`,
    limited: (amount) =>
      `Non più di ${amount} possono uscire dal suo wallet, verso il contratto noto del bridge.`,
    pay: (amount, network) => `Paga ${amount} su ${network}`,
    approveHint:
      'Questo consente al contratto del bridge di prelevare esattamente questo importo, e non di più.',
    sentOn: (amount, network) => `${amount} inviati su ${network}`,
    sent: (network) => `Pagamento inviato, in attesa di ${network}`,
    bridging: (network) => `Il suo denaro è in viaggio verso ${network}`,
    elsewhere: (source, destination) =>
      `Un pagamento da ${source} è in viaggio verso ${destination}`,
    elsewhereText:
      'È stato inviato da un altro dispositivo, scheda o wallet. Questa pagina lo segue; ora qui non c’è nulla da pagare.',
    arrived: (network) => `Arrivato su ${network}, in conferma`,
    confirmedOn: (network) => `Confermato su ${network}`,
    delivered: (network) => `Consegnato su ${network}`,
    canClose:
      'Può chiudere questa pagina e tornare in qualsiasi momento. Il pagamento prosegue senza di essa.',
    unansweredTitle: 'Il bridge non risponde da un giorno',
    unansweredText: (network) =>
      `Il suo denaro ha lasciato il wallet e non è stato visto su ${network}. Vale appena arriva. Non paghi di nuovo: mostri la transazione al venditore o al bridge.`,
    errors: {
      bridge_refunded: {
        title: 'Il bridge le ha restituito il denaro',
        action:
          'È nel suo wallet, sulla rete da cui ha pagato, meno la commissione di rete. Può pagare di nuovo.',
      },
      bridge_failed: {
        title: 'Il bridge non è riuscito a consegnare il pagamento',
        action:
          'Il denaro è ancora presso il bridge. Non paghi di nuovo prima che il venditore o il bridge abbia esaminato la transazione.',
      },
      bridge_not_counted: {
        title: 'È arrivato qualcosa di diverso da quanto richiesto',
        action:
          'Non vale come questo pagamento. Mostri la transazione al venditore, che può verificarla.',
      },
    },
    bridgePage: 'Vedi sul bridge',
  },
  tron: {
    noWalletTitle: 'Nessun wallet Tron in questo browser',
    noWalletText:
      'Questo pagamento avviene su Tron. Installi un wallet per Tron, come TronLink, oppure apra questo pagamento nel browser della sua app sul telefono.',
    otherWallets: 'Altri wallet per Tron',
    fee: (amount) => `circa ${amount}`,
    feeCovered: 'coperta dalla sua energia e larghezza di banda',
    feeUnknown: 'in TRX, prelevata dalla rete',
    energy: (needed, available) => `servono ${needed} di energia, ne ha ${available}`,
    bandwidth: (needed, available) => `servono ${needed} di larghezza di banda, ne ha ${available}`,
    balance: (amount) => `Ha ${amount}`,
    missingTitle: 'TRX insufficienti per la commissione di rete.',
    missing: (required, balance, lacking) =>
      `Tron richiede circa ${required} per questo pagamento, e questo account ha ${balance}. Vi invii almeno ${lacking}, poi verifichi di nuovo.`,
    checkAgain: 'Verifica di nuovo',
    resources: 'Energia e larghezza di banda',
    allowing: (symbol, wallet) => `Autorizzi ${symbol} in ${wallet}`,
    allowingMined: (symbol) => `Autorizzazione di ${symbol}`,
    allow: (symbol) => `Autorizzare ${symbol}`,
    allowHint: (symbol) =>
      `Questo consente al contratto di pagamento noto di prelevare ${symbol} per i pagamenti che firma, senza limite, così paga la commissione di Tron per un’autorizzazione una volta sola.`,
    sending: 'Firmato, in attesa che Tron lo accetti',
    keepOpen:
      'Tenga aperta questa pagina: invia il pagamento finché Tron non lo ha. Se la chiude, torni qui.',
    failing: 'In attesa dell’ultima parola della rete',
    canReturn: 'Può chiudere questa pagina e tornare a vedere com’è andata.',
    spent: 'Commissione di rete spesa',
    reverted: 'Il contratto ha rifiutato il pagamento. Controlli il saldo e riprovi.',
    outOfEnergy:
      'Il pagamento ha esaurito l’energia che gli era consentita. Riprovi o procuri prima energia al suo account.',
    droppedSignature:
      'Il suo wallet ha firmato con un account diverso da quello scelto. Scelga di nuovo l’account, poi paghi.',
    errors: {
      tron_dropped: {
        title: 'Tron non ha accettato il pagamento in tempo',
        action: 'Non può più essere eseguito; può pagare di nuovo in sicurezza.',
      },
    },
    notes: {
      tron_other_bytes: () =>
        'Il suo wallet ha firmato qualcosa di diverso da questo pagamento, quindi non è stato inviato. Non è stato addebitato nulla. Usi un altro wallet.',
      tron_too_late: () =>
        'La rete non accetta più ciò che ha firmato, perché ci sono voluti alcuni minuti. Non è stato addebitato nulla. Paghi di nuovo.',
      tron_earlier: (params) =>
        `Un tentativo precedente potrebbe ancora essere eseguito ${until(params)}. Per non pagare due volte, paghi di nuovo dopo. Ora non è stato addebitato nulla.`,
      tron_approval_dropped: () =>
        'Tron non ha accettato l’autorizzazione in tempo. Non è stato addebitato nulla. Riprovi.',
      tron_not_taken: (params) =>
        `Tron non ha ancora accettato il pagamento. Continuiamo a inviarlo ${until(params)}. Se non viene accettato entro allora, non viene addebitato nulla.`,
      tron_busy: (params) =>
        `I nodi di Tron sono occupati. Continuiamo a inviare il pagamento ${until(params)}. Se non viene accettato entro allora, non viene addebitato nulla.`,
      tron_no_resources: (params) =>
        `Tron non accetta il pagamento perché questo account ha troppo pochi TRX o poca larghezza di banda. Se vi invia TRX, il pagamento prosegue. Continuiamo a provare ${until(params)}; altrimenti non viene addebitato nulla.`,
      tron_failing: () =>
        'Tron non ha potuto eseguire il pagamento. Attendiamo che sia definitivo, circa un minuto. Non paghi di nuovo prima.',
    },
  },
  wallets: {
    phoneTitle: 'Paghi con il telefono',
    phoneText: 'Scansioni il codice con il telefono e paghi lì. Questa pagina prosegue da sola.',
    phoneOnlyText:
      'In questo browser non c’è un wallet. Scansioni il codice con il telefono e paghi lì: questa pagina prosegue da sola.',
    scan: 'Scansiona',
    walletConnect: 'WalletConnect',
    ways: 'Modi per raggiungere il suo wallet',
    qrOfPage: 'Codice QR della pagina di questo pagamento, da aprire sul telefono',
    qrOfWallet: 'Codice QR che collega un wallet tramite WalletConnect',
    waitingForPhone: 'In attesa del pagamento',
    waitingForWallet: 'In attesa del suo wallet',
    connectText:
      'Scansioni il codice con un wallet compatibile con WalletConnect. Confermi lì il pagamento.',
    connectHereText: 'Apra un’app wallet compatibile con WalletConnect. Confermi lì il pagamento.',
    openWallet: 'Apri l’app wallet',
    opening: 'Preparazione del codice',
    copyPage: 'Copia il link di pagamento',
    copyCode: 'Copia il link di connessione',
    expiredTitle: 'Il codice è scaduto',
    expiredText: 'I codici valgono cinque minuti. Non è stato addebitato nulla.',
    declinedTitle: 'Il suo wallet ha rifiutato',
    declinedText:
      'Non è stato addebitato nulla. Può collegarsi di nuovo o scegliere un altro wallet.',
    unreachableTitle: 'WalletConnect non è raggiungibile',
    unreachableText:
      'Non è stato addebitato nulla. Riprovi tra un momento o paghi in un altro modo.',
    tryAgain: 'Riprova',
    mobileTitle: 'Scelga la sua app wallet',
    mobileText:
      'Il pagamento avviene nel browser dell’app. Questa pagina si aggiorna quando torna qui.',
    notOpened: (wallet) => `${wallet} non si è aperto?`,
    notOpenedText:
      'Installi l’app oppure copi il link di pagamento nel browser della sua app wallet.',
    getWallet: 'Ottieni un wallet',
    search: 'Cerca un wallet',
    noMatch: (query) => `Nessun wallet corrisponde a «${query}».`,
    install: (wallet) => `Installa ${wallet}`,
  },
  permit: {
    prompts:
      'Il wallet chiede una firma, poi il pagamento: la firma non costa commissioni di rete.',
    signature:
      'Il wallet chiede una firma. Con essa, il servizio può inviare soltanto questo pagamento.',
    noFee: 'Nessuna commissione di rete',
  },
}

const until = ({ time }: MessageParams): string =>
  time ? `fino alle ${time}` : 'per qualche minuto'
