import type { Text } from '../text.ts'

/** The Spanish sentences about inviting another merchant. */
export const invitation: Text['invitation'] = {
  merchant: {
    title: 'Invitar a un comercio',
    lead: 'Los comercios nuevos necesitan aquí una invitación. Un enlace abre una cuenta de comercio independiente. Funciona una vez, en un plazo de tres días, y no da acceso a la suya.',
    create: 'Crear un enlace',
  },
  member: {
    title: 'Invitar a un miembro',
    lead: 'Un enlace añade una billetera o un correo electrónico a esta cuenta, con un rol. Funciona una vez, en un plazo de tres días.',
    create: 'Crear un enlace de invitación',
  },
  guest: 'Solo para',
  guestHint:
    'Un correo electrónico o una billetera, que será lo único que pueda usar el enlace. Sin indicarlo, puede usarlo cualquiera que tenga el enlace: envíelo solo a esa persona.',
  guestInvalid:
    'Ingrese un correo electrónico como ana@example.com, o la dirección de una billetera.',
  isFor: (address) => `Solo para ${address}`,
  sent: (email) => `El servicio también envía el enlace a ${email}.`,
  link: 'Enlace de invitación',
  inRole: (role) => `Invitación con el rol ${role}`,
  guestInRole: (guest, role) => `Invitación para ${guest} con el rol ${role}`,
  once: (until) =>
    `Copie el enlace ahora: esta página lo muestra una sola vez. Es válido hasta el ${until}.`,
  created: 'Enlace de invitación creado.',
  open: 'Enlaces abiertos',
  opens: { merchant: 'Para un comercio nuevo', member: 'Para un miembro de esta cuenta' },
  made: (when) => `Creado ${when}`,
  expires: (when) => `Vence ${when}`,
  you: 'Suyo',
  revoke: 'Revocar',
  revokeTitle: '¿Revocar este enlace?',
  revokeText: 'El enlace deja de funcionar de inmediato.',
  revoked: 'Enlace de invitación revocado.',
}
