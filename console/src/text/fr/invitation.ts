import type { Text } from '../text.ts'

/** The French sentences about inviting another merchant. */
export const invitation: Text['invitation'] = {
  merchant: {
    title: 'Inviter un marchand',
    lead: 'Ici, les nouveaux marchands ont besoin d’une invitation. Un lien ouvre un compte marchand distinct. Il fonctionne une seule fois, sous trois jours, et ne donne aucun accès au vôtre.',
    create: 'Créer un lien',
  },
  member: {
    title: 'Inviter un membre',
    lead: 'Un lien ajoute un portefeuille ou une adresse e-mail à ce compte, avec un rôle. Il fonctionne une seule fois, sous trois jours.',
    create: 'Créer un lien d’invitation',
  },
  guest: 'Réservé à',
  guestHint:
    'Une adresse e-mail ou un portefeuille, qui seul peut utiliser le lien. Sans cela, toute personne qui a le lien peut l’utiliser : ne l’envoyez qu’à cette personne.',
  guestInvalid:
    'Saisissez une adresse e-mail telle que ana@example.com, ou l’adresse d’un portefeuille.',
  isFor: (address) => `Réservé à ${address}`,
  sent: (email) => `Le service envoie aussi le lien à ${email}.`,
  link: 'Lien d’invitation',
  inRole: (role) => `Invitation avec le rôle ${role}`,
  guestInRole: (guest, role) => `Invitation pour ${guest} avec le rôle ${role}`,
  once: (until) =>
    `Copiez le lien maintenant : cette page ne l’affiche qu’une fois. Il est valable jusqu’au ${until}.`,
  created: 'Lien d’invitation créé.',
  open: 'Liens en cours',
  opens: { merchant: 'Pour un nouveau marchand', member: 'Pour un membre de ce compte' },
  made: (when) => `Créé ${when}`,
  expires: (when) => `Expire ${when}`,
  you: 'Le vôtre',
  revoke: 'Révoquer',
  revokeTitle: 'Révoquer ce lien ?',
  revokeText: 'Le lien cesse aussitôt de fonctionner.',
  revoked: 'Lien d’invitation révoqué.',
}
