import type { Text } from '../text.ts'

/** The Portuguese sentences for the delivery screen; part of {@link pt}. */
export const delivery: Text['delivery'] = {
  title: 'Entrega',
  back: 'Todas as entregas',
  event: 'Evento',
  id: 'ID da entrega',
  payment: 'Cobrança',
  created: 'Criada',
  completed: 'Encerrada',
  next: 'Próxima tentativa',
  none: 'Nenhuma',
  redeliver: 'Reenviar',
  redelivered: 'A entrega está a caminho novamente.',
  sendNow: 'Enviar agora',
  sentNow: 'A entrega está a caminho.',
  request: 'Requisição',
  headers: 'Cabeçalhos',
  body: 'Corpo',
  attempts: 'Tentativas',
  noAttempts: 'Nenhuma tentativa ainda.',
  attempt: (number) => `Tentativa ${number}`,
  noResponse: 'Sem resposta',
  emptyBody: 'Corpo vazio',
  duration: (ms) => `${ms} ms`,
}
