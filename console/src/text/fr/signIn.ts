import type { Text } from '../text.ts'

/** The French sentences for the sign-in; part of {@link fr}. */
export const signIn: Text['signIn'] = {
  title: 'Connexion',
  lead: 'Recevez des paiements directement dans votre portefeuille. Vos clés restent chez vous.',
  expired:
    'Votre session a pris fin. Connectez-vous pour reprendre là où vous vous êtes arrêté. Si la connexion échoue, demandez au propriétaire : vous avez peut-être été retiré du compte.',
  signedOut: 'Vous êtes déconnecté.',
  invited: {
    join: (merchant: string) => `Rejoindre ${merchant}`,
    joinUnnamed: 'Rejoindre un compte marchand',
    openAccount: 'Ouvrir votre compte marchand',
    by: (merchant: string) => `${merchant} vous invite`,
    byUnnamed: 'Un marchand sans nom vous invite',
    byOperator: 'L’opérateur de ce service vous invite',
    toJoin: 'Vous rejoignez son compte marchand avec le rôle ci-dessous.',
    toOpen: 'Vous ouvrez votre propre compte marchand, distinct du sien.',
    how: {
      anyone:
        'Connectez-vous avec un portefeuille, ou créez un compte par e-mail. Le lien fonctionne une seule fois.',
      email:
        'L’invitation est réservée à une seule adresse e-mail. Créez un compte avec cette adresse. Le lien fonctionne une seule fois.',
      wallet:
        'L’invitation est réservée à un seul portefeuille. Connectez-vous avec ce portefeuille. Le lien fonctionne une seule fois.',
    },
    role: 'Rôle',
    domain: 'Domaine vérifié',
    noDomain: 'Aucun. Vérifiez auprès de l’expéditeur que le lien vient bien de ce marchand.',
    inviter: 'Invitation de',
    until: 'Valable jusqu’au',
  },
  byInvitation: 'Les nouveaux marchands ont besoin d’une invitation.',
  byInvitationText:
    'Ouvrez le lien que vous avez reçu. Un marchand qui utilise ce service peut en créer un sous Compte ; l’opérateur peut en créer un en ligne de commande.',
  closed: 'Les inscriptions sont fermées.',
  closedText:
    'Les membres se connectent ici. Pour le devenir, demandez un lien d’invitation à l’opérateur de ce service.',
  withWallet: 'Avec votre portefeuille',
  withEmail: 'Par e-mail',
  walletHint:
    'Une session par portefeuille peut définir où vont vos paiements. Elle se ferme après 15 minutes d’inactivité.',
  emailHint:
    'Un compte e-mail gère les paiements, les liens et les réglages, selon son rôle. Il reste connecté 30 jours. Seul un portefeuille peut définir où vont les paiements.',
  noWallets: 'Aucun portefeuille trouvé dans ce navigateur.',
  noWalletsHint:
    'Installez une extension de portefeuille, ouvrez cette page dans une application de portefeuille ou connectez-vous par e-mail.',
  connecting: (wallet) => `Continuez dans ${wallet}`,
  connectingText: 'Autorisez cette page à voir votre compte. Rien n’est encore signé.',
  review: 'Vérifiez ce que vous signez',
  reviewText: (wallet) =>
    `${wallet} affichera ce message. Le signer prouve que le compte est le vôtre. Cela ne déplace pas d’argent et ne coûte rien.`,
  sign: 'Signer et continuer',
  signing: (wallet) => `Signez dans ${wallet}`,
  signingText: 'Le même message y est en attente.',
  chooseOther: 'Choisir un autre portefeuille',
  rejected: 'Vous avez refusé dans votre portefeuille. Rien n’a été signé.',
  walletBusy:
    'Une demande est déjà ouverte dans votre portefeuille. Confirmez-la ou refusez-la, puis réessayez.',
  walletLocked:
    'Votre portefeuille est verrouillé ou n’a partagé aucun compte. Déverrouillez-le et réessayez.',
  walletFailed: 'Votre portefeuille n’y est pas parvenu. Réessayez ou utilisez-en un autre.',
  refused: 'Le service a rejeté cette signature. Elle a peut-être expiré : recommencez.',
  email: 'E-mail',
  password: 'Mot de passe',
  passwordHint: 'De 8 à 100 caractères',
  signInButton: 'Se connecter',
  register: 'Créer un compte',
  toRegister: 'Pas encore de compte ? En créer un',
  toSignIn: 'Déjà un compte ? Se connecter',
  emailInvalid: 'Saisissez une adresse e-mail telle que ana@example.com.',
  passwordShort: '8 caractères au minimum.',
  passwordLong: '100 caractères au maximum.',
}
