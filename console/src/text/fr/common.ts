import type { Text } from '../text.ts'

/** The French sentences that several screens share; part of {@link fr}. */
export const common: Text['common'] = {
  loading: 'Chargement…',
  retry: 'Réessayer',
  unreached: 'Le service n’a pas répondu. Vérifiez votre connexion.',
  reload: 'Recharger la page',
  partLost:
    'Cette page a été mise à jour pendant qu’elle était ouverte, ou une partie n’a pas été chargée. Rechargez-la pour voir l’aperçu : votre saisie est conservée.',
  cancel: 'Annuler',
  close: 'Fermer',
  save: 'Enregistrer',
  back: 'Retour',
  copy: (what) => `Copier : ${what}`,
  /** Quotes external text, such as a column title. */
  quote: (what) => `« ${what} »`,
  copied: 'Copié',
  copiedWhat: (what) => `Copié : ${what}.`,
  copyFailed:
    'Le navigateur n’a pas autorisé la copie. Sélectionnez le texte et copiez-le à la main.',
  never: 'Jamais',
  neverUsed: 'Aucune utilisation',
  lastUsed: (when) => `Dernière utilisation : ${when}`,
  created: (when) => `Création : ${when}`,
  optional: 'facultatif',
  active: 'Actif',
  inactive: 'Désactivé',
  revoked: 'Révoqué',
  switchOn: 'Activer',
  switchOff: 'Désactiver',
  edit: 'Modifier',
  signOut: 'Se déconnecter',
  opensNewTab: 's’ouvre dans un nouvel onglet',
  entry: (number, message) => `Ligne ${number} : ${message}`,
  storeSecret:
    'Il n’est affiché que cette fois. Conservez-le maintenant, dans un gestionnaire de mots de passe ou parmi les secrets de votre serveur.',
  stored: 'Je l’ai conservé',
  stale: 'Pas à jour : le service n’a pas répondu. La page réessaie automatiquement.',
  supportCode: (code) => `Code d’assistance ${code}`,
}
