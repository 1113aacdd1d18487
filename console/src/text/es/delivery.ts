import type { Text } from '../text.ts'

/** The Spanish sentences for the delivery screen; part of {@link es}. */
export const delivery: Text['delivery'] = {
  title: 'Entrega',
  back: 'Todas las entregas',
  event: 'Evento',
  id: 'ID de entrega',
  payment: 'Solicitud',
  created: 'Creada',
  completed: 'Terminada',
  next: 'Próximo intento',
  none: 'Ninguno',
  redeliver: 'Reenviar',
  redelivered: 'La entrega está de nuevo en camino.',
  sendNow: 'Enviar ahora',
  sentNow: 'La entrega está en camino.',
  request: 'Petición',
  headers: 'Encabezados',
  body: 'Cuerpo',
  attempts: 'Intentos',
  noAttempts: 'Aún sin intentos.',
  attempt: (number) => `Intento ${number}`,
  noResponse: 'Sin respuesta',
  emptyBody: 'Cuerpo vacío',
  duration: (ms) => `${ms} ms`,
}
