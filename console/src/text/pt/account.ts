import type { Text } from '../text.ts'

/** The Portuguese sentences for the account screen; part of {@link pt}. */
export const account: Text['account'] = {
  title: 'Conta',
  identity: 'Você entrou como',
  wallet: 'Carteira',
  email: 'E-mail',
  tenant: 'ID do vendedor',
  until: 'Fim da sessão',
  walletUntil: 'Após 15 minutos sem uso.',
  business: 'Empresa',
  passwordTitle: 'Alterar senha',
  passwordText: 'Isso encerra todas as outras sessões desta conta.',
  current: 'Senha atual',
  new: 'Nova senha',
  change: 'Alterar senha',
  changed: 'Senha alterada. Todas as outras sessões foram encerradas.',
  wrongCurrent: 'Esta não é sua senha atual.',
}
