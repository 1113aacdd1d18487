import type { Text } from '../text.ts'

/** The French sentences for the screens about payers and their transfers to bank accounts; part of {@link fr}. */
export const payers: Text['payers'] = {
  title: 'Payeurs des versements bancaires',
  lead: 'Les payeurs dont les paiements crypto vont à un compte bancaire, avec le statut de leurs vérifications et leurs comptes.',
  tabs: {
    label: 'Versements bancaires',
    payers: 'Payeurs',
    offramps: 'Virements',
  },
  refresh: 'Actualiser',
  more: 'Plus de payeurs',
  empty: 'Aucun payeur pour le moment',
  emptyText:
    'Créez un payeur avec l’API. La vérification d’identité et l’accord suivent, puis un compte bancaire.',
  toReference: 'Voir la référence de l’API',
  by: (provider) => `Vérifié par ${provider}`,
  erasedName: 'Payeur effacé',
  mayPay: 'Peut payer',
  mayNotPay: 'Ne peut pas encore payer',
  refused: 'Ne peut pas payer',
  erased: 'Effacé',
  identity: 'Vérification d’identité',
  agreement: 'Accord',
  kyc: {
    not_started: 'Non commencée',
    initiated: 'Commencée',
    pending: 'En cours',
    approved: 'Approuvée',
    rejected: 'Rejetée',
    failed: 'Échouée',
  },
  agreements: {
    not_started: 'Non commencé',
    pending: 'À signer',
    completed: 'Signé',
    rejected: 'Refusé',
    failed: 'Échoué',
  },
  advice: {
    kycOpen: 'Présentez au payeur la page de vérification d’identité.',
    kycPending: 'Le prestataire procède à la vérification. Vous n’avez rien à faire.',
    kycRejected: 'Le prestataire a rejeté définitivement ce payeur.',
    kycFailed:
      'La vérification a échoué pour une raison technique. Transmettez à nouveau les mêmes informations pour la relancer.',
    agreementOpen: 'Présentez au payeur la page de l’accord.',
    agreementRejected: 'Le payeur a refusé l’accord et peut encore le signer.',
    agreementFailed:
      'La signature a échoué pour une raison technique. Présentez à nouveau au payeur la page de l’accord.',
    noAccount: 'Enregistrez un compte bancaire pour les paiements de ce payeur.',
    erased: 'Les données personnelles et les comptes bancaires de ce payeur ont été effacés.',
  },
  accounts: 'Comptes bancaires',
  accountOf: (bank, name) => `${bank}, ${name}`,
  number: (last) => `Compte se terminant par ${last}`,
  routing: (last) => `Code de routage se terminant par ${last}`,
  rails: { local: 'Virement local', swift: 'SWIFT', wire: 'Virement wire' },
  accountStatus: {
    pending: 'En cours de vérification',
    approved: 'Approuvé',
    failed: 'Refusé',
  },
  accountFailed: 'La banque a rejeté ce compte. Enregistrez le bon compte.',
  reason: (reason) => `Motif : ${reason}`,
  offramps: {
    title: 'Virements vers des comptes bancaires',
    lead: 'Paiements arrivés sur la blockchain et en route vers un compte bancaire.',
    one: 'Virement vers un compte bancaire',
    back: 'Tous les virements',
    follow: 'Suivre jusqu’à la banque',
    empty: 'Aucun paiement en route vers une banque',
    emptyText:
      'Quand un payeur paie sur la blockchain une demande crypto vers monnaie fiat, vous pouvez suivre l’argent ici.',
    emptyOne: 'Aucun argent de cette demande n’est en route vers une banque',
    emptyOneText: 'Elle n’est pas entièrement payée, ou son argent ne va pas à un compte bancaire.',
    more: 'Plus de virements',
    noPayer: 'En attente d’un payeur',
    erasedPayer: 'Le payeur a été effacé',
    steps: 'Ce qui s’est passé',
    next: 'Que faire',
    payer: 'Payeur',
    account: 'Compte bancaire',
    provider: 'Prestataire',
    network: 'Payé sur',
    transaction: 'Transaction',
    request: 'ID de la demande',
    id: 'Référence',
    live: 'Cette page se met à jour automatiquement.',
    status: {
      created: 'Confirmé sur la blockchain',
      initiated: 'Transmis au prestataire',
      pending_internal_assessment: 'En cours d’évaluation',
      ongoing_checks: 'En cours de vérification',
      sending_fiat: 'Envoi à la banque en cours',
      fiat_sent: 'Envoyé à la banque',
      bounced: 'Renvoyé par la banque',
      retry_required: 'À envoyer à nouveau',
      delivered: 'Arrivé sur le compte bancaire',
      failed: 'Échoué',
      returned: 'Restitué',
    },
    advice: {
      created: 'Rien à faire : le prestataire prend le relais dans un instant.',
      initiated:
        'Rien à faire : le prestataire s’en occupe. Les banques mettent de quelques minutes à quelques jours.',
      pending_internal_assessment:
        'Rien à faire : le prestataire évalue le paiement avant d’envoyer l’argent à la banque.',
      ongoing_checks:
        'Rien à faire : le prestataire vérifie le paiement. Il peut demander des documents au payeur.',
      sending_fiat: 'Rien à faire : le prestataire est en train d’envoyer l’argent à la banque.',
      fiat_sent:
        'Rien à faire : l’argent est à la banque. Le paiement sera considéré comme effectué une fois l’argent arrivé.',
      bounced:
        'Demandez au payeur si le compte bancaire est le bon. Le prestataire envoie à nouveau l’argent, ou le restitue.',
      retry_required:
        'Rien à faire pour l’instant : le prestataire l’envoie à nouveau. Si cela persiste, contactez le prestataire en indiquant la référence.',
      delivered: 'L’argent est arrivé. Honorez la commande.',
      failed:
        'L’argent n’est pas parvenu à la banque. Contactez le prestataire en indiquant la référence, pour convenir de ce que devient l’argent ; demandez ensuite à nouveau le paiement.',
      returned:
        'La banque a rejeté définitivement ce compte. Contactez le prestataire en indiquant la référence, pour convenir de ce que devient l’argent ; demandez ensuite à nouveau le paiement avec un autre compte.',
    },
    adviceNoPayer:
      'Demandez à nouveau les calldata du paiement avec le clientUserId et le paymentDetailsId d’un payeur approuvé : l’argent sera alors envoyé à ce compte.',
  },
}
