import type { Text } from '../text.ts'

/** The Portuguese sentences for the move of a destination to another wallet; part of {@link pt}. */
export const walletChange: Text['walletChange'] = {
  action: 'Transferir para outra carteira',
  title: 'Transferir para outra carteira',
  lead: 'As duas carteiras assinam a transferência. A nova carteira já precisa ter entrado nesta conta de comerciante. Os IDs de cliente vinculados a esta rota passam a pagar à nova carteira. Os pagamentos existentes mantêm a carteira deles.',
  address: 'Nova carteira',
  same: 'Esta é a carteira atual.',
  next: 'Continuar',
  from: 'De',
  to: 'Para',
  until: 'Assinar até',
  signers: {
    current: '1. Assinar com a carteira atual',
    next: '2. Assinar com a nova carteira',
  },
  signed: 'Assinado',
  waiting: 'Confirme na carteira. Assinar não movimenta dinheiro.',
  noWallets: 'Abra esta página em um navegador que tenha as duas carteiras.',
  wrongAccount: (address) =>
    `A carteira compartilha outra conta. Escolha ${address} nela e tente de novo.`,
  wrongNetwork: 'A carteira está em outra rede. Mude para a rede desta rota e tente de novo.',
  mismatch:
    'O serviço devolveu dados de outra transferência. Nada foi assinado. Recarregue a página e tente de novo.',
  move: 'Transferir a rota',
  restart: 'Recomeçar',
  moved: 'Rota de recebimento transferida. Para alterá-la, entre com a nova carteira.',
}
