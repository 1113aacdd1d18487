import type { Text } from '../text.ts'

/** The French sentences about the members of a merchant account. */
export const members: Text['members'] = {
  title: 'Membres',
  lead: 'Les portefeuilles et comptes e-mail qui peuvent se connecter ici. Chacun a les droits d’un rôle, et seul un portefeuille peut modifier sa propre destination.',
  wallet: 'Portefeuille',
  account: 'Compte e-mail',
  you: 'Vous',
  since: (when) => `Arrivée : ${when}`,
  signedIn: (when) => `Connexion : ${when}`,
  signInUnknown: 'Dernière connexion inconnue',
  only: 'Vous êtes le seul membre et ne pouvez donc pas être retiré. Invitez d’abord un autre propriétaire.',
  remove: 'Retirer',
  removeTitle: 'Retirer ce membre ?',
  removeText:
    'Toutes les sessions de ce membre se ferment aussitôt et ses liens d’invitation inutilisés cessent de fonctionner. Les clés API, ID client et versements récurrents restent : révoquez les clés API que ce membre pourrait détenir.',
  leave: 'Quitter',
  leaveTitle: 'Quitter ce compte marchand ?',
  leaveText:
    'Vous êtes aussitôt déconnecté partout et il vous faudra une nouvelle invitation pour revenir. Les clés API, ID client et versements récurrents restent.',
  destinations:
    'Des paiements vont encore à ces destinations du portefeuille. Modifiez d’abord les ID client qui les utilisent :',
  removed: 'Membre retiré.',
  changeRole: 'Changer le rôle',
  role: 'Rôle',
  roleTitle: 'Changer le rôle',
  roleText:
    'Le changement s’applique aussitôt à toutes les sessions de ce membre. Ses liens d’invitation inutilisés cessent de fonctionner.',
  saveRole: 'Enregistrer le rôle',
  roleSaved: 'Rôle modifié.',
}
