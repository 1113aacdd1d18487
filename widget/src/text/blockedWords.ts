import type { Language } from './languages.ts'
import type { LinkWords } from './linkWords.ts'

/** The reason why a payment must not be made now. */
export type BlockedReason = 'waiting' | 'declined' | 'held'

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
  },
  zh: {
    waiting: {
      title: '此打款尚未获批',
      action: '未扣款。需要商家账户的另一位成员批准。',
    },
    declined: { title: '此打款已被拒绝', action: '未扣款。请向链接创建者索取新的链接。' },
    held: { title: '此退款已暂停', action: '未扣款。付款前请先询问链接创建者。' },
  },
} satisfies Readonly<Record<Language, Words>>

/** Returns the words for a language tag, such as `de-AT`; English if there are none. */
export function blockedWords(reason: BlockedReason, language: string): LinkWords {
  const [code = ''] = language.toLowerCase().split('-', 1)
  return ((Object.hasOwn(WORDS, code) ? WORDS[code] : undefined) ?? ENGLISH)[reason]
}
