import type { Text } from '../text.ts'

/** The Spanish sentences about roles and scopes; part of {@link es}. */
export const rights: Text['rights'] = {
  roles: {
    owner: 'Propietario',
    admin: 'Administrador',
    finance: 'Finanzas',
    developer: 'Desarrollador',
    'read-only': 'Solo lectura',
  },
  roleHints: {
    owner: 'Puede hacer todo, también nombrar a otros propietarios.',
    admin: 'Puede hacer todo, salvo cambiar a los propietarios.',
    finance: 'Pagos, enlaces, desembolsos y reembolsos. Sin configuración.',
    developer: 'Pagos, enlaces y configuración, como claves de API y webhooks. No envía dinero.',
    'read-only': 'Ve todo y no cambia nada.',
  },
  scopes: {
    read: 'Lectura',
    create: 'Creación',
    payouts: 'Desembolsos',
    refunds: 'Reembolsos',
    manage: 'Gestión',
    team: 'Equipo',
  },
  scopeHints: {
    read: 'Pagos, solicitudes, enlaces y pagadores.',
    create: 'Solicitudes y enlaces de pago, y su cancelación.',
    payouts: 'Envía dinero: desembolsos, también recurrentes, y cuentas bancarias.',
    refunds: 'Devuelve pagos.',
    manage: 'Webhooks, ID de cliente, dominios, imagen de marca y rutas de cobro.',
    team: 'Invita, cambia y elimina miembros.',
  },
  missing: (scope) =>
    `Su rol no tiene el permiso “${scope}”. Pídalo a un propietario o administrador de esta cuenta.`,
}
