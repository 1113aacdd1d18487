import type { MessageParams } from './enFlow.ts'
import type { Locale } from './text.ts'

/** French. */
export const fr: Locale = {
  words: {
    dir: 'ltr',
    payment: 'Paiement',
    loading: 'Chargement du paiement',
    theMerchant: 'le marchand',
    yourWallet: 'votre portefeuille',
    testNetwork: 'Réseau de test',
    toPay: 'À payer',
    youPay: 'Vous payez',
    paid: 'Payé',
    onNetwork: (network) => `sur ${network}`,
    inCurrency: (symbols, network) => `en ${symbols} sur ${network}`,
    toRecipients: (count) => (count === 1 ? '1 destinataire' : `${count} destinataires`),
    reference: 'Référence',
    expires: (when) => `Expire ${when}`,
    plusFee: 'frais en sus',
    connectTitle: 'Choisissez un portefeuille',
    lastUsed: 'Dernier utilisé',
    connectPromise:
      'Vous payez directement depuis votre portefeuille. Personne ne détient votre argent entre-temps.',
    whatIsWallet: 'Qu’est-ce qu’un portefeuille ?',
    whatIsWalletText:
      'Une application ou une extension de navigateur qui garde votre argent et vous demande votre accord avant toute dépense.',
    noWalletTitle: 'Aucun portefeuille dans ce navigateur',
    noWalletText:
      'Installez une extension de portefeuille, ou ouvrez ce paiement dans le navigateur d’une application de portefeuille sur votre téléphone.',
    otherWallets: 'Autres portefeuilles',
    phoneWallet: 'Portefeuille sur téléphone',
    findWallet: 'Trouver un portefeuille',
    openPayPage: 'Ouvrir la page de paiement',
    copyLink: 'Copier le lien de paiement',
    copy: (what) => `Copier : ${what}`,
    copied: 'Copié',
    close: 'Fermer',
    remaining: 'Reste à payer',
    tryAgain: 'Réessayer',
    updated:
      'Cette page a été mise à jour pendant qu’elle était ouverte, ou une partie n’a pas été chargée. Rechargez-la : votre paiement reprend là où il en était.',
    reload: 'Recharger la page',
    supportCode: 'Code d’assistance',
    contactSupport: 'Contacter le marchand',
    retryIn: (seconds) => `Réessayer dans ${seconds} s`,
    opensNewTab: 's’ouvre dans un nouvel onglet',
    unavailable: {
      expired: {
        title: 'Ce paiement a expiré',
        action: 'Rien n’a été débité. Demandez un nouveau lien de paiement au marchand.',
      },
      not_found: {
        title: 'Paiement introuvable',
        action:
          'Vérifiez le lien ou contactez le marchand. Si vous avez payé, ne payez pas de nouveau.',
      },
      cancelled: {
        title: 'Ce paiement a été annulé',
        action: 'Rien n’a été débité. Demandez un nouveau lien de paiement au marchand.',
      },
      not_payable: {
        title: 'Ce paiement ne peut plus être réglé',
        action: 'Rien n’a été débité. Demandez un nouveau lien de paiement au marchand.',
      },
      rate_limited: {
        title: 'Trop de demandes',
        action: 'Veuillez patienter un instant. Rien n’a été débité.',
      },
      offline: {
        title: 'Vous êtes hors ligne',
        action: 'Nous reprendrons dès le retour de la connexion.',
      },
      unauthorized: {
        title: 'Cette page ne peut pas accepter ce paiement',
        action: 'Rien n’a été débité. Le marchand doit autoriser ce site.',
      },
      no_rate: {
        title: 'Aucun taux de change disponible',
        action: 'Rien n’a été débité. Réessayez dans quelques minutes.',
      },
      server: {
        title: 'Le service de paiement est injoignable',
        action: 'Réessayez dans un instant. Si vous avez payé, votre paiement est en sécurité.',
      },
    },
    connectingTitle: (wallet) => `Continuez dans ${wallet}`,
    connectingText: 'Autorisez ce site à voir votre compte. Rien n’est débité.',
    connectedText: 'Lecture des moyens de paiement de ce compte.',
    cancel: 'Annuler',
    readingOption: 'Vérification du paiement',
    slow: (wallet) => `En attente de ${wallet}. Ouvrez-le et cherchez la demande.`,
    stuck: (wallet) =>
      `${wallet} n’a pas répondu. Si vous avez fermé sa fenêtre, vous pouvez arrêter ici.`,
    blockedTitle: 'Ce portefeuille ne peut pas payer ici',
    blockedText: 'Le marchand n’accepte pas ce compte. Rien n’a été débité.',
    changeWallet: 'Changer de portefeuille',
    back: 'Retour',
    optionsTitle: 'Choisissez comment payer',
    balance: (amount) => `Solde ${amount}`,
    balanceUnknown: 'Solde inconnu',
    notEnough: 'insuffisant',
    missing: (amount) => `il manque ${amount}`,
    notEnoughGas: (symbol) => `Pas assez de ${symbol} pour les frais de réseau`,
    direct: 'Direct',
    refresh: 'Actualiser',
    reviewTitle: 'Vérifier et payer',
    recipient: 'Destinataire',
    recipients: 'Destinataires',
    showRecipients: (count) => `Afficher les ${count} destinataires`,
    recipientNumber: (number) => `Destinataire ${number}`,
    receives: (merchant) => `${merchant} reçoit`,
    network: 'Réseau',
    fee: 'Frais du marchand',
    feeBorne: 'À la charge du destinataire',
    contractFeeOf: (percentage) => `Frais du contrat (${percentage} %)`,
    youSpend: 'De votre portefeuille',
    upTo: (cost) => `jusqu’à ${cost}`,
    aboutAtMost: (about, most) => `environ ${about}, au plus ${most}`,
    rateHint: (most) =>
      `Le taux de change est celui du moment où le paiement passe. Il ne prélève jamais plus de ${most}, et ce qui n’est pas utilisé reste à vous.`,
    tokenNote: (symbol) =>
      `${symbol} ne fait pas partie des jetons connus. Vérifiez que voici bien le contrat du jeton avec lequel vous voulez payer :`,
    networkFee: 'Frais de réseau',
    networkFeeText: 'affichés par votre portefeuille',
    total: 'Total',
    amount: 'Montant',
    verified: 'Contrat vérifié.',
    verifiedHint:
      'Décodé sur cet appareil : il paie exactement ce qui est affiché ici, par un contrat connu.',
    verifiedMost:
      'Décodé sur cet appareil : il ne prélève pas plus que ce qui est affiché ici, par un contrat connu.',
    confirmationsNeeded: (count, prompts) =>
      `Votre portefeuille vous sollicitera ${count} fois : ${prompts}.`,
    payButton: (amount) => `Payer ${amount}`,
    details: 'Détails de la transaction',
    rawData: 'Données brutes',
    decodedCall: 'Appel décodé',
    callTo: 'À',
    callValue: 'Valeur',
    progressTitle: 'Suivi du paiement',
    preparing: 'Dernière vérification du paiement',
    switching: (network, wallet) => `Passez sur ${network} dans ${wallet}`,
    resetting: (symbol, wallet) => `Réinitialisez la limite de ${symbol} dans ${wallet}`,
    resettingMined: (symbol) => `Réinitialisation de la limite de ${symbol}`,
    approving: (amount, wallet) => `Autorisez ${amount} dans ${wallet}`,
    approvingMined: (amount) => `Autorisation de ${amount}`,
    signing: (wallet) => `Confirmez le paiement dans ${wallet}`,
    broadcasting: 'Envoi de votre paiement',
    confirming: 'Paiement envoyé, en attente du réseau',
    settling: (merchant) => `Confirmé, nous attendons ${merchant}`,
    confirmations: (current, required) => `${current} confirmations sur ${required}`,
    closeWaiting: (wallet) =>
      `${wallet} attend encore votre réponse. Fermer n’annule pas le paiement.`,
    stay: 'Garder ouvert',
    canClose: 'Vous pouvez fermer cette page. Votre paiement se poursuit sans elle.',
    keepOpen: 'Gardez cette page ouverte jusqu’à l’envoi du paiement.',
    minedHint: 'Cela prend en général moins d’une minute.',
    oneToken: 'l’un des jetons',
    approveHint:
      'Cela permet au contrat de paiement de prélever exactement ce montant, et pas plus.',
    closedWallet: 'J’ai fermé mon portefeuille',
    viewTransaction: 'Voir la transaction',
    steps: {
      switch: ({ network }) => `Passer sur ${network}`,
      reset_approval: ({ symbol }) => `Réinitialiser la limite de ${symbol}`,
      approve: ({ amount }) => `Autoriser ${amount}`,
      pay: ({ amount }) => `Payer ${amount}`,
      confirm: () => 'Confirmé par le réseau',
      settle: ({ merchant }) => `Reçu par ${merchant}`,
    },
    stepStatus: {
      waiting: 'pas commencé',
      active: 'en cours',
      done: 'terminé',
      failed: 'échoué',
    },
    resumingTitle: 'Vérification de votre paiement précédent',
    resumingText: (when, wallet, network) =>
      `Vous avez commencé ce paiement ${when} avec ${wallet} sur ${network}.`,
    resumingTextShort: 'Vous avez déjà commencé ce paiement. Nous le cherchons sur le réseau.',
    unknownTitle: 'Nous ne savons pas si vous avez payé',
    unknownText: (wallet) =>
      `${wallet} ne nous a pas dit si le paiement a été envoyé. Ne payez pas de nouveau avant que ce soit clair.`,
    checkAgain: 'Vérifier à nouveau',
    notSent: 'Rien n’a été envoyé, recommencer',
    confirmNotSentTitle: 'La demande est-elle fermée dans votre portefeuille ?',
    confirmNotSentText:
      'Ouvrez votre portefeuille et assurez-vous qu’aucun paiement n’y attend. S’il y en a un, refusez-le d’abord : sinon vous pourriez payer deux fois.',
    confirmNotSentYes: 'Oui, rien n’attend',
    viewAccount: 'Voir votre compte',
    lockedTitle: 'Ce paiement est ouvert ailleurs',
    lockedTabTitle: 'Ce paiement est ouvert dans un autre onglet',
    lockedDeviceTitle: 'Ce paiement est ouvert sur un autre appareil',
    lockedText:
      'Pour vous éviter de payer deux fois, il ne peut être payé qu’à un endroit à la fois.',
    lockedSince: (wallet, when) => `Commencé ${when} avec ${wallet}.`,
    continueHere: 'Continuer ici',
    partialTitle: 'Une partie est payée',
    partialText: (paid, total) => `${paid} sur ${total} sont arrivés.`,
    payRemaining: 'Payer le reste',
    succeededTitle: 'Paiement effectué',
    succeededText: (merchant) => `${merchant} a reçu votre paiement.`,
    overpaid: (amount, merchant) =>
      `Trop-perçu de ${amount}, non remboursé à ce jour. Pour un remboursement, contact : ${merchant}.`,
    paidTo: 'Payé à',
    paidWith: 'Payé avec',
    refunded: 'Remboursé',
    paidAt: 'Payé le',
    bridgeKept: 'Retenu par le bridge',
    transaction: 'Transaction',
    transactions: 'Transactions',
    receiptTitle: 'Reçu',
    viewReceipt: 'Voir le reçu',
    downloadPdf: 'Télécharger le PDF',
    printReceipt: 'Imprimer le reçu',
    saveReceipt: 'Enregistrer en JSON',
    backTo: (merchant) => `Revenir chez ${merchant}`,
    paymentId: 'ID du paiement',
    failedTitle: 'Paiement non effectué',
    money: {
      untouched: 'Rien n’a été débité.',
      'maybe-sent': 'Votre portefeuille a peut-être envoyé le paiement.',
      sent: 'Votre paiement a été envoyé.',
      'fee-only': 'Seuls les frais de réseau ont été dépensés.',
      refunded: 'Votre argent vous a été renvoyé.',
    },
    errors: {
      calldata_mismatch: {
        title: 'Ce paiement a été arrêté pour votre sécurité',
        action:
          'La transaction n’aurait pas payé ce qui est affiché ici ; votre portefeuille n’a donc pas été sollicité. Prévenez le marchand.',
      },
      destination_mismatch: {
        title: 'Ce paiement a été arrêté pour votre sécurité',
        action:
          'Il serait allé à un autre destinataire que celui indiqué par cette boutique. Prévenez le marchand.',
      },
      unsupported_network: {
        title: 'Ce réseau n’est pas pris en charge ici',
        action: 'Demandez au marchand un paiement sur un autre réseau.',
      },
      payment_reverted: {
        title: 'Le réseau a rejeté le paiement',
        action: 'Vérifiez votre solde et réessayez.',
      },
      payment_cancelled: {
        title: 'Le paiement a été annulé dans votre portefeuille',
        action: 'Vous pouvez payer à nouveau quand vous voulez.',
      },
      payment_replaced: {
        title: 'Une autre transaction a pris la place du paiement',
        action:
          'Votre portefeuille a envoyé autre chose. Vous pouvez payer à nouveau quand vous voulez.',
      },
      invalid_response: {
        title: 'Le service de paiement a donné une réponse que nous ne comprenons pas',
        action: 'Réessayez. Si cela se reproduit, prévenez le marchand.',
      },
      internal: {
        title: 'Un problème est survenu sur cette page',
        action: 'Réessayez : si un paiement a été envoyé, il sera retrouvé.',
      },
    },
    notes: {
      rejected: () => 'Vous avez refusé dans votre portefeuille. Rien n’a été débité.',
      switch_rejected: ({ network }) =>
        `Le réseau n’a pas été changé. Rien n’a été débité. Payez à nouveau et passez sur ${network}.`,
      approve_rejected: () =>
        'Vous avez refusé l’autorisation dans votre portefeuille. Rien n’a été débité.',
      wallet_busy: () =>
        'Une demande est ouverte dans votre portefeuille. Terminez-la, puis réessayez.',
      wallet_timeout: () =>
        'Votre portefeuille n’a pas répondu. Rien n’a été débité. Ouvrez-le et réessayez.',
      wallet_locked: () => 'Votre portefeuille est verrouillé. Déverrouillez-le et réessayez.',
      wallet_error: () =>
        'Votre portefeuille a signalé un problème. Rien n’a été débité. Réessayez.',
      wallet_gone: () => 'Ce portefeuille n’est plus disponible. Choisissez-le à nouveau.',
      switch_failed: ({ network }) =>
        `Votre portefeuille n’a pas pu passer sur ${network}. Rien n’a été débité. Changez de réseau dans votre portefeuille, puis réessayez.`,
      account_changed: () =>
        'Le compte a changé dans votre portefeuille. Rien n’a été débité. Vérifiez à nouveau le paiement.',
      approval_reverted: () =>
        'L’autorisation a échoué sur le réseau. Seuls les frais de réseau ont été dépensés. Réessayez.',
      approval_too_low: () =>
        'Le montant autorisé dans votre portefeuille est trop faible. Le paiement n’a pas été envoyé. Autorisez au moins le montant affiché.',
      insufficient_balance: ({ symbol }) =>
        `Vous n’avez pas assez de ${symbol}. Rien n’a été débité. Ajoutez des fonds ou choisissez un autre moyen.`,
      insufficient_gas: ({ symbol }) =>
        `Il vous faut un peu de ${symbol} pour les frais de réseau. Rien n’a été débité.`,
      payment_changed: () =>
        'Le paiement a changé. Rien n’a été débité. Veuillez le vérifier à nouveau.',
      service_unavailable: () =>
        'Le service de paiement n’a pas répondu. Rien n’a été débité. Réessayez dans un instant.',
      chain_unavailable: () =>
        'Le réseau ne peut pas être lu pour le moment. Rien n’a été débité. Réessayez dans un instant.',
      rate_unavailable: () =>
        'Aucun taux de change disponible. Rien n’a été débité. Réessayez dans quelques minutes.',
      no_option: () =>
        'Cette page n’accepte pas ce avec quoi ce compte pourrait payer. Rien n’a été débité. Essayez un autre portefeuille.',
      rate_limited: ({ seconds }) =>
        `Trop de demandes. Rien n’a été débité. Réessayez dans ${seconds ?? 'quelques'} secondes.`,
      storage_failed: () =>
        'Ce navigateur n’a pas pu enregistrer le paiement ; votre portefeuille n’a donc pas été sollicité. Autorisez les données de site et réessayez.',
      locked_tab: () => 'Terminez-le dans l’autre onglet, ou continuez ici.',
      locked_tab_signing: () =>
        'L’autre onglet attend votre portefeuille. Confirmez ou refusez d’abord dans cet onglet.',
      locked_device: () =>
        'Terminez-le sur cet appareil-là. Si vous avez arrêté, vous pourrez payer ici dans quelques minutes.',
      safe_waiting: () =>
        'En attente des signataires du Safe. Cette page continue d’elle-même dès qu’ils ont signé.',
      taken_over: () => 'Le paiement s’est poursuivi dans un autre onglet.',
      auto_selected: ({ symbol, network }) =>
        `Choisi pour vous : ${symbol} sur ${network}, le seul moyen de paiement pour lequel le solde de ce portefeuille suffit.`,
      replaced_faster: () =>
        'Votre portefeuille a renvoyé le paiement avec des frais plus élevés. Il n’est payé qu’une fois.',
      checking: () => 'Nous cherchons votre paiement sur le réseau.',
      pending_in_wallet: () =>
        'Une transaction est en attente dans votre portefeuille. C’est peut-être ce paiement : ouvrez votre portefeuille pour la voir.',
      prompt_may_be_open: () =>
        'Rien n’a été envoyé jusqu’ici, mais la demande est peut-être encore ouverte dans votre portefeuille.',
      nonce_unused: () =>
        'Le réseau montre que rien n’a été envoyé. Vous pouvez recommencer sans risque.',
      not_found_yet: () =>
        'Le réseau ne montre pas encore votre paiement. Cela peut prendre une minute.',
      not_sent: () =>
        'Votre tentative précédente n’a pas été envoyée. Vous pouvez payer sans risque.',
      approval_kept: () =>
        'Votre autorisation précédente est toujours valable. Il ne reste que le paiement.',
      paid_elsewhere: () =>
        'Ce paiement est déjà réglé. Refusez la demande ouverte dans votre portefeuille.',
      paid_twice: () =>
        'Un second paiement a été envoyé après que celui-ci a été réglé. Demandez un remboursement au marchand.',
    },
  },
  payout: {
    payment: 'Versement',
    paid: 'Versé',
    toRecipients: (count) =>
      count === 1 ? 'Versement à 1 destinataire' : `Versement à ${count} destinataires`,
    connectTitle: 'Choisissez le portefeuille qui paie',
    connectPromise:
      'L’argent va directement de votre portefeuille aux destinataires affichés ici. Personne ne le détient entre-temps.',
    contactSupport: 'Contacter l’auteur de ce lien',
    unavailable: {
      expired: {
        title: 'Ce versement a expiré',
        action: 'Rien n’a été débité. Demandez un nouveau lien à la personne qui l’a créé.',
      },
      cancelled: {
        title: 'Ce versement a été annulé',
        action: 'Rien n’a été débité. Demandez un nouveau lien à la personne qui l’a créé.',
      },
      not_payable: {
        title: 'Ce versement n’est plus possible',
        action: 'Rien n’a été débité. Demandez un nouveau lien à la personne qui l’a créé.',
      },
      unauthorized: {
        title: 'Cette page ne peut pas effectuer ce versement',
        action: 'Rien n’a été débité. L’auteur du lien doit autoriser ce site.',
      },
    },
    blockedText: 'Ce versement n’accepte pas ce compte. Rien n’a été débité.',
    reviewTitle: 'Vérifier et verser',
    fee: 'Frais',
    receives: () => 'Le destinataire reçoit',
    payButton: (amount) => `Verser ${amount}`,
    signing: (wallet) => `Confirmez le versement dans ${wallet}`,
    preparing: 'Dernière vérification du versement',
    broadcasting: 'Envoi de votre versement',
    confirming: 'Versement envoyé, en attente du réseau',
    settling: () => 'Confirmé, enregistrement en cours',
    canClose: 'Vous pouvez fermer cette page. Votre versement se poursuit sans elle.',
    keepOpen: 'Gardez cette page ouverte jusqu’à l’envoi du versement.',
    progressTitle: 'Suivi du versement',
    steps: {
      pay: ({ amount }) => `Verser ${amount}`,
      settle: () => 'Enregistré',
    },
    succeededTitle: 'Versement effectué',
    succeededText: () => 'L’argent est parvenu à toutes les personnes indiquées ici.',
    overpaid: (amount) => `Trop-versé de ${amount}. Demandez aux destinataires de le renvoyer.`,
    receiptTitle: 'Reçu de versement',
    paidTo: 'Versé à',
    failedTitle: 'Versement non effectué',
    errors: {
      calldata_mismatch: {
        title: 'Ce versement a été arrêté pour votre sécurité',
        action:
          'La transaction n’aurait pas payé ce qui est affiché ici ; votre portefeuille n’a donc pas été sollicité. Prévenez l’auteur du lien.',
      },
      destination_mismatch: {
        title: 'Ce versement a été arrêté pour votre sécurité',
        action:
          'Il serait allé à un autre destinataire que celui indiqué par cette page. Prévenez l’auteur du lien.',
      },
      unsupported_network: {
        title: 'Ce réseau n’est pas pris en charge ici',
        action: 'Demandez à l’auteur du lien un versement sur un autre réseau.',
      },
      invalid_response: {
        title: 'Le service de paiement a donné une réponse que nous ne comprenons pas',
        action: 'Réessayez. Si cela se reproduit, prévenez l’auteur du lien.',
      },
    },
    notes: {
      paid_twice: () =>
        'Le versement a été envoyé une seconde fois. Demandez aux destinataires de renvoyer cet argent.',
    },
  },
  accepted: {
    balance: (balance, worth) => `Solde : ${balance}, soit ${worth}`,
    nothing: 'Le solde de ce portefeuille ne suffit dans aucune de ces devises.',
    others: (count) => `Solde insuffisant dans ce portefeuille (${count})`,
    search: 'Rechercher une devise ou un réseau',
    noMatch: (query) => `Aucune devise ne correspond à « ${query} ».`,
    otherWallet: (list) => `Avec un autre portefeuille, vous pouvez aussi payer en ${list}.`,
    more: (count) => `Autres devises (${count})`,
    otherTokens: 'Payer avec un autre jeton',
    noOtherToken: 'Aucun autre jeton de ce portefeuille ne suffit pour ce paiement.',
  },
  quoted: {
    rate: 'Taux',
    roundedUp: (worth, paid) => `${worth}, arrondi vers le haut à ${paid}`,
    sources: 'Prix selon',
    priceFor: (time) => `Ce prix est encore valable ${time}.`,
    priceEnded: 'Ce prix a expiré. Rien n’a été débité.',
    newPrice: 'Obtenir un nouveau prix',
  },
  bridge: {
    needed: (amount) => `Vous payez ${amount}`,
    bridgeFee: 'Frais de bridge',
    feeOf: (amount) => `frais ${amount}`,
    noFee: 'sans frais de bridge',
    overBridge: 'Par un bridge',
    minutes: (count) => `environ ${count}\u00a0min`,
    seconds: (count) => `environ ${count}\u00a0s`,
    silent: (chains) =>
      `Pas de réponse de ${chains} ; des moyens de payer depuis là peuvent manquer. Actualisez pour chercher à nouveau.`,
    slow: (chains) =>
      `Un paiement depuis ${chains} arriverait après l’expiration de ce prix ; il n’est donc pas proposé.`,
    from: 'De',
    to: 'Vers',
    leaves: 'Quitte votre portefeuille',
    arrival: 'Arrive dans',
    unknownTime: 'inconnu',
    priceFor: (seconds) => `Ce prix est valable encore ${seconds}\u00a0s.`,
    verifiedTitle: 'Vérifié sur cet appareil.',
    carried: (network) => `Vous signez aussi le destinataire et le montant sur ${network}.`,
    notCarried: (network) =>
      `Le paiement sur ${network} n’a pas pu être vérifié sur cet appareil : vous ne le signez pas. Seule la parole du bridge en répond.`,
    limited: (amount) =>
      `Pas plus de ${amount} ne peuvent quitter votre portefeuille, vers le contrat de bridge connu.`,
    pay: (amount, network) => `Payer ${amount} sur ${network}`,
    approveHint: 'Cela permet au contrat du bridge de prélever exactement ce montant, et pas plus.',
    sentOn: (amount, network) => `${amount} envoyés sur ${network}`,
    sent: (network) => `Paiement envoyé, en attente de ${network}`,
    bridging: (network) => `Votre argent est en route vers ${network}`,
    elsewhere: (source, destination) =>
      `Un paiement depuis ${source} est en route vers ${destination}`,
    elsewhereText:
      'Il a été envoyé depuis un autre appareil, onglet ou portefeuille. Cette page le suit ; il n’y a rien à payer ici pour l’instant.',
    arrived: (network) => `Arrivé sur ${network}, confirmation en cours`,
    confirmedOn: (network) => `Confirmé sur ${network}`,
    delivered: (network) => `Livré sur ${network}`,
    canClose:
      'Vous pouvez fermer cette page et revenir à tout moment. Le paiement se poursuit sans elle.',
    unansweredTitle: 'Le bridge n’a pas répondu depuis un jour',
    unansweredText: (network) =>
      `Votre argent a quitté votre portefeuille et n’a pas été vu sur ${network}. Il comptera dès son arrivée. Ne payez pas de nouveau : montrez la transaction au marchand ou au bridge.`,
    errors: {
      bridge_refunded: {
        title: 'Le bridge vous a renvoyé votre argent',
        action:
          'Il est dans votre portefeuille, sur le réseau depuis lequel vous avez payé, moins les frais de réseau. Vous pouvez payer à nouveau.',
      },
      bridge_failed: {
        title: 'Le bridge n’a pas pu livrer votre paiement',
        action:
          'L’argent est encore chez le bridge. Ne payez pas de nouveau avant que le marchand ou le bridge ait examiné la transaction.',
      },
      bridge_not_counted: {
        title: 'Autre chose est arrivé que ce qui était demandé',
        action:
          'Cela ne compte pas comme ce paiement. Montrez la transaction au marchand, qui peut la retrouver.',
      },
    },
    bridgePage: 'Voir sur le bridge',
  },
  tron: {
    noWalletTitle: 'Aucun portefeuille Tron dans ce navigateur',
    noWalletText:
      'Ce paiement se fait sur Tron. Installez un portefeuille pour Tron, comme TronLink, ou ouvrez ce paiement dans le navigateur de son application sur votre téléphone.',
    otherWallets: 'Autres portefeuilles pour Tron',
    fee: (amount) => `environ ${amount}`,
    feeCovered: 'couverts par votre énergie et votre bande passante',
    feeUnknown: 'en TRX, prélevés par le réseau',
    energy: (needed, available) => `${needed} d’énergie nécessaires, vous avez ${available}`,
    bandwidth: (needed, available) =>
      `${needed} de bande passante nécessaires, vous avez ${available}`,
    balance: (amount) => `Vous avez ${amount}`,
    missingTitle: 'Pas assez de TRX pour les frais de réseau.',
    missing: (required, balance, lacking) =>
      `Tron demande environ ${required} pour ce paiement, et ce compte a ${balance}. Envoyez-y au moins ${lacking}, puis vérifiez à nouveau.`,
    checkAgain: 'Vérifier à nouveau',
    resources: 'Énergie et bande passante',
    allowing: (symbol, wallet) => `Autorisez ${symbol} dans ${wallet}`,
    allowingMined: (symbol) => `Autorisation de ${symbol}`,
    allow: (symbol) => `Autoriser ${symbol}`,
    allowHint: (symbol) =>
      `Cela permet au contrat de paiement connu de prélever ${symbol} pour les paiements que vous signez, sans limite, afin que vous ne payiez qu’une fois les frais de Tron pour une autorisation.`,
    sending: 'Signé, en attente d’acceptation par Tron',
    keepOpen:
      'Gardez cette page ouverte : elle envoie le paiement jusqu’à ce que Tron l’ait. Si vous la fermez, revenez ici.',
    failing: 'En attente du dernier mot du réseau',
    canReturn: 'Vous pouvez fermer cette page et revenir voir comment cela s’est terminé.',
    spent: 'Frais de réseau dépensés',
    reverted: 'Le contrat a rejeté le paiement. Vérifiez votre solde et réessayez.',
    outOfEnergy:
      'Le paiement a épuisé l’énergie qui lui était permise. Réessayez, ou obtenez d’abord de l’énergie pour votre compte.',
    droppedSignature:
      'Votre portefeuille a signé avec un autre compte que celui que vous avez choisi. Choisissez le compte à nouveau, puis payez.',
    errors: {
      tron_dropped: {
        title: 'Tron n’a pas accepté le paiement à temps',
        action: 'Il ne peut plus être exécuté ; vous pouvez payer à nouveau sans risque.',
      },
    },
    notes: {
      tron_other_bytes: () =>
        'Votre portefeuille a signé autre chose que ce paiement ; il n’a donc pas été envoyé. Rien n’a été débité. Utilisez un autre portefeuille.',
      tron_too_late: () =>
        'Le réseau n’accepte plus ce que vous avez signé, car quelques minutes se sont écoulées. Rien n’a été débité. Payez à nouveau.',
      tron_earlier: (params) =>
        `Une tentative précédente pourrait encore être exécutée ${until(params)}. Pour ne pas payer deux fois, payez à nouveau après ce délai. Rien n’a été débité cette fois.`,
      tron_approval_dropped: () =>
        'Tron n’a pas accepté l’autorisation à temps. Rien n’a été débité. Réessayez.',
      tron_not_taken: (params) =>
        `Tron n’a pas encore accepté le paiement. Nous continuons à l’envoyer ${until(params)}. S’il n’est pas accepté d’ici là, rien n’est débité.`,
      tron_busy: (params) =>
        `Les nœuds de Tron sont occupés. Nous continuons à envoyer le paiement ${until(params)}. S’il n’est pas accepté d’ici là, rien n’est débité.`,
      tron_no_resources: (params) =>
        `Tron n’accepte pas le paiement, car ce compte a trop peu de TRX ou de bande passante. Si vous y envoyez des TRX, le paiement se poursuit. Nous continuons d’essayer ${until(params)} ; sinon, rien n’est débité.`,
      tron_failing: () =>
        'Tron n’a pas pu exécuter le paiement. Nous attendons que ce soit définitif, environ une minute. Ne payez pas de nouveau avant.',
    },
  },
  wallets: {
    phoneTitle: 'Payez avec votre téléphone',
    phoneText:
      'Scannez le code avec votre téléphone pour y payer. Cette page se mettra à jour d’elle-même.',
    phoneOnlyText:
      'Il n’y a pas de portefeuille dans ce navigateur. Scannez le code avec votre téléphone pour y payer : cette page se mettra à jour d’elle-même.',
    scan: 'Scanner',
    walletConnect: 'WalletConnect',
    ways: 'Moyens de joindre votre portefeuille',
    qrOfPage: 'Code QR de la page de ce paiement, à ouvrir sur votre téléphone',
    qrOfWallet: 'Code QR qui connecte un portefeuille par WalletConnect',
    waitingForPhone: 'En attente du paiement',
    waitingForWallet: 'En attente de votre portefeuille',
    connectText:
      'Scannez le code avec un portefeuille compatible WalletConnect. Vous y confirmez le paiement.',
    connectHereText:
      'Ouvrez une application de portefeuille compatible WalletConnect. Vous y confirmez le paiement.',
    openWallet: 'Ouvrir l’application de portefeuille',
    opening: 'Préparation du code',
    copyPage: 'Copier le lien de paiement',
    copyCode: 'Copier le lien de connexion',
    expiredTitle: 'Le code a expiré',
    expiredText: 'Les codes sont valables cinq minutes. Rien n’a été débité.',
    declinedTitle: 'Votre portefeuille a refusé',
    declinedText:
      'Rien n’a été débité. Vous pouvez vous reconnecter ou choisir un autre portefeuille.',
    unreachableTitle: 'WalletConnect est injoignable',
    unreachableText: 'Rien n’a été débité. Réessayez dans un instant, ou payez autrement.',
    tryAgain: 'Réessayer',
    mobileTitle: 'Choisissez votre application de portefeuille',
    mobileText:
      'Vous payez dans le navigateur de l’application. Cette page se met à jour à votre retour.',
    notOpened: (wallet) => `${wallet} ne s’est pas ouvert ?`,
    notOpenedText:
      'Installez l’application, ou copiez le lien de paiement dans le navigateur de votre application de portefeuille.',
    getWallet: 'Obtenir un portefeuille',
    search: 'Rechercher un portefeuille',
    noMatch: (query) => `Aucun portefeuille ne correspond à « ${query} ».`,
    install: (wallet) => `Installer ${wallet}`,
  },
  permit: {
    prompts:
      'Votre portefeuille demande une signature, puis le paiement : la signature est sans frais de réseau.',
    signature:
      'Votre portefeuille demande une signature. Avec elle, le service ne peut envoyer que ce paiement précis.',
    noFee: 'Aucuns frais de réseau',
  },
}

const until = ({ time }: MessageParams): string =>
  time ? `jusqu’à ${time}` : 'encore quelques minutes'
