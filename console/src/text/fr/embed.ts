import type { Text } from '../text.ts'

/** The French sentences for the snippet screen; part of {@link fr}. */
export const embed: Text['embed'] = {
  title: 'Intégration',
  lead: 'Créez un paiement, voyez-le comme vos payeurs le voient et copiez-le dans votre page.',
  form: 'Nouveau paiement',
  clientId: 'ID client',
  noClientId: 'Il vous faut d’abord un ID client actif.',
  destination: 'Où va l’argent',
  own: 'Ma destination',
  bound: 'Selon la liaison de l’ID client',
  other: 'Un autre ID de destination',
  noRoute: 'Vous n’avez aucune destination active.',
  amount: 'Montant',
  reference: 'Référence de commande',
  referenceHint: 'Par exemple un numéro de commande. Le webhook la contient aussi.',
  create: 'Créer le paiement',
  again: 'En créer un autre',
  created: 'Paiement créé.',
  empty: 'Votre extrait de code apparaîtra ici',
  emptyText: 'Remplissez le formulaire : le paiement est réel et peut être effectué immédiatement.',
  snippet: 'Pour votre page',
  pageKind: 'Type de page',
  snippetHint: (domains) => `Fonctionne sur ${domains}.`,
  pinned:
    '« destination » fixe le bénéficiaire : l’élément rejette tout autre bénéficiaire, même venant du serveur.',
  notPinned:
    'Les règles de la destination masquent le bénéficiaire : le code omet donc « destination », qui contient son adresse.',
  server: 'Pour votre serveur',
  serverHint:
    'Crée un paiement pour chaque commande. Gardez la clé dans l’environnement du serveur.',
  release: 'Fixer la version du script',
  releaseHint:
    'À utiliser à la place du script ci-dessus : le navigateur exécute alors exactement cette version. Vous la mettez à jour vous-même, et le service doit conserver ses versions.',
  releaseCode: 'Balise script',
  hosted: 'Page hébergée',
  hostedHint: 'Le même paiement sous forme de lien. Vous n’avez pas besoin d’une page à vous.',
  preview: 'Aperçu en direct',
  previewHint: 'Ceci est le véritable paiement : si vous payez ici, il est effectué.',
}
