import type { Language } from './languages.ts'
import type { LinkWords } from './linkWords.ts'

/** The reason why a payment must not be made now; `quoted`: at a price that the element does not show. */
export type BlockedReason = 'waiting' | 'declined' | 'held' | 'quoted'

type Words = Readonly<Record<BlockedReason, LinkWords>>

const ENGLISH: Words = {
  waiting: {
    title: 'This payout is not approved yet',
    action: 'Nothing was charged. A second member of the merchant account must approve it.',
  },
  declined: {
    title: 'This payout was declined',
    action: 'Nothing was charged. Ask the sender of the link for a new one.',
  },
  held: {
    title: 'This refund is on hold',
    action: 'Nothing was charged. Ask the sender of the link before you pay.',
  },
  quoted: {
    title: 'This page cannot take this payment',
    action: 'Nothing was charged. Ask the merchant for another way to pay.',
  },
}

/** The words by language; they are outside the locales, because few links need them. */
const WORDS: Readonly<Record<string, Words>> = {
  ar: {
    waiting: {
      title: 'لم تتم الموافقة على هذا الصرف بعد',
      action: 'لم يُخصم أي شيء. يجب أن يوافق عليه عضو ثانٍ في حساب التاجر.',
    },
    declined: {
      title: 'رُفض هذا الصرف',
      action: 'لم يُخصم أي شيء. اطلب رابطًا جديدًا ممن أنشأه.',
    },
    held: {
      title: 'هذا الاسترداد موقوف حاليًا',
      action: 'لم يُخصم أي شيء. اسأل من أنشأ الرابط قبل أن تدفع.',
    },
    quoted: {
      title: 'لا يمكن الدفع عبر هذه الصفحة',
      action: 'لم يُخصم أي شيء. اطلب من التاجر طريقة دفع أخرى.',
    },
  },
  de: {
    waiting: {
      title: 'Diese Auszahlung ist noch nicht genehmigt',
      action:
        'Es wurde nichts abgebucht. Ein zweites Mitglied des Händlerkontos muss sie genehmigen.',
    },
    declined: {
      title: 'Diese Auszahlung wurde abgelehnt',
      action: 'Es wurde nichts abgebucht. Bitten Sie den Absender des Links um einen neuen.',
    },
    held: {
      title: 'Diese Erstattung ist angehalten',
      action: 'Es wurde nichts abgebucht. Fragen Sie den Absender des Links, bevor Sie zahlen.',
    },
    quoted: {
      title: 'Diese Zahlung ist auf dieser Seite nicht möglich',
      action: 'Es wurde nichts abgebucht. Bitten Sie den Händler um einen anderen Zahlungsweg.',
    },
  },
  es: {
    waiting: {
      title: 'Este desembolso aún no está aprobado',
      action: 'No se ha cobrado nada. Debe aprobarlo un segundo miembro de la cuenta del comercio.',
    },
    declined: {
      title: 'Este desembolso fue rechazado',
      action: 'No se ha cobrado nada. Pida un enlace nuevo a quien lo creó.',
    },
    held: {
      title: 'Este reembolso está retenido',
      action: 'No se ha cobrado nada. Consulte a quien creó el enlace antes de pagar.',
    },
    quoted: {
      title: 'Esta página no admite este pago',
      action: 'No se ha cobrado nada. Pida al comercio otra forma de pago.',
    },
  },
  fr: {
    waiting: {
      title: 'Ce versement n’est pas encore approuvé',
      action: 'Rien n’a été débité. Un deuxième membre du compte marchand doit l’approuver.',
    },
    declined: {
      title: 'Ce versement a été refusé',
      action: 'Rien n’a été débité. Demandez un nouveau lien à la personne qui l’a créé.',
    },
    held: {
      title: 'Ce remboursement est suspendu',
      action: 'Rien n’a été débité. Avant de payer, interrogez la personne qui a créé le lien.',
    },
    quoted: {
      title: 'Ce paiement n’est pas possible sur cette page',
      action: 'Rien n’a été débité. Demandez au marchand un autre moyen de paiement.',
    },
  },
  it: {
    waiting: {
      title: 'Questa erogazione non è ancora approvata',
      action:
        'Non è stato addebitato nulla. Deve approvarla un secondo membro dell’account del venditore.',
    },
    declined: {
      title: 'Questa erogazione è stata rifiutata',
      action: 'Non è stato addebitato nulla. Chieda un nuovo link a chi lo ha creato.',
    },
    held: {
      title: 'Questo rimborso è sospeso',
      action: 'Non è stato addebitato nulla. Prima di pagare, chieda a chi ha creato il link.',
    },
    quoted: {
      title: 'Questa pagina non può ricevere questo pagamento',
      action: 'Non è stato addebitato nulla. Chieda al venditore un altro modo di pagare.',
    },
  },
  ja: {
    waiting: {
      title: 'この送金はまだ承認されていません',
      action: '請求は発生していません。販売者アカウントの別のメンバーによる承認が必要です。',
    },
    declined: {
      title: 'この送金は却下されました',
      action: '請求は発生していません。リンクの作成者に新しいリンクを依頼してください。',
    },
    held: {
      title: 'この返金は保留中です',
      action: '請求は発生していません。支払う前に、リンクの作成者に確認してください。',
    },
    quoted: {
      title: 'このページではこの支払いを行えません',
      action: '請求は発生していません。別の支払い方法を販売者にお問い合わせください。',
    },
  },
  ko: {
    waiting: {
      title: '이 지급은 아직 승인되지 않았어요',
      action: '결제된 금액은 없어요. 판매자 계정의 다른 구성원이 승인해야 해요.',
    },
    declined: {
      title: '이 지급은 거절되었어요',
      action: '결제된 금액은 없어요. 링크를 만든 사람에게 새 링크를 요청하세요.',
    },
    held: {
      title: '이 환불은 보류 중이에요',
      action: '결제된 금액은 없어요. 결제하기 전에 링크를 만든 사람에게 확인하세요.',
    },
    quoted: {
      title: '이 페이지에서는 결제할 수 없어요',
      action: '결제된 금액은 없어요. 판매자에게 다른 결제 방법을 문의하세요.',
    },
  },
  nl: {
    waiting: {
      title: 'Deze uitbetaling is nog niet goedgekeurd',
      action:
        'Er is niets afgeschreven. Een tweede lid van het verkopersaccount moet haar goedkeuren.',
    },
    declined: {
      title: 'Deze uitbetaling is afgewezen',
      action: 'Er is niets afgeschreven. Vraag de maker van de link om een nieuwe.',
    },
    held: {
      title: 'Deze terugbetaling is aangehouden',
      action: 'Er is niets afgeschreven. Vraag het de maker van de link voordat u betaalt.',
    },
    quoted: {
      title: 'Op deze pagina kan deze betaling niet worden gedaan',
      action: 'Er is niets afgeschreven. Vraag de verkoper om een andere manier van betalen.',
    },
  },
  pt: {
    waiting: {
      title: 'Este repasse ainda não foi aprovado',
      action: 'Nada foi cobrado. Um segundo membro da conta do vendedor precisa aprová-lo.',
    },
    declined: {
      title: 'Este repasse foi recusado',
      action: 'Nada foi cobrado. Peça um novo link a quem o criou.',
    },
    held: {
      title: 'Este reembolso está retido',
      action: 'Nada foi cobrado. Antes de pagar, pergunte a quem criou o link.',
    },
    quoted: {
      title: 'Esta página não aceita este pagamento',
      action: 'Nada foi cobrado. Peça ao vendedor outra forma de pagamento.',
    },
  },
  tr: {
    waiting: {
      title: 'Bu gönderim henüz onaylanmadı',
      action: 'Hiçbir tutar çekilmedi. Satıcı hesabının ikinci bir üyesi onaylamalıdır.',
    },
    declined: {
      title: 'Bu gönderim reddedildi',
      action: 'Hiçbir tutar çekilmedi. Bağlantıyı oluşturandan yenisini isteyin.',
    },
    held: {
      title: 'Bu iade beklemeye alındı',
      action: 'Hiçbir tutar çekilmedi. Ödemeden önce bağlantıyı oluşturana sorun.',
    },
    quoted: {
      title: 'Bu ödeme bu sayfada yapılamıyor',
      action: 'Hiçbir tutar çekilmedi. Satıcıdan başka bir ödeme yolu isteyin.',
    },
  },
  zh: {
    waiting: {
      title: '此打款尚未获批',
      action: '未扣款。需要商家账户的另一位成员批准。',
    },
    declined: { title: '此打款已被拒绝', action: '未扣款。请向链接创建者索取新的链接。' },
    held: { title: '此退款已暂停', action: '未扣款。付款前请先询问链接创建者。' },
    quoted: {
      title: '此页面无法完成此付款',
      action: '未扣款。请向商家询问其他付款方式。',
    },
  },
} satisfies Readonly<Record<Language, Words>>

/** Returns the words for a language tag, such as `de-AT`; English if there are none. */
export function blockedWords(reason: BlockedReason, language: string): LinkWords {
  const [code = ''] = language.toLowerCase().split('-', 1)
  return ((Object.hasOwn(WORDS, code) ? WORDS[code] : undefined) ?? ENGLISH)[reason]
}
