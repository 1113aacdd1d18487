import type { Text } from '../text.ts'

/** The Spanish sentences that several screens share; part of {@link es}. */
export const common: Text['common'] = {
  loading: 'Cargando…',
  retry: 'Reintentar',
  unreached: 'El servicio no respondió. Revise su conexión.',
  reload: 'Recargar la página',
  partLost:
    'Esta página se actualizó mientras estaba abierta, o una parte de ella no se cargó. Recárguela para ver la vista previa: lo que ingresó se conserva.',
  cancel: 'Cancelar',
  close: 'Cerrar',
  save: 'Guardar',
  back: 'Atrás',
  copy: (what) => `Copiar: ${what}`,
  /** Quotes external text, such as a column title. */
  quote: (what) => `“${what}”`,
  copied: 'Copiado',
  copiedWhat: (what) => `Copiado: ${what}.`,
  copyFailed: 'El navegador no permitió copiar. Seleccione el texto y cópielo a mano.',
  never: 'Nunca',
  neverUsed: 'Nunca se ha usado',
  lastUsed: (when) => `Se usó ${when}`,
  created: (when) => `Se creó ${when}`,
  optional: 'opcional',
  active: 'Activo',
  inactive: 'Desactivado',
  revoked: 'Revocado',
  switchOn: 'Activar',
  switchOff: 'Desactivar',
  edit: 'Editar',
  signOut: 'Cerrar sesión',
  opensNewTab: 'se abre en una pestaña nueva',
  entry: (number, message) => `Línea ${number}: ${message}`,
  storeSecret:
    'Esta es la única vez que se muestra. Guárdelo ahora en un gestor de contraseñas o en los secretos de su servidor.',
  stored: 'Ya lo guardé',
  stale: 'Desactualizado: el servicio no respondió. La página lo reintenta automáticamente.',
  supportCode: (code) => `Código de soporte ${code}`,
}
