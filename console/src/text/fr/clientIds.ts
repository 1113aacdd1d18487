import type { Text } from '../text.ts'

/** The French sentences for the client IDs screen; part of {@link fr}. */
export const clientIds: Text['clientIds'] = {
  title: 'ID client',
  one: 'ID client',
  lead: 'Un ID client permet à vos pages ou à votre serveur d’afficher et de créer des paiements. Dans une page, il est public et ne fonctionne que sur les domaines indiqués.',
  create: 'Créer un ID client',
  empty: 'Aucun ID client pour le moment',
  emptyText: 'Créez-en un pour le domaine de votre boutique. L’élément de paiement en a besoin.',
  label: 'Libellé',
  labelHint: 'Visible par vous seul, par exemple « Boutique en ligne ».',
  place: 'Type',
  forPages: 'ID client pour pages',
  forPagesHint: 'Public. Ne fonctionne que sur les domaines que vous indiquez.',
  forServerHint:
    'Secret, pour votre serveur. Fonctionne sans domaine et n’est affiché qu’une seule fois.',
  server: 'ID client backend',
  secretTitle: 'Votre nouvel ID client',
  domains: 'Domaines autorisés',
  domainsHint: 'Un par ligne, par exemple https://shop.example.com. 10 au maximum.',
  domainInvalid: (line, text) =>
    `Ligne ${line} : « ${text} » n’est pas une origine telle que https://shop.example.com, sans chemin. Le http simple ne fonctionne que pour localhost.`,
  domainMany: '10 domaines au maximum.',
  fee: 'Prélever des frais',
  feeHint: 'Une part de chaque paiement, envoyée à une autre adresse.',
  feePercentage: 'Pourcentage',
  feeAddress: 'Adresse des frais',
  feePercentageInvalid:
    'Un nombre de 0 à 100 avec deux décimales au maximum et un point décimal, par exemple 1.5.',
  feePairNeeded: 'Saisissez à la fois un pourcentage et une adresse.',
  bind: 'Où vont les paiements',
  bindNone: 'N’importe lequel de mes portefeuilles et destinations',
  bindAny: 'N’importe quelle adresse indiquée par un paiement',
  bindAnyHint:
    'Un ID client est public : tout visiteur de votre site peut créer en votre nom un paiement à son propre profit.',
  bindAnyServerHint:
    'Quiconque détient le secret peut créer en votre nom un paiement vers n’importe quelle adresse.',
  risky: 'Paie n’importe qui',
  riskyText:
    'Tout visiteur de votre site peut créer en votre nom un paiement à son propre profit. Modifiez l’ID client et choisissez où vont les paiements.',
  bindOwn: 'Ma destination',
  bindOther: 'Un autre ID de destination',
  bindHint: 'S’il est lié, les pages peuvent omettre la destination et ne peuvent pas la modifier.',
  bindServerHint:
    'S’il est lié, le serveur peut omettre la destination et ne peut pas la modifier.',
  destinationId: 'ID de destination',
  destinationInvalid:
    'Ceci n’est pas un ID de destination : {wallet}@eip155:{chain}#{checksum}:{token}.',
  compose: 'Composer un ID à partir d’un portefeuille',
  boundToOwn: (route) => `Lié à ma destination, ${route}`,
  boundToRoute: 'Lié à une destination de ce compte',
  boundTo: (what) => `Lié à ${what}`,
  boundToMember: (route, wallet) =>
    `Lié à ${route}, payé à ${wallet}, un portefeuille de ce compte`,
  boundToOutside: (route, wallet) =>
    `Lié à ${route}, payé à ${wallet}, un portefeuille hors de ce compte`,
  stopped: 'Destination arrêtée',
  stoppedText:
    'Sa destination n’accepte plus de nouveaux paiements : le service refuse chaque paiement avec cet ID client. Recevez-y de nouveau, ou choisissez une autre destination.',
  feeOf: (percent, address) => `${percent} % à ${address}`,
  createTitle: 'Nouvel ID client',
  editTitle: 'Modifier l’ID client',
  created: 'ID client créé.',
  saved: 'ID client enregistré.',
  switchedOn: 'ID client activé.',
  switchedOff: 'ID client désactivé. Les pages qui l’utilisent s’arrêtent en moins d’une seconde.',
  revoke: 'Révoquer',
  revokeTitle: (label) => `Révoquer « ${label} » ?`,
  revokeText: 'Les pages qui l’utilisent cesseront de fonctionner. Cette action est irréversible.',
  revokeType: (label) => `Saisissez ${label} pour confirmer`,
  revokeMismatch: 'Ce n’est pas le libellé.',
  revoked: 'ID client révoqué.',
  revokedList: (count) => `Révoqués (${count})`,
  embed: 'Intégrer',
}
