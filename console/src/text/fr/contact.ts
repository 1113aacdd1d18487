import type { Text } from '../text.ts'

/** The French sentences about e-mail: verified addresses, notices and password resets. */
export const contact: Text['contact'] = {
  title: 'E-mail et notifications',
  lead: 'Les notifications sont envoyées à votre adresse vérifiée. Les autres membres choisissent eux-mêmes les leurs.',
  none: 'Aucune adresse pour le moment',
  address: 'Adresse e-mail',
  verified: 'Vérifiée',
  unverified: 'Non vérifiée',
  pending: (email) =>
    `Un lien a été envoyé à ${email}. Ouvrez-le dans ce navigateur sous 24 heures pour confirmer l’adresse.`,
  noMail: 'Ce service n’envoie pas d’e-mails. Son opérateur peut mettre en place cette fonction.',
  set: 'Envoyer un lien',
  setHint: 'L’adresse est prise en compte dès que vous ouvrez le lien qu’elle reçoit.',
  password: 'Mot de passe actuel',
  passwordHint: 'Nécessaire pour changer l’adresse avec laquelle vous vous connectez.',
  passwordMissing: 'Saisissez votre mot de passe pour changer l’adresse.',
  passwordWrong: 'Ce n’est pas votre mot de passe actuel.',
  sent: 'Un lien est en route.',
  notices: 'M’envoyer un e-mail quand',
  kinds: {
    payment_received: {
      label: 'Un paiement est reçu',
      hint: 'Une demande est payée et le paiement est confirmé.',
    },
    payment_problem: {
      label: 'Un paiement demande votre attention',
      hint: 'Il a échoué, ou est arrivé en retard, en double, en excès ou sans demande correspondante.',
    },
    webhook_failing: {
      label: 'Un webhook échoue',
      hint: 'Un endpoint n’accepte plus d’envois. Un e-mail par panne.',
    },
    approval_waiting: {
      label: 'Un versement attend mon approbation',
      hint: 'Seulement si votre rôle permet de l’approuver et qu’un autre membre l’a créé.',
    },
  },
  verifyFirst: 'Vérifiez d’abord une adresse.',
  save: 'Enregistrer les notifications',
  saved: 'Notifications enregistrées.',
  confirming: 'Connectez-vous pour confirmer votre adresse e-mail.',
  confirmed: 'Adresse e-mail confirmée.',
  refused:
    'Ce lien n’est pas valable : il a déjà été utilisé, a expiré ou appartient à un autre membre. Demandez-en un nouveau sous Compte.',
  forgot: {
    open: 'Mot de passe oublié ?',
    title: 'Réinitialiser votre mot de passe',
    lead: 'Saisissez l’adresse avec laquelle vous vous connectez. Si elle a un compte, elle reçoit un lien utilisable une seule fois, sous 30 minutes.',
    send: 'Envoyer un lien',
    sent: 'Si cette adresse a un compte, un lien est en route. Il est utilisable une seule fois, sous 30 minutes.',
    back: 'Retour à la connexion',
  },
  reset: {
    title: 'Définir un nouveau mot de passe',
    lead: 'Toutes les sessions du compte seront fermées et l’ancien mot de passe ne fonctionnera plus.',
    new: 'Nouveau mot de passe',
    save: 'Définir le mot de passe',
    refused:
      'Ce lien n’est pas valable : il a déjà été utilisé ou a expiré. Demandez-en un nouveau.',
    done: 'Votre mot de passe est défini. Utilisez-le pour vous connecter.',
    toSignIn: 'Aller à la connexion',
  },
}
