import type { MessageParams } from './enFlow.ts'
import type { MoreText } from './text.ts'

/** French: the sentences that most payments never need. */
export const frMore: MoreText = {
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
    from: 'De',
    to: 'Vers',
    leaves: 'Quitte votre portefeuille',
    arrival: 'Arrive dans',
    unknownTime: 'inconnu',
    priceFor: (seconds) => `Ce prix est valable encore ${seconds}\u00a0s.`,
    priceEnded:
      'Ce prix n’est plus valable. Quand vous paierez, vous en recevrez un nouveau ; s’il diffère, nous vous demanderons d’abord.',
    verifiedTitle: 'Vérifié sur cet appareil.',
    verifiedText: (amount, network) =>
      `Pas plus de ${amount} ne peuvent quitter votre portefeuille, vers le contrat de bridge connu, et le paiement sur ${network} figure dans ce que vous signez.`,
    notCarried: (network) =>
      `Ce qui se passe sur ${network} n’a pas pu être vérifié ici : cela ne figure pas dans ce que vous signez. Seule la parole du bridge en répond.`,
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
    getWallet: 'Obtenir TronLink',
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
    mobileText: 'Le paiement s’ouvre dans le navigateur de l’application.',
    notOpened: (wallet) => `${wallet} ne s’est pas ouvert ?`,
    notOpenedText:
      'Installez l’application, ou copiez le lien de paiement dans le navigateur de votre application de portefeuille.',
    install: (wallet) => `Installer ${wallet}`,
  },
  permit: {
    prompts:
      'Votre portefeuille demande une signature, puis le paiement : la signature est sans frais de réseau.',
  },
}

const until = ({ time }: MessageParams): string =>
  time ? `jusqu’à ${time}` : 'encore quelques minutes'
