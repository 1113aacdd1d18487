import type { Text } from '../text.ts'

/** The Portuguese sentences about the members of a merchant account. */
export const members: Text['members'] = {
  title: 'Membros',
  lead: 'As carteiras e contas de e-mail que podem entrar aqui. Cada uma tem as permissões de uma função, e só uma carteira pode alterar sua própria rota de recebimento.',
  wallet: 'Carteira',
  account: 'Conta de e-mail',
  you: 'Você',
  since: (when) => `Entrou ${when}`,
  signedIn: (when) => `Último acesso: ${when}`,
  signInUnknown: 'Último acesso desconhecido',
  only: 'Você é o único membro, por isso não pode ser removido. Convide outro proprietário primeiro.',
  remove: 'Remover',
  removeTitle: 'Remover este membro?',
  removeText:
    'Todas as sessões deste membro terminam imediatamente, e seus links de convite não usados deixam de funcionar. Chaves de API, client IDs e repasses recorrentes permanecem: revogue as chaves de API que este membro possa ter.',
  leave: 'Sair da conta',
  leaveTitle: 'Deixar esta conta de vendedor?',
  leaveText:
    'Você sai imediatamente em todos os dispositivos e precisa de um novo convite para voltar. Chaves de API, client IDs e repasses recorrentes permanecem.',
  destinations:
    'Ainda vão pagamentos para estas rotas de recebimento da carteira. Altere antes os client IDs que as usam:',
  removed: 'Membro removido.',
  changeRole: 'Alterar função',
  role: 'Função',
  roleTitle: 'Alterar a função',
  roleText:
    'Vale imediatamente para todas as sessões deste membro. Seus links de convite não usados deixam de funcionar.',
  saveRole: 'Salvar função',
  roleSaved: 'Função alterada.',
}
