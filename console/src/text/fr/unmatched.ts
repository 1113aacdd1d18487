import type { Text } from '../text.ts'

/** The French sentences for the unmatched payments screen; part of {@link fr}. */
export const unmatched: Text['unmatched'] = {
  title: 'Paiements non rapprochés',
  lead: 'Argent sur la blockchain qui ne correspond à aucune de vos demandes : mauvais jeton, mauvais réseau ou référence inconnue.',
  refresh: 'Actualiser',
  search: 'Trouver un paiement',
  searchHint: 'Un hash, un ID de demande, une référence de paiement ou votre propre référence.',
  find: 'Rechercher',
  clear: 'Effacer la recherche',
  scope: 'Afficher',
  scopes: { notable: 'Significatifs', all: 'Tous, y compris la poussière' },
  scopeHint:
    'La poussière vaut moins de 0,10 $, est dans un jeton que ce service ne répertorie pas, ou est allée à un portefeuille qui n’est pas le vôtre. Une recherche trouve toujours la poussière.',
  empty: 'Aucun paiement non rapproché',
  emptyText: 'Les paiements qui ne correspondent à aucune demande apparaissent ici, avec le motif.',
  emptySearch: 'Aucun paiement non rapproché trouvé',
  emptySearchText:
    'Les paiements imputés à une demande ne figurent pas ici. Vérifiez votre saisie.',
  more: 'Plus de paiements',
  unlisted: 'Jeton non répertorié',
  worth: (amount) => `Valeur de ${amount}`,
  dust: 'Poussière',
  claimed: 'Imputé à une demande',
  transaction: (hash) => `Transaction ${hash}`,
  from: 'Envoyé par',
  to: 'Arrivé sur',
  paymentReference: 'Référence de paiement',
  token: 'Contrat du jeton',
  units: 'Unités de base',
  request: 'Demande',
  claimedFor: 'Imputé à',
  reference: (reference) => `Votre référence : ${reference}`,
  claim: 'Imputer à une demande',
  claimTitle: (amount) => `Imputer ${amount} à une demande`,
  claimText:
    'Après la restauration de la base de données depuis une sauvegarde, recréez la demande perdue et saisissez son ID. Le bénéficiaire, le jeton, les frais et le montant doivent correspondre exactement au paiement, et la demande ne doit pas être payée. Le service relit le paiement sur la blockchain.',
  requestId: 'ID de la demande',
  requestIdHint: '66 lettres et chiffres, commençant par 01.',
  requestIdInvalid: 'Saisissez un ID de demande : 66 lettres et chiffres, commençant par 01.',
  claimConfirm: 'Imputer',
  claimDone: 'Le paiement est désormais imputé à la demande.',
  reasons: {
    unknown_reference: {
      label: 'Référence inconnue',
      text: 'Aucune demande n’a cette référence. Une restauration a peut-être fait perdre la demande : recréez-la, puis imputez-lui le paiement.',
    },
    wrong_token: {
      label: 'Autre jeton',
      text: 'Le payeur a envoyé un autre jeton que celui exigé par la demande. Convenez avec lui d’un remboursement ou d’un échange.',
    },
    wrong_network: {
      label: 'Autre réseau',
      text: 'Le payeur a payé sur un autre réseau que celui exigé par la demande. Convenez avec lui d’un remboursement.',
    },
    wrong_payee: {
      label: 'Autre bénéficiaire',
      text: 'L’argent est allé à un autre portefeuille que celui indiqué par la demande. Vérifiez si ce portefeuille est le vôtre.',
    },
    wrong_contract: {
      label: 'Autre contrat',
      text: 'Le paiement est passé par un autre contrat que celui exigé par la demande. Réglez la question avec le payeur.',
    },
    nothing_arrived: {
      label: 'Rien n’est arrivé',
      text: 'L’événement du paiement annonce un montant, mais aucun argent n’est parvenu au bénéficiaire. N’honorez pas la commande.',
    },
    request_swept: {
      label: 'Demande supprimée',
      text: 'La demande est restée longtemps impayée et a été supprimée. Convenez avec le payeur d’un remboursement ou de la commande.',
    },
    no_rate: {
      label: 'Pas de taux',
      text: 'La blockchain n’avait pas de taux pour les devises du paiement. Réglez la question avec le payeur.',
    },
    rate_too_old: {
      label: 'Taux trop ancien',
      text: 'Le taux du paiement était plus ancien que ce que la demande permet. Réglez la question avec le payeur.',
    },
    worth_nothing: {
      label: 'Sans valeur',
      text: 'Le montant est arrondi à zéro dans la devise de la demande.',
    },
    receipt_unreadable: {
      label: 'Reçu indisponible',
      text: 'Aucun nœud de ce service n’a renvoyé le reçu. L’opérateur peut analyser à nouveau le bloc.',
    },
    rate_unreadable: {
      label: 'Taux indisponible',
      text: 'Aucun nœud de ce service n’a renvoyé le taux du paiement. L’opérateur peut analyser à nouveau le bloc.',
    },
  },
  otherReason: (reason) => ({
    label: 'Ne correspond pas',
    text: `Il ne correspond pas à la demande (${reason}). Réglez la question avec le payeur.`,
  }),
}
