import type { Text } from '../text.ts'

/** The Spanish sentences for the API keys screen; part of {@link es}. */
export const apiKeys: Text['apiKeys'] = {
  title: 'Claves de API',
  lead: 'Una clave de API es la contraseña de su servidor. No la ponga nunca en una página, una aplicación o un repositorio.',
  create: 'Crear clave de API',
  empty: 'Aún no hay claves de API',
  emptyText: 'Cree una por cada servidor o tarea, para poder revocarlas por separado.',
  label: 'Etiqueta',
  labelHint: 'Dónde se usa, por ejemplo, “Servicio de pedidos”.',
  scopes: 'Permisos',
  scopesHint: 'Dé a la clave solo lo que necesita su servidor. No se pueden cambiar después.',
  noScopes: 'Elija al menos un permiso.',
  /** `scopes` contains the names of the scopes, joined as a list. */
  may: (scopes) => `Permisos: ${scopes.toLowerCase()}`,
  expires: 'Vence',
  expiry: { never: 'Nunca', d30: 'En 30 días', d90: 'En 90 días', d365: 'En un año' },
  expiresAt: (when) => `Vence el ${when}`,
  expired: 'Vencida',
  createTitle: 'Nueva clave de API',
  createdTitle: 'Su nueva clave de API',
  created: 'Clave de API creada.',
  key: 'Clave de API',
  switchedOn: 'Clave de API activada.',
  switchedOff:
    'Clave de API desactivada. Las llamadas con ella se rechazan en menos de un segundo.',
  revoke: 'Revocar',
  revokeTitle: (label) => `¿Revocar “${label}”?`,
  revokeText:
    'Las llamadas con esta clave se rechazan a partir de ahora. Esta acción no se puede deshacer.',
  revoked: 'Clave de API revocada.',
  revokedList: (count) => `Revocadas (${count})`,
}
