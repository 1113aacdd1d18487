import type { Text } from '../text.ts'

/** The Portuguese sentences for the API keys screen; part of {@link pt}. */
export const apiKeys: Text['apiKeys'] = {
  title: 'Chaves de API',
  lead: 'Uma chave de API é a senha do seu servidor. Nunca a coloque em uma página, um aplicativo ou um repositório.',
  create: 'Criar chave de API',
  empty: 'Nenhuma chave de API ainda',
  emptyText: 'Crie uma por servidor ou tarefa, para poder revogar cada uma separadamente.',
  label: 'Nome',
  labelHint: 'Onde ela é usada, como “Serviço de pedidos”.',
  scopes: 'Permissões',
  scopesHint:
    'Dê a cada chave só o que o servidor dela precisa. As permissões não podem ser alteradas depois.',
  noScopes: 'Escolha pelo menos uma permissão.',
  /** `scopes` contains the names of the scopes, joined as a list. */
  may: (scopes) => `Permissões: ${scopes.toLowerCase()}`,
  expires: 'Expira',
  expiry: { never: 'Nunca', d30: 'Em 30 dias', d90: 'Em 90 dias', d365: 'Em um ano' },
  expiresAt: (when) => `Expira em ${when}`,
  expired: 'Expirada',
  createTitle: 'Nova chave de API',
  createdTitle: 'Sua nova chave de API',
  created: 'Chave de API criada.',
  key: 'Chave de API',
  switchedOn: 'Chave de API ativada.',
  switchedOff: 'Chave de API desativada. Chamadas com ela são rejeitadas em até um segundo.',
  revoke: 'Revogar',
  revokeTitle: (label) => `Revogar “${label}”?`,
  revokeText:
    'Chamadas com esta chave serão rejeitadas a partir de agora. Não é possível desfazer.',
  revoked: 'Chave de API revogada.',
  revokedList: (count) => `Revogadas (${count})`,
}
