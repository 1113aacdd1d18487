import type { Text } from '../text.ts'

/** The French sentences for the account screen; part of {@link fr}. */
export const account: Text['account'] = {
  title: 'Compte',
  identity: 'Session ouverte avec',
  wallet: 'Portefeuille',
  email: 'E-mail',
  tenant: 'ID du marchand',
  until: 'Fin de session',
  walletUntil: 'Après 15 minutes d’inactivité.',
  business: 'Entreprise',
  passwordTitle: 'Changer le mot de passe',
  passwordText: 'Toutes les autres sessions de ce compte seront fermées.',
  current: 'Mot de passe actuel',
  new: 'Nouveau mot de passe',
  change: 'Changer le mot de passe',
  changed: 'Mot de passe changé. Toutes les autres sessions sont fermées.',
  wrongCurrent: 'Ce n’est pas votre mot de passe actuel.',
}
