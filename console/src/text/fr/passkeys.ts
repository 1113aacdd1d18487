import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('fr')

/** The French sentences about passkeys, the second factor and recovery codes. */
export const passkeys: Text['passkeys'] = {
  title: 'Clés d’accès',
  lead: 'Connectez-vous avec l’empreinte digitale, le visage ou le code PIN de votre appareil, ou avec une clé de sécurité, au lieu d’un mot de passe ou d’un portefeuille.',
  none: 'Vous n’avez pas encore de clé d’accès.',
  unsupported:
    'Ce navigateur ne gère pas les clés d’accès. Ouvrez la console dans un autre navigateur.',
  synced: 'Synchronisée',
  added: (when) => `Ajoutée ${when}`,
  used: (when) => `Dernière utilisation : ${when}`,
  unused: 'Aucune utilisation',
  add: 'Ajouter une clé d’accès',
  addText:
    'Votre navigateur vous sollicitera ensuite. Choisissez cet appareil, un téléphone ou une clé de sécurité.',
  name: 'Nom',
  nameHint: 'Pour la reconnaître plus tard, par exemple « Téléphone ».',
  create: 'Continuer',
  wasAdded: 'Clé d’accès ajoutée.',
  rename: 'Renommer',
  renameTitle: 'Renommer la clé d’accès',
  renamed: 'Clé d’accès renommée.',
  remove: 'Supprimer',
  removeTitle: 'Supprimer cette clé d’accès ?',
  removeText: (name) =>
    `« ${name} » ne permettra plus de se connecter, et les autres sessions ouvertes par une clé d’accès prennent fin. Supprimez-la aussi sur votre appareil.`,
  removeLast:
    'C’est votre dernière clé d’accès : le second facteur sera désactivé et les codes de récupération ne seront plus valables.',
  removed: 'Clé d’accès supprimée.',
  factor: {
    title: 'Second facteur',
    on: 'Activé',
    off: 'Désactivé',
    onText:
      'Un mot de passe ou un portefeuille seul ne suffit pas pour se connecter : une clé d’accès ou un code de récupération doit suivre.',
    offText:
      'Exigez une clé d’accès après votre mot de passe ou portefeuille, afin qu’aucun des deux ne suffise à lui seul pour se connecter.',
    needsPasskey: 'Ajoutez d’abord une clé d’accès.',
    enable: 'Exiger une clé d’accès',
    enableTitle: 'Exiger une clé d’accès à chaque connexion ?',
    enableText:
      'Votre navigateur demandera ensuite une clé d’accès, pour vérifier qu’elle fonctionne. Vous obtiendrez alors des codes de récupération. Vos autres sessions seront fermées.',
    enabled: 'Une clé d’accès est désormais exigée.',
    disable: 'Ne plus exiger de clé d’accès',
    disableTitle: 'Ne plus exiger de clé d’accès ?',
    disableText:
      'Un mot de passe ou un portefeuille seul suffira de nouveau pour se connecter. Les codes de récupération ne seront plus valables.',
    disabled: 'Le second facteur est désactivé.',
    left: (count) =>
      plural(
        count,
        `Il reste ${count} code de récupération.`,
        `Il reste ${count} codes de récupération.`,
      ),
    renew: 'Nouveaux codes de récupération',
    renewTitle: 'Créer de nouveaux codes de récupération ?',
    renewText: 'Les codes précédents cesseront de fonctionner.',
  },
  codes: {
    title: 'Conservez vos codes de récupération',
    text: 'Chaque code permet de se connecter une fois à la place d’une clé d’accès. Ils ne sont affichés que maintenant : imprimez-les ou gardez-les dans un gestionnaire de mots de passe.',
    label: 'Codes de récupération',
    copy: 'Copier les codes',
    what: 'codes de récupération',
    print: 'Imprimer',
    stored: 'Je les ai conservés',
  },
  confirm: {
    title: 'Confirmez votre identité',
    text: 'Votre connexion date de quelque temps. Confirmez cette modification.',
    passkey: 'Utiliser une clé d’accès',
    password: 'Mot de passe actuel',
    wrongPassword: 'Ce n’est pas votre mot de passe actuel.',
    withPassword: 'Confirmer',
    signIn:
      'Déconnectez-vous et reconnectez-vous, puis faites cette modification dans les dix minutes.',
    signInAgain: 'Se déconnecter et se reconnecter',
  },
  recovery: {
    open: 'Utiliser un code de récupération',
    label: 'Code de récupération',
    hint: 'L’un des dix codes que vous avez conservés. Il fonctionne une seule fois.',
    send: 'Utiliser ce code',
    missing: 'Saisissez un code de récupération.',
  },
  signIn: {
    title: 'Avec une clé d’accès',
    hint: 'Avec l’empreinte digitale, le visage ou le code PIN d’un appareil, ou une clé de sécurité.',
    button: 'Se connecter avec une clé d’accès',
    second: 'Confirmez votre identité',
    secondText: 'Votre compte exige aussi une clé d’accès pour se connecter.',
    usePasskey: 'Utiliser une clé d’accès',
    cancel: 'Annuler la connexion',
    ended:
      'La connexion a pris trop de temps ou compté trop de tentatives. Connectez-vous à nouveau.',
  },
  faults: {
    cancelled:
      'Rien n’a été confirmé : l’opération a été annulée ou a pris trop de temps. Réessayez.',
    known: 'Cet appareil a déjà une clé d’accès pour vous.',
    unsupported: 'Ce navigateur ou cet appareil ne le permet pas. Essayez-en un autre.',
    address:
      'Les clés d’accès ne fonctionnent pas à cette adresse de la console. Adressez-vous à son opérateur.',
    failed: 'Votre appareil n’y est pas parvenu. Réessayez ou utilisez-en un autre.',
  },
}
