import type { Text } from '../text.ts'

/** The French sentences for the API keys screen; part of {@link fr}. */
export const apiKeys: Text['apiKeys'] = {
  title: 'Clés API',
  lead: 'Une clé API est le mot de passe de votre serveur. Ne la placez jamais dans une page, une application ou un dépôt de code.',
  create: 'Créer une clé API',
  empty: 'Aucune clé API pour le moment',
  emptyText: 'Créez-en une par serveur ou par tâche, afin de pouvoir révoquer chacune séparément.',
  label: 'Libellé',
  labelHint: 'Là où elle est utilisée, par exemple « Service des commandes ».',
  scopes: 'Droits',
  scopesHint:
    'Ne donnez à une clé que ce dont son serveur a besoin. Les droits ne peuvent plus être modifiés ensuite.',
  noScopes: 'Choisissez au moins un droit.',
  /** `scopes` contains the names of the scopes, joined as a list. */
  may: (scopes) => `Droits : ${scopes.toLowerCase()}`,
  expires: 'Expiration',
  expiry: { never: 'Jamais', d30: 'Dans 30 jours', d90: 'Dans 90 jours', d365: 'Dans un an' },
  expiresAt: (when) => `Expire le ${when}`,
  expired: 'Expirée',
  createTitle: 'Nouvelle clé API',
  createdTitle: 'Votre nouvelle clé API',
  created: 'Clé API créée.',
  key: 'Clé API',
  switchedOn: 'Clé API activée.',
  switchedOff: 'Clé API désactivée. Ses appels sont rejetés en moins d’une seconde.',
  revoke: 'Révoquer',
  revokeTitle: (label) => `Révoquer « ${label} » ?`,
  revokeText: 'Les appels avec cette clé seront aussitôt rejetés. Cette action est irréversible.',
  revoked: 'Clé API révoquée.',
  revokedList: (count) => `Révoquées (${count})`,
}
