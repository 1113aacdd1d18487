import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('fr')

/** The French sentences for the payout screens; part of {@link fr}. */
export const payouts: Text['payouts'] = {
  title: 'Versements',
  lead: 'Effectuez des versements depuis votre propre portefeuille : un par un, depuis un fichier ou de façon récurrente.',
  tabs: {
    label: 'Types de versements',
    byHand: 'Manuels',
    file: 'Depuis un fichier',
    schedules: 'Récurrents',
    list: 'Tous',
    combined: 'Regroupés',
  },
  home: {
    unpaid: (count, written) =>
      plural(
        count,
        '1 lien de versement attend d’être payé',
        `${written} liens de versement attendent d’être payés`,
      ),
    unpaidText: 'L’argent n’a pas encore été envoyé. Ouvrez un lien pour le payer ou l’annuler.',
  },
  list: {
    title: 'Tous les versements',
    lead: 'Chaque versement, issu d’un lien, d’un lot, de l’API ou d’une planification : qui a reçu quoi, quand et dans quelle transaction.',
    table: 'Versements, du plus récent au plus ancien',
    filter: 'Statut',
    all: 'Tous',
    recipient: 'Destinataire',
    created: 'Créé',
    transaction: 'Transaction',
    noTransaction: 'Aucune pour le moment',
    open: (name) => `Ouvrir le versement à ${name}`,
    more: 'Plus de versements',
    count: (count, written) => plural(count, '1 versement', `${written} versements`),
    empty: 'Pas encore de versement',
    emptyText:
      'Créez-en un à la main ou depuis un fichier. Vous le retrouverez ici dès qu’il existe.',
    emptyFilter: 'Aucun versement n’a ce statut.',
    status: {
      created: 'Non payé',
      processing: 'En cours de confirmation',
      partially_paid: 'Payé en partie',
      paid: 'Payé',
      failed: 'Échoué',
      refunded: 'Remboursé',
      invalidated: 'Annulé',
    },
  },
  form: 'Nouveau versement',
  formHint:
    'Rien n’est encore payé : vous obtenez un lien, et la personne qui l’ouvre paie depuis son portefeuille.',
  network: 'Réseau',
  networkHint:
    'Tous les versements d’un lien partent sur un seul réseau, en une seule transaction.',
  number: (number) => `Versement ${number}`,
  recipient: 'Destinataire',
  recipientHint:
    'Le portefeuille qui reçoit. Vérifiez-le deux fois : les paiements sont irréversibles.',
  recipientInvalid: (network) =>
    `Saisissez l’adresse complète d’un portefeuille sur ${network}. Si elle mêle majuscules et minuscules, la casse doit être exacte.`,
  recipientNobody: 'Cette adresse n’appartient à personne : l’argent qui y est envoyé est perdu.',
  recipientToken: (symbol) =>
    `Ceci est le contrat de ${symbol}, pas un portefeuille : l’argent qui y est envoyé est perdu.`,
  currency: 'Devise',
  currencyUnknown: (name, network) => `« ${name} » n’est pas une devise sur ${network}.`,
  currencyElsewhere: (name, its, network) =>
    `« ${name} » est sur ${its} ; ce lien paie sur ${network}.`,
  currencyAmbiguous: (name) =>
    `« ${name} » désigne plusieurs devises. Écrivez son identifiant, par exemple USDC-base.`,
  amount: 'Montant',
  reference: 'Référence',
  referenceHint: 'Par exemple un numéro de facture. Le webhook la contient aussi.',
  recipientId: 'Votre ID pour le destinataire',
  recipientIdHint: 'Par exemple un matricule de paie.',
  tooLong: '255 caractères au maximum.',
  add: 'Ajouter un destinataire',
  remove: 'Supprimer',
  full: (most) => `Un lien paie jusqu’à ${most} destinataires.`,
  create: (count) =>
    plural(count, 'Créer le lien de versement', `Créer un lien pour ${count} versements`),
  created: 'Lien de versement créé.',
  totals: 'Total',
  totalsWithout: (count, rows) => `Total, sans ${plural(count, 'la ligne', 'les lignes')} ${rows}`,
  recipients: (count) => plural(count, `à ${count} destinataire`, `en ${count} versements`),
  duplicates: 'Le même destinataire reçoit plusieurs fois le même montant',
  duplicatesText: 'Vérifiez que c’est voulu.',
  duplicate: (rows, amount) => `Lignes ${rows} : ${amount}`,
  noNetworks: 'Ce service n’a pas de réseau pour les versements.',
  file: {
    title: 'Versements depuis un fichier',
    lead: 'Payez toutes les personnes d’une feuille de calcul depuis votre propre portefeuille, avec un seul lien.',
    choose: 'Choisir un fichier CSV',
    drop: 'ou déposez-le ici',
    dropping: 'Déposez le fichier',
    hint: (most) =>
      `Jusqu’à ${most} lignes sur un seul réseau. Le fichier est lu dans cette page ; rien n’est envoyé avant votre vérification.`,
    template: 'Télécharger le modèle',
    other: 'Choisir un autre fichier',
    columns:
      'La première ligne nomme les colonnes : recipient, currency, amount et, en option, reference et recipient_id.',
    read: (name) => `« ${name} » a été lu.`,
    rows: (count) => plural(count, `${count} versement`, `${count} versements`),
    tooLarge: 'Ce fichier dépasse 1 Mo. Une liste de 200 versements est bien plus petite.',
    notText:
      'Ce fichier n’est pas du texte UTF-8. Enregistrez la feuille de calcul au format « CSV UTF-8 » et choisissez ce fichier.',
    empty:
      'Ce fichier ne contient aucun versement : il faut une première ligne de titres et, en dessous, une ligne par versement.',
    missing: (count, columns) =>
      plural(
        count,
        `La colonne ${columns} manque. La première ligne nomme les colonnes.`,
        `Les colonnes ${columns} manquent. La première ligne nomme les colonnes.`,
      ),
    twice: (column) => `La colonne « ${column} » apparaît deux fois.`,
    tooMany: (count, most) =>
      `Ce fichier contient ${count} versements ; un lien en paie jusqu’à ${most}. Scindez le fichier.`,
    longRow: (row) => `La ligne ${row} a plus de cellules que la première ligne n’a de titres.`,
    fault: {
      unclosed_quote: (row) => `Ligne ${row} : un guillemet (") est ouvert et jamais fermé.`,
      text_after_quote: (row) =>
        `Ligne ${row} : du texte suit une cellule entre guillemets. Doublez chaque guillemet qui fait partie du texte.`,
      quote_in_text: (row) =>
        `Ligne ${row} : un guillemet (") apparaît dans une cellule qui ne commence pas par un guillemet.`,
    },
    ignored: (titles) => `Non utilisé : ${titles}.`,
    wrong: (count) =>
      plural(
        count,
        `${count} cellule doit être corrigée`,
        `${count} cellules doivent être corrigées`,
      ),
    wrongText:
      'Corrigez-les dans la feuille de calcul et choisissez à nouveau le fichier. Rien n’a été envoyé.',
    cell: (row, column) => `Ligne ${row}, ${column}`,
    row: 'Ligne',
    preview: 'Ce qui sera payé',
    sheet: 'Lignes du fichier',
    fine: 'Toutes les lignes peuvent être payées.',
  },
  combined: {
    title: 'Liens regroupés',
    lead: 'Des liens qui paient plusieurs liens de versement ensemble, en une transaction.',
    kind: 'Type',
    kinds: {
      batch: 'Lot : les liens précédents prennent fin',
      multicall: 'Multicall : les liens précédents prennent fin, leurs jetons restent listés',
    },
    table: 'Liens regroupés, les plus récents d’abord',
    more: 'Plus de liens regroupés',
    empty: 'Aucun lien regroupé',
    emptyText:
      'Vos serveurs regroupent des liens de versement avec l’API. Ces liens apparaissent ici.',
    emptyFilter: 'Aucun lien regroupé n’a ce statut.',
    rest: (count) => plural(count, '1 autre destinataire', `${count} autres destinataires`),
  },
  made: {
    title: 'Liens de versement',
    forget: 'Oublier les noms dans ce navigateur',
    more: 'Plus de liens de versement',
    combined: 'Partie d’un versement groupé',
    openCombined: 'Ouvrir le versement groupé',
    to: (recipient) => `à ${recipient}`,
  },
  link: {
    cancelTitle: 'Annuler ce lien de versement ?',
    cancelText:
      'Le portefeuille payeur voit aussitôt qu’il est annulé et ne peut plus le payer. Cette action est irréversible.',
    cancelled: 'Lien de versement annulé.',
    title: 'Lien de versement',
    open: 'Ouvrir le lien de versement',
    back: 'Nouveau versement',
    status: {
      pending: 'Pas encore payé',
      completed: 'Payé',
      expired: 'Expiré',
      invalidated: 'Annulé',
    },
    confirming: 'Un paiement est en cours de confirmation.',
    payNow: 'Payer maintenant',
    payHint: 'Ouvre la page de paiement. Payez-y avec le portefeuille qui contient l’argent.',
    url: 'Lien',
    urlHint:
      'Envoyez-le au payeur. Toute personne qui a le lien peut voir ce qui est payé, et le payer.',
    created: 'Créé',
    expires: 'Payable jusqu’au',
    recipients: 'Destinataires',
    paidSoFar: 'Payé à ce jour',
    remembered:
      'Les versements de ce lien ne peuvent pas être lus pour le moment. La liste montre les saisies de ce navigateur ; la page de paiement montre les versements réels.',
    unread:
      'Les versements de ce lien ne peuvent pas être affichés pour le moment. La page de paiement les montre.',
    paid: 'Payé. Toutes les personnes de la liste ont reçu leur argent.',
    over: 'Ce lien ne peut plus être payé. Créez un nouveau lien.',
    refresh: 'Actualiser',
    transaction: 'Transaction',
  },
}
