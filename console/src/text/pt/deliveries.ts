import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('pt')

/** The Portuguese sentences for the delivery list; part of {@link pt}. */
export const deliveries: Text['deliveries'] = {
  title: 'Entregas',
  of: (url) => `para ${url}`,
  back: 'Todos os webhooks',
  filter: 'Mostrar',
  status: {
    all: 'Todas',
    pending: 'Aguardando',
    delivered: 'Entregue',
    dead: 'Falhou',
    cancelled: 'Cancelada',
  },
  empty: 'Nada aqui ainda',
  emptyText: 'As entregas aparecem aqui assim que algo acontece com um pagamento.',
  emptyFilter: 'Nenhuma entrega com este status.',
  older: 'Entregas mais antigas',
  refresh: 'Atualizar',
  test: 'Teste',
  replayed: (count) => plural(count, `Reenviada ${count} vez`, `Reenviada ${count} vezes`),
  attempts: (count) => plural(count, `${count} tentativa`, `${count} tentativas`),
  next: (when) => `Próxima tentativa ${when}`,
  replayAll: 'Reenviar todas as que falharam',
  replayAllTitle: 'Reenviar todas as entregas que falharam?',
  replayAllText:
    'Cada uma é enviada novamente com seu próprio ID de entrega, para que seu servidor reconheça repetições. Até 1.000 de uma vez, sem testes.',
  replayedAll: (count, remaining) =>
    remaining > 0
      ? `${plural(count, `${count} entrega está`, `${count} entregas estão`)} a caminho; ${plural(remaining, `resta mais ${remaining}`, `restam mais ${remaining}`)}.`
      : count === 0
        ? 'Nada para reenviar: nenhuma entrega além de testes falhou.'
        : plural(count, `${count} entrega está a caminho.`, `${count} entregas estão a caminho.`),
}
