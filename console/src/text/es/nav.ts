import type { Text } from '../text.ts'

/** The Spanish sentences for the navigation; part of {@link es}. */
export const nav: Text['nav'] = {
  label: 'Consola',
  start: 'Inicio',
  payments: 'Pagos',
  links: 'Enlaces',
  newLink: 'Nuevo enlace de pago',
  destinations: 'Ruta de cobro',
  clientIds: 'ID de cliente',
  apiKeys: 'Claves de API',
  webhooks: 'Webhooks',
  embed: 'Integración',
  branding: 'Imagen de marca',
  payouts: 'Desembolsos',
  payers: 'Desembolsos bancarios',
  refunds: 'Reembolsos',
  unmatched: 'Sin asignar',
  offramps: 'Transferencias a cuentas bancarias',
  payoutFile: 'Desembolsos desde un archivo',
  schedules: 'Desembolsos recurrentes',
  newSchedule: 'Nuevo desembolso recurrente',
  account: 'Cuenta',
  docs: 'Referencia de la API',
  session: 'Sesión',
}
