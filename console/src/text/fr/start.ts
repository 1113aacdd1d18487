import type { Text } from '../text.ts'

/** The French sentences for the first steps on the home screen; part of {@link fr}. */
export const start: Text['start'] = {
  title: 'Premiers pas',
  lead: 'Cinq étapes jusqu’à une commande payée sur votre site.',
  withoutWebsite: 'Pas de site ? Un lien de paiement ne demande aucune de ces étapes.',
  website: 'Accepter des paiements sur votre site',
  progress: (done, all) => `Étapes terminées : ${done} sur ${all}`,
  done: 'Fait',
  open: 'À faire',
  allDone: 'Tout est en place. Les paiements arrivent directement dans votre portefeuille.',
  name: {
    title: 'Nommez votre entreprise',
    text: 'Les payeurs voient ce nom au-dessus du montant.',
    done: (name) => `Les payeurs voient « ${name} ».`,
  },
  destination: {
    title: 'Choisissez où arrive l’argent',
    text: 'Choisissez le réseau et le jeton que reçoit votre portefeuille.',
    accountText: 'Une destination appartient à un portefeuille. Voyez comment en définir une.',
    done: (token, network) => `${token} sur ${network}, dans votre portefeuille.`,
    boundDone: 'L’un de vos ID client est lié à une destination.',
    action: 'Choisir le réseau et le jeton',
    accountAction: 'Voir comment',
  },
  clientId: {
    title: 'Obtenez un ID client pour votre site',
    text: 'Il permet à l’élément de paiement de fonctionner uniquement sur votre domaine.',
    done: (domains) => `Fonctionne sur ${domains}.`,
    action: 'Créer un ID client',
  },
  webhook: {
    title: 'Recevez une notification des paiements',
    text: 'Un webhook signé prévient votre serveur quand une commande est payée. Honorez la commande sur cette base, jamais d’après le navigateur.',
    done: (url) => `Les événements vont à ${url}.`,
    action: 'Ajouter un webhook',
  },
  embed: {
    title: 'Placez l’élément sur votre page',
    text: 'Créez un paiement, copiez l’extrait de code et payez.',
    done: 'L’élément a fonctionné sur votre site.',
    action: 'Créer l’extrait de code',
  },
}
