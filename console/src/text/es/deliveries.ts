import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('es')

/** The Spanish sentences for the delivery list; part of {@link es}. */
export const deliveries: Text['deliveries'] = {
  title: 'Entregas',
  of: (url) => `a ${url}`,
  back: 'Todos los webhooks',
  filter: 'Mostrar',
  status: {
    all: 'Todas',
    pending: 'Pendiente',
    delivered: 'Entregada',
    dead: 'Fallida',
    cancelled: 'Cancelada',
  },
  empty: 'Aún no hay nada aquí',
  emptyText: 'Las entregas aparecen aquí en cuanto ocurre algo con un pago.',
  emptyFilter: 'Ninguna entrega con este estado.',
  older: 'Entregas anteriores',
  refresh: 'Actualizar',
  test: 'Prueba',
  replayed: (count) => plural(count, 'Reenviada una vez', `Reenviada ${count} veces`),
  attempts: (count) => plural(count, '1 intento', `${count} intentos`),
  next: (when) => `Próximo intento ${when}`,
  replayAll: 'Reenviar todas las fallidas',
  replayAllTitle: '¿Reenviar todas las entregas fallidas?',
  replayAllText:
    'Cada una se envía de nuevo con su propio ID de entrega, para que su servidor reconozca las repetidas. Hasta 1000 a la vez, sin pruebas.',
  replayedAll: (count, remaining) =>
    remaining > 0
      ? `${plural(count, '1 entrega está', `${count} entregas están`)} en camino; ${plural(remaining, 'queda', 'quedan')} ${remaining} más.`
      : count === 0
        ? 'Nada que reenviar: aparte de las pruebas, no falló ninguna entrega.'
        : plural(count, '1 entrega está en camino.', `${count} entregas están en camino.`),
}
