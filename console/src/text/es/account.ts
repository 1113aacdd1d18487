import type { Text } from '../text.ts'

/** The Spanish sentences for the account screen; part of {@link es}. */
export const account: Text['account'] = {
  title: 'Cuenta',
  identity: 'Sesión iniciada como',
  wallet: 'Billetera',
  email: 'Correo electrónico',
  tenant: 'ID del comercio',
  until: 'Fin de la sesión',
  walletUntil: 'Tras 15 minutos sin uso.',
  business: 'Negocio',
  passwordTitle: 'Cambiar la contraseña',
  passwordText: 'Esto cierra todas las demás sesiones de esta cuenta.',
  current: 'Contraseña actual',
  new: 'Contraseña nueva',
  change: 'Cambiar contraseña',
  changed: 'Contraseña cambiada. Se han cerrado todas las demás sesiones.',
  wrongCurrent: 'Esta no es su contraseña actual.',
}
