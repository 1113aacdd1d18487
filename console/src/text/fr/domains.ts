import type { Text } from '../text.ts'

/** The French sentences about proving the ownership of domains. */
export const domains: Text['domains'] = {
  title: 'Domaine vérifié',
  lead: 'Les payeurs voient votre domaine avec une coche sur la page hébergée. Sans domaine, la page vous présente comme non vérifié et affiche d’abord l’adresse de réception.',
  domain: 'Domaine',
  hint: 'Par exemple shop.example.com.',
  add: 'Ajouter un domaine',
  added: 'Domaine ajouté. Publiez maintenant sa preuve.',
  invalid: 'Saisissez un domaine tel que shop.example.com, sans https:// ni chemin.',
  none: 'Aucun domaine pour l’instant',
  pending: 'Non vérifié',
  verified: 'Vérifié',
  withdrawn: 'Retiré',
  where: 'Ajoutez cet enregistrement TXT au DNS du domaine :',
  name: 'Nom',
  value: 'Valeur',
  or: 'Ou servez ce fichier, sans redirection :',
  address: 'Adresse',
  content: 'Contenu',
  absent:
    'La preuve ne se trouve à aucun des deux emplacements. Un nouvel enregistrement peut mettre quelques minutes à apparaître.',
  unreachable: 'Le domaine ou son serveur de noms n’a pas répondu. Réessayez dans un instant.',
  check: 'Vérifier maintenant',
  checked: 'La preuve a été trouvée. Les payeurs voient désormais le domaine.',
  notFound: 'La preuve n’a pas été trouvée.',
  remove: 'Supprimer',
  removed: 'Domaine supprimé. Les payeurs ne le voient plus.',
}
