import type { Text } from '../text.ts'

/** The Portuguese sentences about roles and scopes; part of {@link pt}. */
export const rights: Text['rights'] = {
  roles: {
    owner: 'Proprietário',
    admin: 'Administrador',
    finance: 'Financeiro',
    developer: 'Desenvolvedor',
    'read-only': 'Somente leitura',
  },
  roleHints: {
    owner: 'Tudo, e torna outros membros proprietários.',
    admin: 'Tudo, exceto alterar proprietários.',
    finance: 'Pagamentos, links, repasses e reembolsos. Sem configurações.',
    developer:
      'Pagamentos, links e configurações como chaves de API e webhooks. Não envia dinheiro.',
    'read-only': 'Vê tudo, não altera nada.',
  },
  scopes: {
    read: 'Ler',
    create: 'Criar',
    payouts: 'Repasses',
    refunds: 'Reembolsos',
    manage: 'Gerenciar',
    team: 'Equipe',
  },
  scopeHints: {
    read: 'Pagamentos, cobranças, links e pagadores.',
    create: 'Cobranças e links de pagamento, e o cancelamento deles.',
    payouts: 'Envia dinheiro: repasses, repasses recorrentes e contas bancárias.',
    refunds: 'Devolve pagamentos.',
    manage: 'Webhooks, client IDs, domínios, identidade visual e rotas de recebimento.',
    team: 'Convida, altera e remove membros.',
  },
  missing: (scope) =>
    `Sua função não tem a permissão “${scope}”. Fale com um proprietário ou administrador desta conta.`,
}
