import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('es')

/** The Spanish sentences about failed calls, by the service's error code; part of {@link es}. */
export const errors: Text['errors'] = {
  required: 'Complete este campo.',
  network_error:
    'El servicio no respondió. Revise su conexión. Es posible que el cambio no se haya guardado.',
  unexpected_response: 'La respuesta no vino del servicio. Revise su red e inténtelo de nuevo.',
  rate_limited: (seconds) =>
    seconds === null
      ? 'Demasiados intentos. Espere un momento e inténtelo de nuevo.'
      : `Demasiados intentos. Inténtelo de nuevo en ${seconds} ${plural(seconds, 'segundo', 'segundos')}.`,
  refund_claim_not_found:
    'Este enlace está incompleto o no es válido. Ábralo tal como lo recibió o pida otro al comercio.',
  refund_claim_used:
    'Este enlace o esta firma ya se ha usado. Si la dirección es incorrecta, pida otro enlace al comercio.',
  refund_claim_over: 'Este enlace ya no funciona. Pida otro al comercio.',
  refund_claim_refused:
    'Esta cartera no hizo este pago, o la firma es demasiado antigua. Elija la cartera que pagó.',
  wrong_credentials: 'Correo electrónico o contraseña incorrectos.',
  mail_not_set_up: 'Este servicio no envía correos electrónicos. Consulte a su operador.',
  receipt_not_ready: 'El pago aún no está completo. Envíe el recibo cuando lo esté.',
  customer_email_missing:
    'Este pago no indica un correo electrónico válido del cliente. Dé al pagador el enlace del recibo.',
  too_many_receipts:
    'Se enviaron demasiados recibos de este pago o desde su cuenta. Inténtelo más tarde o dé el enlace al pagador.',
  too_many_mails:
    'Se enviaron demasiados enlaces a usted o a esta dirección. Use el último o inténtelo de nuevo en una hora.',
  passkey_refused:
    'El servicio rechazó esta llave de acceso. Puede ser de otra cuenta, o la petición venció: inténtelo de nuevo.',
  recovery_code_refused:
    'Este código de recuperación no es válido o ya se usó. Cada código funciona una vez.',
  confirmation_required: 'Confirme primero que es usted.',
  passkey_taken: 'Esta llave de acceso ya está registrada.',
  passkey_not_found: 'Esta llave de acceso se eliminó. Recargue la página.',
  passkey_missing: 'Añada primero una llave de acceso.',
  too_many_passkeys: 'Tiene el máximo de llaves de acceso. Elimine una primero.',
  second_factor_on: 'Ya se exige una llave de acceso. Recargue la página.',
  second_factor_off: 'El segundo factor está desactivado. Recargue la página.',
  sign_in_ended:
    'El inicio de sesión tardó demasiado o tuvo demasiados intentos. Inicie sesión de nuevo.',
  code_refused: 'Este enlace no es válido: ya se usó o ha vencido. Pida uno nuevo.',
  email_taken: 'Ya existe una cuenta con este correo electrónico. Inicie sesión con ella.',
  already_signed_in: 'Ya ha iniciado sesión. Recargue la página.',
  registration_closed:
    'El registro está cerrado y usted no es miembro de ningún comercio aquí. Pida un enlace de invitación al operador de este servicio.',
  invitation_required:
    'Los comercios nuevos necesitan un enlace de invitación. Pídalo a un comercio que use este servicio o a su operador.',
  invitation_refused:
    'Este enlace de invitación no es válido, ya se usó o ha vencido. Pida uno nuevo.',
  invitation_for_another:
    'Esta invitación es para otra billetera u otro correo electrónico. Use la dirección que indicó quien la envió, o pida una invitación para la suya.',
  wallet_taken:
    'Esta billetera pertenece a otra cuenta de comercio. Acepte la invitación con otra billetera o con correo electrónico.',
  origin_not_allowed:
    'El servicio rechaza las llamadas desde esta dirección. Abra la consola en la dirección propia del servicio.',
  invitation_not_found: 'Este enlace se usó, se revocó o ha vencido. Recargue la página.',
  last_member: 'Este es el último miembro. Añada otro primero.',
  last_owner: 'Este es el último propietario. Haga primero propietario a otro miembro.',
  owner_only: 'Solo un propietario puede invitar, cambiar o eliminar a un propietario.',
  too_many_invitations:
    'Su cuenta creó 20 enlaces de invitación en 24 horas. Inténtelo de nuevo mañana.',
  member_not_found: 'Este miembro ya se eliminó. Recargue la página.',
  duplicate_url: 'Ya existe un endpoint con esta URL.',
  signing_nonce_invalid: 'Los datos para firmar han caducado. Empiece de nuevo.',
  signing_nonce_used: 'Este cambio ya se hizo. Recargue la página.',
  wallet_signature_refused: 'Una firma no corresponde a su billetera. Empiece de nuevo.',
  wallet_of_another_merchant:
    'La billetera nueva no es miembro de esta cuenta de comercio. Invítela en Cuenta e inicie sesión una vez con ella.',
  revision_conflict: 'Otra pestaña u otro miembro lo cambió entretanto. Recargue la página.',
  destination_inactive: 'Este destino no acepta pagos nuevos. Vuelva a cobrar en él o elija otro.',
  destination_moved:
    'Usted se mudó de esta billetera a otra. Si vuelve a cobrar aquí, sus enlaces anteriores pagan a esta billetera.',
  wallet_has_destination:
    'La billetera nueva tiene su propia ruta de cobro. Inicie sesión con ella y deje de cobrar allí primero.',
  payee_destination_not_found: 'Esta ruta de cobro ha cambiado. Recargue la página.',
  session_ended: 'Su sesión ha terminado.',
  validation_failed: 'Algunos campos no son válidos. Vea las notas junto a ellos.',
  internal:
    'El servicio tuvo un error interno. Inténtelo de nuevo; si persiste, indique el código de soporte.',
  unexpected: 'Ocurrió algo inesperado en esta página. Recárguela e inténtelo de nuevo.',
}
