import type { Text } from '../text.ts'

/** The Spanish sentences about e-mail: verified addresses, notices and password resets. */
export const contact: Text['contact'] = {
  title: 'Correo electrónico y avisos',
  lead: 'Los avisos se envían a su dirección verificada. Los demás miembros eligen la suya.',
  none: 'Aún no hay dirección',
  address: 'Dirección de correo electrónico',
  verified: 'Verificada',
  unverified: 'Sin verificar',
  pending: (email) =>
    `Se envió un enlace a ${email}. Ábralo en este navegador en un plazo de 24 horas para confirmar la dirección.`,
  noMail: 'Este servicio no envía correos electrónicos. Su operador puede configurarlo.',
  set: 'Enviar un enlace',
  setHint: 'La dirección queda confirmada cuando usted abre el enlace que recibe en ella.',
  password: 'Contraseña actual',
  passwordHint: 'Se necesita para cambiar la dirección con la que inicia sesión.',
  passwordMissing: 'Ingrese su contraseña para cambiar la dirección.',
  passwordWrong: 'Esta no es su contraseña actual.',
  sent: 'Hay un enlace en camino.',
  notices: 'Enviarme un correo electrónico cuando',
  kinds: {
    payment_received: {
      label: 'Se recibe un pago',
      hint: 'Una solicitud se pagó y el pago está confirmado.',
    },
    payment_problem: {
      label: 'Un pago requiere atención',
      hint: 'Falló, o llegó tarde, dos veces, en exceso o sin solicitud.',
    },
    webhook_failing: {
      label: 'Un webhook falla',
      hint: 'Un endpoint no acepta entregas. Un correo por cada interrupción.',
    },
    approval_waiting: {
      label: 'Un desembolso espera mi aprobación',
      hint: 'Solo si su rol puede aprobarlo y lo creó otro miembro.',
    },
  },
  verifyFirst: 'Verifique primero una dirección.',
  save: 'Guardar avisos',
  saved: 'Avisos guardados.',
  confirming: 'Inicie sesión para confirmar su correo electrónico.',
  confirmed: 'Correo electrónico confirmado.',
  refused:
    'Este enlace no es válido: ya se usó, ha vencido o es de otro miembro. Pida uno nuevo en Cuenta.',
  forgot: {
    open: '¿Olvidó su contraseña?',
    title: 'Restablecer la contraseña',
    lead: 'Ingrese la dirección con la que inicia sesión. Si tiene una cuenta, recibirá un enlace que funciona una vez en un plazo de 30 minutos.',
    send: 'Enviar un enlace',
    sent: 'Si esta dirección tiene una cuenta, hay un enlace en camino. Funciona una vez en un plazo de 30 minutos.',
    back: 'Volver al inicio de sesión',
  },
  reset: {
    title: 'Establecer una contraseña nueva',
    lead: 'Se cierran todas las sesiones de la cuenta, y la contraseña anterior deja de funcionar.',
    new: 'Contraseña nueva',
    save: 'Establecer contraseña',
    refused: 'Este enlace no es válido: ya se usó o ha vencido. Pida uno nuevo.',
    done: 'Su contraseña está establecida. Inicie sesión con ella.',
    toSignIn: 'Ir al inicio de sesión',
  },
}
