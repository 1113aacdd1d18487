import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('fr')

/** The French sentences about failed calls, by the service's error code; part of {@link fr}. */
export const errors: Text['errors'] = {
  required: 'Remplissez ce champ.',
  network_error:
    'Le service n’a pas répondu. Vérifiez votre connexion. La modification n’a peut-être pas été enregistrée.',
  unexpected_response: 'La réponse ne venait pas du service. Vérifiez votre réseau et réessayez.',
  rate_limited: (seconds) =>
    seconds === null
      ? 'Trop de tentatives. Patientez un instant et réessayez.'
      : `Trop de tentatives. Réessayez dans ${seconds} ${plural(seconds, 'seconde', 'secondes')}.`,
  refund_claim_not_found:
    'Ce lien est incomplet ou non valable. Ouvrez-le tel que vous l’avez reçu, ou demandez-en un autre au marchand.',
  refund_claim_used:
    'Ce lien ou cette signature a déjà servi. Si l’adresse est fausse, demandez un autre lien au marchand.',
  refund_claim_over: 'Ce lien ne fonctionne plus. Demandez-en un autre au marchand.',
  refund_claim_refused:
    'Ce portefeuille n’a pas fait ce paiement, ou la signature est trop ancienne. Choisissez le portefeuille qui a payé.',
  wrong_credentials: 'E-mail ou mot de passe incorrect.',
  mail_not_set_up: 'Ce service n’envoie pas d’e-mails. Adressez-vous à son opérateur.',
  receipt_not_ready: 'Le paiement n’est pas encore terminé. Envoyez le reçu quand il le sera.',
  customer_email_missing:
    'Ce paiement n’indique aucune adresse e-mail valable du client. Donnez au payeur le lien du reçu.',
  too_many_receipts:
    'Trop de reçus ont été envoyés pour ce paiement ou par votre compte. Réessayez plus tard, ou donnez le lien au payeur.',
  too_many_mails:
    'Trop de liens ont été envoyés à vous ou à cette adresse. Utilisez le dernier, ou réessayez dans une heure.',
  passkey_refused:
    'Le service a rejeté cette clé d’accès. Elle appartient peut-être à un autre compte, ou la demande a expiré : réessayez.',
  recovery_code_refused:
    'Ce code de récupération n’est pas valable, ou a déjà été utilisé. Chaque code fonctionne une seule fois.',
  confirmation_required: 'Confirmez d’abord votre identité.',
  passkey_taken: 'Cette clé d’accès est déjà enregistrée.',
  passkey_not_found: 'Cette clé d’accès a été supprimée. Rechargez la page.',
  passkey_missing: 'Ajoutez d’abord une clé d’accès.',
  too_many_passkeys: 'Vous avez le nombre maximal de clés d’accès. Supprimez-en d’abord une.',
  second_factor_on: 'Une clé d’accès est déjà exigée. Rechargez la page.',
  second_factor_off: 'Le second facteur est désactivé. Rechargez la page.',
  sign_in_ended:
    'La connexion a pris trop de temps ou compté trop de tentatives. Connectez-vous à nouveau.',
  code_refused:
    'Ce lien n’est pas valable : il a déjà été utilisé ou a expiré. Demandez-en un nouveau.',
  email_taken: 'Un compte avec cet e-mail existe déjà. Connectez-vous plutôt.',
  already_signed_in: 'Votre session est déjà ouverte. Rechargez la page.',
  registration_closed:
    'Les inscriptions sont fermées, et vous n’êtes membre d’aucun marchand ici. Demandez un lien d’invitation à l’opérateur de ce service.',
  invitation_required:
    'Les nouveaux marchands ont besoin d’un lien d’invitation. Demandez-le à un marchand qui utilise ce service, ou à son opérateur.',
  invitation_refused:
    'Ce lien d’invitation n’est pas valable, a déjà été utilisé ou a expiré. Demandez-en un nouveau.',
  invitation_for_another:
    'Cette invitation est destinée à un autre portefeuille ou à une autre adresse e-mail. Utilisez l’adresse que l’expéditeur a indiquée, ou demandez une invitation pour la vôtre.',
  wallet_taken:
    'Ce portefeuille appartient à un autre compte marchand. Acceptez l’invitation avec un autre portefeuille, ou par e-mail.',
  origin_not_allowed:
    'Le service rejette les appels venant de cette adresse. Ouvrez la console à l’adresse du service lui-même.',
  invitation_not_found: 'Ce lien a été utilisé ou révoqué, ou a expiré. Rechargez la page.',
  last_member: 'C’est le dernier membre. Ajoutez-en d’abord un autre.',
  last_owner: 'C’est le dernier propriétaire. Donnez d’abord ce rôle à un autre membre.',
  owner_only: 'Seul un propriétaire peut inviter, modifier ou retirer un propriétaire.',
  too_many_invitations: 'Votre compte a créé 20 liens d’invitation en 24 heures. Réessayez demain.',
  member_not_found: 'Ce membre a déjà été retiré. Rechargez la page.',
  duplicate_url: 'Un endpoint avec cette URL existe déjà.',
  signing_nonce_invalid: 'Les données à signer ont expiré. Recommencez.',
  signing_nonce_used: 'Cette modification a déjà été faite. Rechargez la page.',
  wallet_signature_refused: 'Une signature ne correspond pas à son portefeuille. Recommencez.',
  wallet_of_another_merchant:
    'Le nouveau portefeuille n’est pas membre de ce compte marchand. Invitez-le sous « Compte » et connectez-vous une fois avec lui.',
  revision_conflict:
    'Un autre onglet ou un autre membre l’a modifié entre-temps. Rechargez la page.',
  destination_inactive:
    'Cette destination n’accepte plus de nouveaux paiements. Recevez-y de nouveau, ou choisissez-en une autre.',
  destination_moved:
    'Vous êtes passé de ce portefeuille à un autre. Si vous recevez de nouveau ici, ses anciens liens paient ce portefeuille.',
  wallet_has_destination:
    'Le nouveau portefeuille a sa propre destination. Connectez-vous d’abord avec lui et arrêtez-y la réception.',
  payee_destination_not_found: 'Cette destination a changé. Rechargez la page.',
  session_ended: 'Votre session a pris fin.',
  validation_failed: 'Certains champs ne sont pas valables. Consultez les indications à côté.',
  internal:
    'Le service a rencontré une erreur interne. Réessayez ; si elle persiste, indiquez le code d’assistance.',
  unexpected: 'Un problème inattendu est survenu sur cette page. Rechargez-la et réessayez.',
}
