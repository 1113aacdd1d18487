import type { Text } from '../text.ts'

/** The French sentences about roles and scopes; part of {@link fr}. */
export const rights: Text['rights'] = {
  roles: {
    owner: 'Propriétaire',
    admin: 'Administrateur',
    finance: 'Finance',
    developer: 'Développeur',
    'read-only': 'Lecture seule',
  },
  roleHints: {
    owner: 'Tout, et nomme d’autres propriétaires.',
    admin: 'Tout, sauf modifier les propriétaires.',
    finance: 'Paiements, liens, versements et remboursements. Aucun réglage.',
    developer: 'Paiements, liens et réglages tels que clés API et webhooks. N’envoie pas d’argent.',
    'read-only': 'Voit tout, ne modifie rien.',
  },
  scopes: {
    read: 'Lecture',
    create: 'Création',
    payouts: 'Versements',
    refunds: 'Remboursements',
    manage: 'Gestion',
    team: 'Équipe',
  },
  scopeHints: {
    read: 'Paiements, demandes, liens et payeurs.',
    create: 'Demandes et liens de paiement, et leur annulation.',
    payouts: 'Envoie de l’argent : versements, versements récurrents et comptes bancaires.',
    refunds: 'Renvoie des paiements.',
    manage: 'Webhooks, ID client, domaines, image de marque et destinations.',
    team: 'Invite, modifie et retire des membres.',
  },
  missing: (scope) =>
    `Votre rôle n’a pas le droit « ${scope} ». Adressez-vous à un propriétaire ou à un administrateur de ce compte.`,
}
