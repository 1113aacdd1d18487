import type { Text } from '../text.ts'

/** The Spanish sentences about the members of a merchant account. */
export const members: Text['members'] = {
  title: 'Miembros',
  lead: 'Las billeteras y cuentas de correo electrónico que pueden iniciar sesión aquí. Cada una tiene los permisos de un rol, y solo una billetera puede cambiar su propia ruta de cobro.',
  wallet: 'Billetera',
  account: 'Cuenta de correo electrónico',
  you: 'Usted',
  since: (when) => `Se unió ${when}`,
  signedIn: (when) => `Inició sesión ${when}`,
  signInUnknown: 'Último inicio de sesión desconocido',
  only: 'Usted es el único miembro, así que no se le puede eliminar. Invite primero a otro propietario.',
  remove: 'Eliminar',
  removeTitle: '¿Eliminar a este miembro?',
  removeText:
    'Todas las sesiones de este miembro terminan de inmediato, y sus enlaces de invitación sin usar dejan de funcionar. Las claves de API, los ID de cliente y los desembolsos recurrentes permanecen: revoque las claves de API que este miembro pueda tener.',
  leave: 'Abandonar',
  leaveTitle: '¿Abandonar esta cuenta del comercio?',
  leaveText:
    'Su sesión se cierra de inmediato en todas partes, y necesita una nueva invitación para volver. Las claves de API, los ID de cliente y los desembolsos recurrentes permanecen.',
  destinations:
    'Todavía van pagos a estas rutas de cobro de la billetera. Cambie primero los ID de cliente que las usan:',
  removed: 'Miembro eliminado.',
  changeRole: 'Cambiar rol',
  role: 'Rol',
  roleTitle: 'Cambiar el rol',
  roleText:
    'Se aplica de inmediato a todas las sesiones de este miembro. Sus enlaces de invitación sin usar dejan de funcionar.',
  saveRole: 'Guardar rol',
  roleSaved: 'Rol cambiado.',
}
