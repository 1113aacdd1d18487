import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('es')

/** The Spanish sentences for the home screen; part of {@link es}. */
export const home: Text['home'] = {
  title: 'Inicio',
  lead: 'El dinero que llegó y lo que requiere su atención.',
  received: 'Recibido',
  receivedHint: (currency) => `Valor en ${currency} en el momento de cada pago.`,
  receivedIn: (currency) => `Recibido (${currency})`,
  periods: { today: 'Hoy', week: 'Esta semana', month: 'Este mes' },
  lastMonth: 'Pagos del mes pasado',
  unknown: (count) =>
    plural(
      count,
      '1 de ellos no tiene un valor conocido',
      `${count} de ellos no tienen un valor conocido`,
    ),
  perDay: 'Recibido por día en los últimos 30 días',
  highest: (day, money) => `Máximo: ${money} el ${day}`,
  dayTitle: (day, money, payments) => `${day}: ${money}, ${payments}`,
  asTable: 'Mostrar los días como tabla',
  day: 'Día',
  payments: 'Pagos',
  attention: 'Requiere atención',
  calm: 'Nada requiere su atención.',
  unmatched: (count, written) =>
    plural(count, '1 pago sin asignar', `${written} pagos sin asignar`),
  unmatchedText: 'En los últimos 14 días llegó dinero que no corresponde a ninguna solicitud.',
  disabled: (url) => `El servicio desactivó el webhook ${url}`,
  failing: (count, written, url) =>
    plural(count, `1 entrega a ${url} falló`, `${written} entregas a ${url} fallaron`),
  failingText: 'En los últimos 7 días. Repare su servidor y luego reenvíelas.',
  expiring: (label) => `La clave de API “${label}” vence pronto`,
  expired: (label) => `La clave de API “${label}” ha vencido`,
  atLeast: (count) => `${count} o más`,
  latest: 'Últimos pagos',
  all: 'Todos los pagos',
}
