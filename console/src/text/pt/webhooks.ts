import { createPlural } from '../createPlural.ts'
import type { Text } from '../text.ts'

const plural = createPlural('pt')

/** The Portuguese sentences for the webhooks screen; part of {@link pt}. */
export const webhooks: Text['webhooks'] = {
  title: 'Webhooks',
  lead: 'Mensagens assinadas para seu servidor sobre cada pagamento. Cada uma é repetida até que seu servidor responda com 2xx.',
  add: 'Adicionar endpoint',
  empty: 'Nenhum endpoint ainda',
  emptyText: 'Adicione a URL do servidor que recebe eventos de pagamento.',
  url: 'URL',
  urlHint: 'https, ou http só para localhost.',
  urlInvalid: 'Digite uma URL https como https://shop.example.com/webhooks.',
  scope: 'Pagamentos de',
  scopeAll: 'Todos os client IDs e chaves de API',
  events: 'Eventos',
  eventsAll: 'Todos os eventos',
  eventsSome: 'Só estes',
  eventsNone: 'Escolha pelo menos um evento.',
  eventCount: (count) => plural(count, `${count} evento`, `${count} eventos`),
  aliases: 'Cabeçalhos de assinatura extras',
  aliasesHint:
    'Para receptores que esperam outro cabeçalho, um por linha: x-…-signature. Até 5, enviados além dos padrão.',
  aliasInvalid: (text) => `“${text}” não tem o formato x-name-signature.`,
  aliasMany: 'No máximo 5 nomes de cabeçalho.',
  addTitle: 'Novo endpoint',
  editTitle: 'Editar endpoint',
  added: 'Endpoint adicionado.',
  saved: 'Endpoint salvo.',
  secretTitle: 'Segredo de assinatura',
  secretText: 'Seu servidor o usa para verificar a assinatura de cada entrega.',
  secret: 'segredo de assinatura',
  switchedOn: 'Endpoint ativado.',
  switchedOff: 'Endpoint desativado. Novos eventos não são enviados a ele.',
  disabled: 'Desativado pelo serviço',
  disabledText: (reason) => `Desativado pelo serviço: ${reason}`,
  pendingSecret: 'Rotação pendente',
  previousSecret: (when) => `O segredo anterior vale até ${when}.`,
  deliveries: 'Entregas',
  test: 'Enviar um teste',
  testTitle: 'Enviar uma entrega de teste',
  testText:
    'Cada endpoint ativo recebe um exemplo do evento, marcado como teste e assinado como de costume.',
  testEvent: 'Evento',
  testSend: 'Enviar',
  testSent: (sent) =>
    plural(sent, `Enviado para ${sent} endpoint.`, `Enviado para ${sent} endpoints.`),
  testFailed: (failed) =>
    plural(
      failed,
      `${failed} endpoint não foi alcançado ou não respondeu com 2xx.`,
      `${failed} endpoints não foram alcançados ou não responderam com 2xx.`,
    ),
  testSee: 'Ver as entregas',
  rotate: 'Rotacionar segredo',
  rotateTitle: 'Rotacionar o segredo de assinatura',
  rotateText:
    'Em dois passos, para que nenhuma entrega seja rejeitada. Primeiro você recebe um novo segredo: webhook-signature passa a conter uma assinatura de cada segredo, e x-service-signature ainda usa o antigo. Quando seu servidor tiver o novo segredo, promova-o; o antigo continua assinando webhook-signature por 24 horas.',
  rotateStart: 'Criar o novo segredo',
  rotateNow: 'Ele vazou: substituir agora',
  rotateNowText:
    'O segredo antigo perde a validade imediatamente. As entregas falham até que seu servidor tenha o novo.',
  rotated: 'Novo segredo criado. Promova-o quando seu servidor o tiver.',
  replaced: 'Segredo substituído.',
  promote: 'Promover o novo segredo',
  promoteTitle: 'Promover o novo segredo?',
  promoteText:
    'Ele assina todas as entregas a partir de agora. O antigo continua assinando webhook-signature por 24 horas.',
  promoted: 'O novo segredo assina a partir de agora.',
  remove: 'Remover',
  removeTitle: 'Remover este endpoint?',
  removeText: 'As entregas pendentes são canceladas, e o registro é excluído.',
  removed: 'Endpoint removido.',
  more: (url) => `Mais opções para ${url}`,
  compatibility: {
    title: 'Receptores para a Request Network',
    lead: 'Se seus receptores foram escritos para a Request Network, escolha até que ponto todos os seus webhooks seguem esse serviço.',
    field: 'Compatibilidade',
    hint: 'Uma alteração vale para as próximas entregas e eventos.',
    ofHost: 'Conforme a configuração do serviço',
    levels: {
      none: 'Nenhuma',
      headers: 'Também os cabeçalhos dela',
      full: 'Também os cabeçalhos, as cópias de eventos e os campos omitidos dela',
    },
    saved: 'Compatibilidade salva.',
  },
}
