import type { MessageParams } from './enFlow.ts'
import type { MoreText } from './text.ts'

/** Italian: the sentences that most payments never need. */
export const itMore: MoreText = {
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
    from: 'Da',
    to: 'A',
    leaves: 'Esce dal suo wallet',
    arrival: 'Arriva in',
    unknownTime: 'non noto',
    priceFor: (seconds) => `Questo prezzo vale ancora ${seconds}\u00a0s.`,
    priceEnded:
      'Questo prezzo è scaduto. Quando paga ne riceve uno nuovo; se è diverso, chiediamo prima.',
    verifiedTitle: 'Verificato su questo dispositivo.',
    verifiedText: (amount, network) =>
      `Non più di ${amount} possono uscire dal suo wallet, verso il contratto noto del bridge, e il pagamento su ${network} è in ciò che firma.`,
    notCarried: (network) =>
      `Ciò che accade su ${network} non ha potuto essere verificato qui: non è in ciò che firma. Vale solo la parola del bridge.`,
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
    getWallet: 'Ottieni TronLink',
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
    mobileText: 'Il pagamento si apre nel browser dell’app.',
    notOpened: (wallet) => `${wallet} non si è aperto?`,
    notOpenedText:
      'Installi l’app oppure copi il link di pagamento nel browser della sua app wallet.',
    install: (wallet) => `Installa ${wallet}`,
  },
  permit: {
    prompts:
      'Il wallet chiede una firma, poi il pagamento: la firma non costa commissioni di rete.',
  },
}

const until = ({ time }: MessageParams): string =>
  time ? `fino alle ${time}` : 'per qualche minuto'
