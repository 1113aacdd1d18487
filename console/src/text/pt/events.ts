import type { Text } from '../text.ts'

/** The Portuguese sentences about webhook events, by type; part of {@link pt}. */
export const events: Text['events'] = {
  'payment.confirmed': 'O valor total chegou',
  'payment.partial': 'Uma parte chegou',
  'payment.failed': 'Um pagamento falhou ou foi revertido pela rede',
  'payment.processing': 'Um pagamento bancário avançou para a próxima etapa',
  'payment.refunded': 'O pagador foi reembolsado',
  'payment.unmatched': 'Chegou um pagamento que não corresponde a nenhuma cobrança',
  'request.recurring': 'Uma cobrança recorrente abriu seu próximo período',
  'request.cancelled': 'Você cancelou uma cobrança',
  'refund.created': 'Um reembolso foi criado',
  'refund.confirmed': 'Um reembolso chegou',
  'refund.failed': 'A rede retirou um reembolso',
  'refund.cancelled': 'Você cancelou um reembolso',
  'compliance.updated': 'O status das verificações de um pagador mudou',
  'payment_detail.updated': 'Uma conta bancária foi verificada',
  'secure_payment.user_event': 'O andamento de um pagador, se você o ativou',
  'secure_payment.access_rejected': 'Uma carteira que não pode pagar tentou pagar',
  'kyt.screening.completed': 'Uma carteira que tentou pagar foi verificada',
}
