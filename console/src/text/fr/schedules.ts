import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('fr')

/** The French sentences for the recurring payout screens; part of {@link fr}. */
export const schedules: Text['schedules'] = {
  title: 'Versements récurrents',
  one: 'Versement récurrent',
  lead: 'Une seule signature, et chaque paiement part à son échéance, jamais avant.',
  create: 'Nouveau versement récurrent',
  empty: 'Aucun versement récurrent pour le moment',
  emptyText:
    'Payez un salaire, un loyer ou un abonnement avec une seule signature pour tous les paiements.',
  emptyFilter: 'Aucun versement récurrent dans cet état.',
  filter: 'Afficher',
  all: 'Tous',
  more: 'Plus de versements récurrents',
  back: 'Tous les versements récurrents',
  status: {
    pending: 'Pas encore signé',
    active: 'Actif',
    paused: 'En pause',
    completed: 'Terminé',
    cancelled: 'Annulé',
  },
  frequency: {
    DAILY: 'Chaque jour',
    WEEKLY: 'Chaque semaine',
    MONTHLY: 'Chaque mois',
    YEARLY: 'Chaque année',
  },
  amountTo: (amount, payee) => `${amount} à ${payee}`,
  fromTo: (payer, payee) => `De ${payer} à ${payee}`,
  progress: (paid, all) => `${paid} sur ${all} ${plural(paid, 'payé', 'payés')}`,
  next: (day) => `Prochain le ${day}`,
  calendar: {
    title: 'Paiements à échéance',
    utc: 'Les jours sont comptés en UTC.',
    previous: 'Mois précédent',
    following: 'Mois suivant',
    today: 'Aujourd’hui',
    nothing: 'Aucune échéance ce jour-là.',
    nothingDue: 'aucune échéance',
    paid: 'Payé',
    due: 'À échéance',
    paused: 'En pause',
    count: (count) => plural(count, `${count} paiement`, `${count} paiements`),
    month: (total) => `À échéance ce mois-ci : ${total}.`,
    monthNone: 'Aucun autre paiement n’arrive à échéance ce mois-ci.',
    limited: (count) => `Parmi les ${count} versements récurrents les plus récents.`,
  },
  failure: {
    insufficient_balance: 'Le portefeuille du payeur ne contient pas assez de ce jeton.',
    insufficient_allowance: 'L’autorisation du payeur pour le contrat est trop faible.',
    permit_expired: 'Le mandat du payeur a expiré. Créez un nouveau versement récurrent.',
    permit_cancelled:
      'Le payeur a révoqué le mandat sur la blockchain. Créez un nouveau versement récurrent.',
    transfer_refused: 'Le contrat du jeton a rejeté le transfert.',
  },
  failures: (count) => plural(count, `${count} échec`, `${count} échecs`),
  pausedText:
    'Après trois échecs, le service cesse d’envoyer. Corrigez la cause et reprenez le versement récurrent : le service envoie alors les paiements manqués dans l’ordre.',
  unpause: 'Reprendre',
  unpaused: 'Versement récurrent repris.',
  cancel: 'Annuler le versement récurrent',
  keep: 'Conserver le versement récurrent',
  cancelTitle: 'Annuler ce versement récurrent ?',
  cancelText:
    'Plus aucun paiement ne sera envoyé. Cette action est irréversible. Un paiement déjà en route peut encore arriver.',
  cancelled: 'Versement récurrent annulé.',
  facts: {
    payer: 'Payeur',
    payee: 'Bénéficiaire',
    network: 'Réseau',
    progress: 'Paiements',
    start: 'Premier paiement',
    next: 'Prochain paiement',
    last: 'Dernier payé',
    paid: 'Payé à ce jour',
    open: 'Reste à payer',
    whole: 'Total',
    reference: 'Référence',
    id: 'ID',
    none: 'Aucun',
  },
  upcoming: 'À venir',
  upcomingNone: 'Plus aucun paiement ne sera envoyé.',
  upcomingPending: 'Le versement récurrent commence une fois signé.',
  upcomingMore: (count) => plural(count, `et ${count} autre`, `et ${count} autres`),
  onDate: (relative, date) => `${relative}, ${date}`,
  overdue: 'en retard, envoyé immédiatement',
  past: 'Paiements effectués',
  pastNone: 'Aucun pour le moment.',
  transaction: (hash) => `Transaction ${hash}`,
  form: {
    title: 'Nouveau versement récurrent',
    lead: 'Votre portefeuille vous sollicitera deux fois : pour autoriser le contrat à dépenser le jeton, et pour signer le mandat. Signer est gratuit.',
    payer: 'Payer depuis',
    payerHint:
      'Choisissez le portefeuille qui paie. Pour l’instant, la page ne lit que son adresse.',
    payerChosen: 'Paie depuis ce portefeuille.',
    payerOther: 'Utiliser un autre portefeuille',
    payerNeeded: 'Choisissez d’abord le portefeuille qui paie.',
    noWalletsHint:
      'Installez une extension de portefeuille, ou ouvrez cette page dans une application de portefeuille.',
    payeeIsPayer: 'C’est le portefeuille qui paie : il ne peut pas se payer lui-même.',
    amountEach: 'Montant de chaque paiement',
    frequency: 'Fréquence',
    start: 'Premier paiement le',
    startHint: 'En UTC. Aujourd’hui signifie immédiatement.',
    startInvalid: 'Choisissez aujourd’hui ou un jour ultérieur.',
    startFar: 'Au plus 10 ans à l’avance.',
    count: 'Nombre de paiements',
    countHint: 'De 2 à 255. Le dernier met fin au versement récurrent.',
    countInvalid:
      'Saisissez un nombre entier de 2 à 255. Un mandat ne peut pas couvrir plus de paiements.',
    create: 'Continuer vers la signature',
    noTokens: 'Ce réseau n’a pas de jeton pour les versements récurrents.',
    created: 'Versement récurrent créé. Il commence une fois signé.',
    unavailable: {
      no_relayer:
        'Ce service ne peut pas encore envoyer de paiements récurrents : il n’a pas de clé de relayeur.',
      no_contract: 'Il n’y a pas de contrat pour les paiements récurrents sur ce réseau.',
      relayer_not_allowed:
        'Sur ce réseau, le contrat n’autorise pas ce service à envoyer des paiements.',
      merchant_not_allowed:
        'L’opérateur de ce service ne paie pas le gas de vos paiements. Demandez-lui de l’autoriser.',
      worth_unknown:
        'Sur ce réseau, le service ne peut pas comparer le coût en gas d’un paiement à sa valeur.',
    },
    payerIsContract:
      'Ce portefeuille est un contrat (un Safe, par exemple). Le contrat de paiement ne vérifie que les signatures simples : utilisez un portefeuille ordinaire.',
  },
  sign: {
    title: 'Signez pour commencer',
    text: (amount, count) =>
      `Vous n’autorisez que ${plural(count, `${count} paiement`, `${count} paiements`)} de ${amount}, aucun avant son échéance, à :`,
    steps: {
      created: 'Créé',
      approve: 'Autoriser le contrat à dépenser le jeton',
      sign: 'Signer le mandat',
      activate: 'Actif',
    },
    approveUpTo: (amount) =>
      `Jusqu’à ${amount}. Votre portefeuille paie pour cela des frais de réseau.`,
    approveExisting: (amount) =>
      `Cela comprend ${amount} pour d’autres versements récurrents de ce portefeuille.`,
    approveNone: 'Déjà autorisé.',
    signText: 'Signer est gratuit et ne déplace pas encore d’argent.',
    begin: (wallet) => `Continuer dans ${wallet}`,
    choose: 'Continuer avec le portefeuille du payeur',
    chooseText: (payer) =>
      `Ce versement récurrent est payé par ${payer}. Choisissez ce portefeuille.`,
    asked: (wallet) => `Confirmez dans ${wallet}`,
    waiting: 'En attente de la confirmation du réseau',
    activating: 'Transmission de la signature…',
    active: 'Le versement récurrent est actif.',
    otherPayer: (address, payer) =>
      `Ce portefeuille est ${address}, mais le versement récurrent est payé par ${payer}. Choisissez ce compte dans le portefeuille.`,
    rejected:
      'Vous avez refusé dans votre portefeuille. Rien n’a été signé ; vous pouvez continuer ici à tout moment.',
    chainUnknown: (network) =>
      `Votre portefeuille ne connaît pas ${network}. Ajoutez-y ce réseau et réessayez.`,
    reverted: 'Le réseau a rejeté l’autorisation. Réessayez.',
    tooLow: (amount) =>
      `Votre portefeuille a autorisé moins de ${amount}. Autorisez le montant complet, sans modifier le chiffre.`,
    unconfirmed:
      'Le réseau n’a pas encore confirmé l’autorisation. Continuez ici dès que ce sera fait ; rien n’est perdu.',
    lie: (what) =>
      `Le service demande une signature pour autre chose que ce que vous avez accepté (${what}). Rien n’a été signé. Ne poursuivez pas ce versement récurrent.`,
    lies: {
      shape: 'contenu illisible',
      chain: 'le réseau',
      contract: 'le contrat',
      payer: 'le payeur',
      token: 'le jeton',
      payee: 'le bénéficiaire',
      amount: 'le montant',
      fee: 'des frais non convenus',
      count: 'le nombre de paiements',
      calendar: 'les dates',
      deadline: 'la durée de validité',
      order: 'l’ordre',
      approval: 'l’autorisation',
    },
    lieShown: (what) =>
      `Le service demande une signature pour autre chose que ce que cet écran affiche (${what}). Rien n’a été signé. Ne poursuivez pas ce versement récurrent.`,
    elsewhere:
      'Ce versement récurrent a été créé ailleurs. Comparez le destinataire, le montant et les dates avec ce que vous avez convenu : c’est exactement ce que vous signez.',
    hasFee:
      'Ce versement récurrent comporte des frais en sus de chaque paiement, qui ne peuvent pas être signés ici. Rien n’a été signé : signez-le là où il a été créé, ou recréez-le ici sans frais.',
    unknown:
      'Le réseau ne peut pas être lu pour le moment : l’autorisation actuelle est donc inconnue. Rien n’est perdu : réessayez dans un instant.',
    over: 'Ce versement récurrent ne peut plus être signé : son mandat a expiré. Vous pouvez l’annuler et le recréer.',
    anew: 'Le recréer',
  },
  allowance: {
    title: 'Révoquer l’autorisation restante',
    text: (payer) =>
      `Le service n’envoie plus aucun paiement. Le payeur (${payer}) peut aussi réduire l’autorisation du contrat sur la blockchain :`,
    lower: (amount) => `Réduire l’autorisation à ${amount}`,
    lowerToNone: 'Réduire l’autorisation à 0',
    revoke: 'Révoquer le mandat sur la blockchain, afin que personne ne puisse plus l’utiliser',
    each: 'Chacune de ces actions est une transaction avec des frais de réseau.',
    sent: 'Autorisation révoquée.',
    later:
      'Plus aucun paiement n’est envoyé. Le payeur peut réduire l’autorisation restante dans son portefeuille.',
    unknown:
      'Plus aucun paiement n’est envoyé. Le réseau ne peut pas être lu pour le moment ; cette page affichera l’autorisation restante dès que possible.',
    lie: 'Le service a renvoyé des transactions qui font autre chose. Rien n’a été envoyé : réduisez vous-même l’autorisation dans votre portefeuille.',
    step: (number, all) => `Transaction ${number} sur ${all}`,
    reverted: 'Le réseau a rejeté cette transaction.',
  },
}
